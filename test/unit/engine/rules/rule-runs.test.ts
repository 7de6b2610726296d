import { beforeEach, describe, expect, it } from 'vitest'
import type { FeedStore } from '../../../../src/engine/feed/inbox/inbox-store.ts'
import { createRuleRuns, type RuleRuns, watchRuleId } from '../../../../src/engine/rules/rule-runs.ts'
import { arrival, memoryFeed } from '../../../support/test-feed.ts'

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
/** Whether one more was planned. */
function plan(setId: string, ruleId = 'rule'): boolean {
  const before = runs.open().length
  runs.plan([{ ruleId, ruleName: 'File', entryId: entryOf(setId), setId, state: 'issued', at: AT }])
  return runs.open().length > before
}

describe('the runs of rules', () => {
  it('begin as waiting, due at once', () => {
    expect(plan('one')).toBe(true)
    expect(runs.open()).toMatchObject([{ state: 'waiting', nextTryAt: AT, attempts: 0, jobId: null, ruleName: 'File' }])
  })

  it('are never open twice for one rule, set and state', () => {
    expect([plan('one'), plan('one'), plan('two'), plan('one', 'other')]).toEqual([true, false, true, true])
    const [run] = runs.open()
    if (run === undefined) throw new Error('there is no run')
    runs.change(run, { state: 'saving', jobId: 'job', nextTryAt: null })
    expect(plan('one')).toBe(false)
    runs.change(run, { state: 'saved' })
    expect(plan('one')).toBe(true)
  })

  it('are planned once for an entry, however often it is matched', () => {
    const entryId = entryOf('one')
    const wanted = { ruleId: 'rule', ruleName: 'File', entryId, setId: 'one', state: 'issued', at: AT }
    runs.plan([wanted])
    const [run] = runs.open()
    if (run === undefined) throw new Error('there is no run')
    runs.change(run, { state: 'nothing-new', text: 'Nothing new.', nextTryAt: null })
    runs.plan([wanted])
    expect(runs.ofEntries([entryId]).get(entryId)).toMatchObject([{ state: 'nothing-new', text: 'Nothing new.' }])
    expect(runs.open()).toEqual([])
  })

  it('are found by their job', () => {
    plan('one')
    const [run] = runs.open()
    if (run === undefined) throw new Error('there is no run')
    runs.change(run, { jobId: 'job' })
    expect(runs.ofJob('job')).toMatchObject({ entryId: run.entryId })
    expect(runs.ofJob('another')).toBeUndefined()
  })

  it('that are due come with the fewest attempts first, and no more than requested', () => {
    for (const setId of ['one', 'two', 'three']) plan(setId)
    const [one, two] = runs.open()
    if (one === undefined || two === undefined) throw new Error('there are no runs')
    runs.change(one, { attempts: 2 })
    runs.change(two, { nextTryAt: '2026-11-20T11:00:00.000Z' })
    const due = (now: string, count = 9): number[] => runs.due(now, count).map(({ entryId }) => entryId - one.entryId)
    expect([due(AT), due('2026-11-20T11:00:00.000Z'), due(AT, 1)]).toEqual([[2, 0], [1, 2, 0], [2]])
    expect(runs.nextDueAfter(AT)).toBe('2026-11-20T11:00:00.000Z')
    runs.makeAllDue(AT)
    expect([due(AT), runs.nextDueAfter(AT)]).toEqual([[1, 2, 0], undefined])
  })

  it('of a watch that saves belong to no desk and no other watch', () => {
    const ids = ['/a', '/b'].map((folder) => watchRuleId(['ops', 'issued', folder]))
    const [ofA = '', ofB = ''] = ids
    const watched = createRuleRuns(store.database, ofA)
    watched.plan([{ ruleId: ofA, ruleName: 'watch', entryId: entryOf('one'), setId: 'one', state: 'issued', at: AT }])
    plan('two')
    const counts = [runs, watched, createRuleRuns(store.database, ofB)].map((own) => [
      own.open().length,
      own.due(AT, 9).length,
    ])
    expect(counts).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
    ])
  })
})
