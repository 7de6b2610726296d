import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLogger } from '../../../../../../src/engine/base/logger.ts'
import { EMPTY_FEED, type StoredRule } from '../../../../../../src/engine/feed/feed-settings.ts'
import type { RuleRuns } from '../../../../../../src/engine/feed/rule-runs.ts'
import type { AttemptDependencies } from '../../../../../../src/main/desk/feed/rules/rule-attempt.ts'
import { createFeedRules, type FeedRules } from '../../../../../../src/main/desk/feed/rules/rule-runner.ts'
import { AppError } from '../../../../../../src/shared/errors/app-error.ts'
import { sampleJob } from '../../../../../support/sample-job.ts'
import { createManualClock } from '../../../../../support/manual-clock.ts'
import { arrival, memoryFeed, SIGNED, type TestFeed } from '../../../../../support/test-feed.ts'

const rule: StoredRule = {
  ruleId: 'rule',
  name: 'File',
  isOn: true,
  customers: [SIGNED.customerId],
  states: ['signed'],
  docTypes: [],
  folderId: 'f',
  pattern: '{name}',
  conflict: 'keep-both',
  folder: '/nowhere',
  since: '2026-11-20T00:00:00.000Z',
}
const NOT_SIGNED_IN = { tag: 'no-credentials', what: 'Nobody is signed in.' } as const

let store: TestFeed
let runs: RuleRuns
beforeEach(() => {
  store = memoryFeed()
  runs = store.runs
})

const nobody: AttemptDependencies['account']['online'] = () => Promise.reject(new AppError(NOT_SIGNED_IN))

/** The rules of a desk to which nobody is signed in, so that every attempt is postponed; or that answers as given. */
function startRules(faulty: StoredRule[] = [], online = nobody): FeedRules {
  const rules = createFeedRules({
    settings: { read: () => ({ ...EMPTY_FEED, rules: [...faulty, rule] }) },
    account: { online },
    store: () => store,
    queue: { start: () => 'job', resume: () => undefined, list: () => [] },
    documentsOf: () => [],
    concurrency: () => 4,
    clock: createManualClock(),
    logger: createLogger({ write: () => undefined }),
    runs: () => runs,
    onChanged: () => undefined,
  })
  onTestFinished(rules.stop)
  return rules
}

const attempts = (): number[] => runs.open().map((run) => run.attempts)

describe('what rules plan about a new entry', () => {
  it('is stored with the entry or not at all, so that a kill between the two loses no run', () => {
    const rules = startRules()
    const killed = (): void => {
      store.add([arrival(SIGNED)], (added) => {
        rules.plan(added)
        throw new Error('killed')
      })
    }
    expect(killed).toThrow('killed')
    expect([store.newestId(), attempts()]).toEqual([0, []])
    store.add([arrival(SIGNED)], rules.plan)
    expect([store.newestId(), attempts()]).toEqual([1, [0]])
  })

  it('never keeps an entry out of the inbox: where planning one rule throws, the entry says so and the others are planned', () => {
    const faulty: StoredRule = { ...rule, ruleId: 'faulty', name: 'Faulty' }
    Object.defineProperty(faulty, 'customers', {
      get: () => {
        throw new TypeError('a fault in planning')
      },
    })
    const added = store.add([arrival(SIGNED)], startRules([faulty]).plan)
    expect(added).toHaveLength(1)
    const ofEntry = runs.ofEntries([1]).get(1) ?? []
    expect(ofEntry.map(({ ruleId, state }) => [ruleId, state])).toEqual([
      ['faulty', 'failed'],
      ['rule', 'waiting'],
    ])
    expect(ofEntry[0]?.text).toMatch(/unexpected .*reference.* Save the documents of this set yourself/)
  })

  it('is rolled back with the entry where it cannot be stored, so that the message comes again', () => {
    const full = (): void => {
      throw new AppError({ tag: 'storage-failed', file: 'feed.sqlite', reason: 'the disk is full' })
    }
    const rules = startRules()
    vi.spyOn(runs, 'plan').mockImplementation(full)
    expect(() => store.add([arrival(SIGNED)], rules.plan)).toThrow(AppError)
    expect(store.newestId()).toBe(0)
  })

  it('is started once the entry is stored', async () => {
    const rules = startRules()
    store.add([arrival(SIGNED)], rules.plan)
    rules.startPlanned()
    await vi.waitFor(() => expect(attempts()).toEqual([1]))
  })

  it('is started by the next start where the desk was killed before', async () => {
    store.add([arrival(SIGNED)], startRules().plan)
    startRules().start([])
    await vi.waitFor(() => expect(attempts()).toEqual([1]))
  })
})

