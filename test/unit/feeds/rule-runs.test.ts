import { beforeEach, describe, expect, it } from 'vitest'
import type { FeedStore } from '../../../src/main/feeds/inbox-store.ts'
import { createRuleRuns, type RuleRuns } from '../../../src/main/feeds/rule-runs.ts'
import { arrival, memoryFeed } from '../../support/test-feed.ts'

const AT = '2026-11-20T10:00:00.000Z'

let store: FeedStore
let runs: RuleRuns
beforeEach(() => {
  store = memoryFeed()
  runs = createRuleRuns(store.database)
})

let messages = 0
/** One more message about a set. */
function entryOf(setId: string, newStatus = 'ISSUED'): number {
  messages += 1
  return store.add([arrival({ setId, newStatus, messages })])[0]?.id ?? 0
}
const plan = (setId: string, ruleId = 'rule'): boolean =>
  runs.plan({ ruleId, ruleName: 'File', entryId: entryOf(setId), setId, state: 'issued', at: AT })

describe('what rules did', () => {
  it('begins as waiting, due at once', () => {
    expect(plan('one')).toBe(true)
    expect(runs.open()).toMatchObject([{ state: 'waiting', nextTryAt: AT, attempts: 0, jobId: null, ruleName: 'File' }])
  })

  it('is never under way twice for one rule, set and state', () => {
    expect([plan('one'), plan('one'), plan('two'), plan('one', 'other')]).toEqual([true, false, true, true])
    const [run] = runs.open()
    if (run === undefined) throw new Error('there is no run')
    runs.change(run, { state: 'saving', jobId: 'job', nextTryAt: null })
    expect(plan('one')).toBe(false)
    runs.change(run, { state: 'saved' })
    expect(plan('one')).toBe(true)
  })

  it('is planned once for an entry, however often it is looked at', () => {
    const entryId = entryOf('one')
    const wanted = { ruleId: 'rule', ruleName: 'File', entryId, setId: 'one', state: 'issued', at: AT }
    runs.plan(wanted)
    const [run] = runs.open()
    if (run === undefined) throw new Error('there is no run')
    runs.change(run, { state: 'nothing-new', text: 'Nothing new.', nextTryAt: null })
    expect(runs.plan(wanted)).toBe(false)
    expect(runs.ofEntries([entryId]).get(entryId)).toMatchObject([{ state: 'nothing-new', text: 'Nothing new.' }])
    expect(runs.open()).toEqual([])
  })

  it('is found by its job', () => {
    plan('one')
    const [run] = runs.open()
    if (run === undefined) throw new Error('there is no run')
    runs.change(run, { jobId: 'job' })
    expect(runs.ofJob('job')).toMatchObject({ entryId: run.entryId })
    expect(runs.ofJob('another')).toBeUndefined()
  })
})
