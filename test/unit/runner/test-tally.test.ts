import { describe, expect, it, vi } from 'vitest'
import { describeCounts, sumCounts } from '../../runner/counts.ts'
import { readEvent, type RunEvent, sendEvent } from '../../runner/run-events.ts'
import { createTestTally } from '../../runner/test-tally.ts'

const [file, test] = ['saving/kill.test.ts', 'leaves nothing half']

/** The line that a reporter writes for this event. */
function lineOf(event: RunEvent): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    sendEvent(event)
    return String(write.mock.lastCall?.[0]).trimEnd()
  } finally {
    write.mockRestore()
  }
}

function tallyOf(...events: RunEvent[]) {
  const said: string[] = []
  const tally = createTestTally((text) => void said.push(text))
  for (const event of events) expect(tally.takeLine(lineOf(event))).toBe(true)
  return { tally, said }
}

describe('an event of a test run', () => {
  it('is read from its line, also behind what a program left on it', () => {
    const event: RunEvent = { kind: 'failed', file, test, error: 'expected 1\nto be 2' }
    expect(readEvent(lineOf(event))).toEqual(event)
    expect(readEvent(`no line end${lineOf(event)}`)).toEqual(event)
  })

  it('is not every line: what is said for people stays with the output', () => {
    expect(readEvent('{"kind":"passed"}')).toBeUndefined()
  })
})

describe('the tally of a layer', () => {
  it('counts what passed, failed and was put off', () => {
    const { tally } = tallyOf(
      { kind: 'passed', file, test: 'one' },
      { kind: 'passed', file: 'other.test.ts', test: 'one' },
      { kind: 'skipped', file, test: 'two' },
      { kind: 'failed', file, test: 'three', error: 'no' },
    )
    expect(tally.counts()).toEqual({ passed: 2, failed: 1, skipped: 1 })
  })

  it('says a failure with its error when it happens, not at the end of its file', () => {
    const { tally, said } = tallyOf({ kind: 'failed', file, test, error: 'expected 1\nto be 2\n' })
    expect(said).toEqual([`FAILED  ${file} > ${test}\n  | expected 1\n  | to be 2`])
    expect(tally.failures()).toEqual([`${file} > ${test}`])
  })

  it('shows no more of an error than somebody reads', () => {
    const { said } = tallyOf({ kind: 'failed', file, test, error: `${'x'.repeat(1_000_000)}\n${'y\n'.repeat(1_000)}` })
    expect(said.join('').length).toBeLessThan(2_000)
    expect(said[0]).toMatch(/… 941 more lines$/)
  })

  it('counts a file that cannot be loaded, which has no test that could fail', () => {
    const { tally } = tallyOf({ kind: 'broken', where: file, error: 'no such module' })
    expect(tally.counts()).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(tally.failures()).toEqual([file])
  })

  it('says one line for a file that ended', () => {
    const { said } = tallyOf({ kind: 'passed', file, test }, { kind: 'file-ended', file, durationMs: 1234 })
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(/^saving\/kill\.test\.ts +1 passed +1\.2 s$/)
  })

  it('knows which tests began and did not end, for these may hang', () => {
    const { tally } = tallyOf(
      { kind: 'begun', file, test: 'one' },
      { kind: 'begun', file, test: 'two' },
      { kind: 'passed', file, test: 'one' },
    )
    expect(tally.underway()).toEqual([`${file} > two`])
  })
})

describe('the closing line', () => {
  it('is the sum of all steps', () => {
    const sum = sumCounts([
      { passed: 1, failed: 0, skipped: 2 },
      { passed: 10, failed: 1, skipped: 0 },
    ])
    expect(describeCounts(sum)).toBe('11 passed, 1 failed, 2 skipped')
  })
})
