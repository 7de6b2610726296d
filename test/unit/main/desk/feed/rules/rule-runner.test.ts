import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLogger } from '../../../../../../src/engine/base/logger.ts'
import { EMPTY_FEED, type StoredRule } from '../../../../../../src/engine/feed/feed-settings.ts'
import type { FeedStore } from '../../../../../../src/engine/feed/inbox/inbox-store.ts'
import { createRuleRuns, type RuleRuns } from '../../../../../../src/engine/rules/rule-runs.ts'
import { createFeedRules, type FeedRules } from '../../../../../../src/main/desk/feed/rules/rule-runner.ts'
import { AppError } from '../../../../../../src/shared/errors/app-error.ts'
import { sampleJob } from '../../../../../support/sample-job.ts'
import { createManualClock } from '../../../../../support/manual-clock.ts'
import { arrival, memoryFeed, SIGNED } from '../../../../../support/test-feed.ts'

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

let store: FeedStore
let runs: RuleRuns
beforeEach(() => {
  store = memoryFeed()
  runs = createRuleRuns(store.database)
})

/** The rules of a desk to which nobody is signed in: every attempt is postponed. */
function startRules(faulty: StoredRule[] = []): FeedRules {
  const rules = createFeedRules({
    settings: { read: () => ({ ...EMPTY_FEED, rules: [...faulty, rule] }) },
    account: { online: () => Promise.reject(new AppError(NOT_SIGNED_IN)) },
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