describe('the job of a run that failed', () => {
  it('is followed again once a user resumes it in Downloads', () => {
    const rules = startRules()
    store.add([arrival(SIGNED)], rules.plan)
    const [planned] = runs.open()
    if (planned === undefined) throw new Error('nothing was planned')
    runs.change(planned, { state: 'failed', jobId: 'job', nextTryAt: null })
    const state = (): string | undefined => runs.ofJob('job')?.state
    rules.onJobChanged(sampleJob({ state: 'stopped' }))
    expect(state()).toBe('failed')
    rules.onJobChanged(sampleJob({ state: 'running' }))
    expect(runs.ofJob('job')).toMatchObject({
      state: 'saving',
      text: expect.stringMatching(/^Saving to .* was resumed\.$/),
    })
    rules.onJobChanged(sampleJob({ state: 'done' }))
    expect(state()).toBe('saved')
  })
})

describe('a message that comes for a set while its job is saving', () => {
  const later = { ...SIGNED, transactionId: 'later', updatedDate: 'Sat Nov 21 10:11:12 UTC 2026' }
  const latest = { ...SIGNED, transactionId: 'latest', updatedDate: 'Sun Nov 22 10:11:12 UTC 2026' }

  /** The run of a first message, whose job is saving, and two messages after it. */
  function savingWithMore(): FeedRules {
    const rules = startRules()
    store.add([arrival(SIGNED)], rules.plan)
    const [first] = runs.open()
    if (first === undefined) throw new Error('nothing was planned')
    runs.change(first, { state: 'saving', jobId: 'job', nextTryAt: null })
    store.add([arrival(later)], rules.plan)
    rules.startPlanned()
    store.add([arrival(latest)], rules.plan)
    rules.startPlanned()
    return rules
  }
  const states = (): string[][] => [1, 2, 3].map((id) => (runs.ofEntries([id]).get(id) ?? []).map(({ state }) => state))

  it('is served once that job has ended, together with those that came after it', async () => {
    const rules = savingWithMore()
    expect([states(), attempts()]).toEqual([[['saving'], ['waiting'], []], [0]])
    rules.onJobChanged(sampleJob({ state: 'done' }))
    await vi.waitFor(() => expect(attempts()).toEqual([1]))
    expect(states()).toEqual([['saved'], ['waiting'], []])
  })

  it('waits for that job also where it was stopped and is resumed by the next start', async () => {
    await savingWithMore().stop()
    const rules = startRules()
    rules.start([])
    rules.retryWaiting()
    await vi.waitFor(() => expect(runs.ofJob('job')?.state).toBe('failed'))
    await vi.waitFor(() => expect(attempts()).toEqual([1]))
  })
})

describe('a run whose entry returns from a snooze while it is attempted', () => {
  it('is not attempted a second time beside that, and its outcome is kept with the entry', async () => {
    const asked: PromiseWithResolvers<never>[] = []
    const rules = startRules([], () => {
      const answer = Promise.withResolvers<never>()
      asked.push(answer)
      return answer.promise
    })
    // Stopping waits for every attempt.
    onTestFinished(() => {
      for (const { reject } of asked) reject(new AppError(NOT_SIGNED_IN))
    })
    store.add([arrival(SIGNED)], rules.plan)
    store.snooze([1], '2026-11-20T12:00:00.000Z')
    rules.startPlanned()
    expect(asked).toHaveLength(1)
    expect(store.returnDue('2026-11-20T12:00:00.000Z', 9)).toMatchObject([{ id: 2 }])
    rules.retryWaiting()
    expect(asked).toHaveLength(1)
    asked[0]?.reject(new AppError(NOT_SIGNED_IN))
    await vi.waitFor(() => expect(runs.ofEntries([2]).get(2)).toMatchObject([{ attempts: 1 }]))
    expect(asked).toHaveLength(1)
  })
})
