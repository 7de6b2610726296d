import { describe, expect, it } from 'vitest'
import { createSaverReport, type SaverReport } from '../../../../src/cli/watch/saver-report.ts'
import type { RuleRun } from '../../../../src/engine/feed/rule-runs.ts'
import { arrival, memoryFeed } from '../../../support/test-feed.ts'

const REFUSED = { tag: 'some-not-saved', message: '1 of 2 documents not saved.', next: 'Look why.' } as const

/** A report, and a run of each of two messages about one set. */
function reportOfOneSet(): { report: SaverReport; first: RuleRun; second: RuleRun } {
  const feed = memoryFeed()
  const screen = { note: () => undefined, problems: () => undefined }
  const runOf = (message: number): RuleRun => ({
    runId: message,
    ruleId: 'watch',
    entryId: feed.add([arrival({ setId: 'set-1', newStatus: 'SIGNED', message })])[0]?.id ?? 0,
    ruleName: 'watch',
    state: 'saving',
    at: '2026-11-20T10:00:00.000Z',
    text: '',
    note: null,
    jobId: null,
    attempts: 0,
    nextTryAt: null,
  })
  return { report: createSaverReport({ screen, feed }), first: runOf(1), second: runOf(2) }
}

describe('how a watch that saves ends, after documents of a set were refused', () => {
  it('is that failure, also where a later message about the set is outdated', () => {
    const { report, first, second } = reportOfOneSet()
    report.failed(first, REFUSED)
    report.report({ ...first, state: 'failed', text: REFUSED.message })
    report.report({ ...second, state: 'nothing-new', text: 'The set is in another state by now.' })
    expect(report.end([])).toEqual(REFUSED)
  })

  it('is well where a later message brought them', () => {
    const { report, first, second } = reportOfOneSet()
    report.failed(first, REFUSED)
    report.report({ ...second, state: 'saved', text: '2 documents saved.' })
    expect(report.end([])).toBeUndefined()
  })

  it('is well where a later attempt for the same message finds that nothing is missing', () => {
    const { report, first } = reportOfOneSet()
    report.failed(first, REFUSED)
    report.report({ ...first, state: 'nothing-new', text: 'Nothing new.' })
    expect(report.end([])).toBeUndefined()
  })
})
