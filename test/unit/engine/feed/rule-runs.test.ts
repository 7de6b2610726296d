import { beforeEach, describe, expect, it } from 'vitest'
import { type RuleRuns, watchRuleId } from '../../../../src/engine/feed/rule-runs.ts'
import { arrival, memoryFeed, type TestFeed } from '../../../support/test-feed.ts'

const AT = '2026-11-20T10:00:00.000Z'

let store: TestFeed
let runs: RuleRuns
beforeEach(() => {
  store = memoryFeed()
  runs = store.runs
})

let messages = 0
/** One more message about a set. */
function entryOf(setId: string, newStatus = 'ISSUED'): number {
  messages += 1
  return store.add([arrival({ setId, newStatus, messages })])[0]?.id ?? 0
}
/** Whether one more was planned. */
function plan(setId: string, ruleId = 'rule', underWay: number[] = []): boolean {
  const before = runs.open().length
  runs.plan([{ ruleId, ruleName: 'File', entryId: entryOf(setId), setId, state: 'issued', at: AT }], underWay)
  return runs.open().length > before
}

describe('the runs of rules', () => {
  it('begin as waiting, due at once', () => {
    expect(plan('one')).toBe(true)
    expect(runs.open()).toMatchObject([{ state: 'waiting', nextTryAt: AT, attempts: 0, jobId: null, ruleName: 'File' }])
  })

  it('are due where a clock that was ahead put them off', () => {
    plan('one')
    const [run] = runs.open()
    if (run === undefined) throw new Error('there is no run')
    runs.change(run, { at: '2026-11-21T06:00:00.000Z', nextTryAt: '2026-11-21T07:00:00.000Z' })
    expect(runs.due('2026-11-20T10:01:00.000Z', 9)).toHaveLength(1)
    expect(runs.due('2026-11-21T06:30:00.000Z', 9)).toEqual([])
  })

  it('are never open twice for one rule, set and state', () => {
    expect([plan('one'), plan('one'), plan('two'), plan('one', 'other')]).toEqual([true, false, true, true])
  })

  it('for the same set and state come one after another, where a message came too late for the one under way', () => {
    plan('one')
    const [first] = runs.open()
    if (first === undefined) throw new Error('there is no run')
    plan('one', 'rule', [first.runId])
    plan('one', 'rule', [first.runId])
    expect([runs.open(), runs.due(AT, 9)]).toMatchObject([[{ runId: 1 }], [{ runId: 1 }]])
    runs.change(first, { state: 'saving', jobId: 'job', nextTryAt: null })
    plan('one')
    runs.change(first, { state: 'saved', nextTryAt: null })
    expect([runs.open(), runs.due(AT, 9)]).toMatchObject([[{ entryId: first.entryId + 1 }], [{ attempts: 0 }]])
  })

  it('that search again serve what came during the search before, too', () => {
    plan('one')
    const [first] = runs.open()
    if (first === undefined) throw new Error('there is no run')
    plan('one', 'rule', [first.runId])
    runs.change(first, { state: 'waiting', attempts: 1 })
    runs.change(first, { state: 'saved', nextTryAt: null })
    expect(runs.open()).toEqual([])
  })

  it('are planned once for an entry, however often it is matched', () => {
    const entryId = entryOf('one')
    const wanted = { ruleId: 'rule', ruleName: 'File', entryId, setId: 'one', state: 'issued', at: AT }
    runs.plan([wanted], [])
    const [run] = runs.open()
    if (run === undefined) throw new Error('there is no run')
    runs.change(run, { state: 'nothing-new', text: 'Nothing new.', nextTryAt: null })
    runs.plan([wanted], [])
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

  it('follow an entry that has a new id since they were read: back from a snooze', () => {
    plan('one')
    const [run] = runs.open()
    if (run === undefined) throw new Error('there is no run')
    store.snooze([run.entryId], AT)
    const [returned] = store.returnDue(AT, 1)
    const after = returned?.id ?? 0
    expect(after).toBeGreaterThan(run.entryId)
    expect(runs.change(run, { state: 'saved', text: 'Saved.', nextTryAt: null })).toMatchObject({ entryId: after })
    expect(runs.ofEntries([after]).get(after)).toMatchObject([{ state: 'saved', text: 'Saved.' }])
  })

  it('of a watch that saves belong to no desk and no other watch', () => {
    const ids = ['/a', '/b'].map((folder) => watchRuleId(['ops', 'issued', folder]))
    const [ofA = '', ofB = ''] = ids
    const watched = store.runsOfWatch(ofA)
    watched.plan(
      [{ ruleId: ofA, ruleName: 'watch', entryId: entryOf('one'), setId: 'one', state: 'issued', at: AT }],
      [],
    )
    plan('two')
    const counts = [runs, watched, store.runsOfWatch(ofB)].map((own) => [own.open().length, own.due(AT, 9).length])
    expect(counts).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
    ])
  })
})
