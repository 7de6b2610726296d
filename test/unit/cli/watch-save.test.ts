import { writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { Selection } from '../../../src/shared/model/selection.ts'
import type { ParcelSession } from '../../../src/engine/parcel-desk.ts'
import { AppError } from '../../../src/shared/errors/app-error.ts'
import type { FailureTag } from '../../../src/shared/errors/failure.ts'
import type { SaveResult } from '../../../src/shared/model/job.ts'
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts'
import { settled } from '../../support/scripted-link.ts'
import { createQuickClock } from '../../support/quick-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { SIGNED } from '../../support/test-feed.ts'
import { policyOf } from '../../support/test-policy.ts'
import {
  CUSTOMER_ID,
  demoConnection,
  demoJob,
  demoPlan,
  demoResult,
  demoSaved,
  demoSet,
  savedDocument,
  SET_ID,
} from './demo-values.ts'
import type { FakeDeskParts } from './fake-desk.ts'
import {
  emptyFeeds,
  liveWatch,
  QUEUE,
  type RunningWatch,
  startWatch,
  type WatchTestOptions,
} from './watch-at-broker.ts'
import type { SavePlan, SetsPlanRequest } from '../../../src/engine/saving/plan/save-plan.ts'

const SAVE = [...QUEUE, '--profile', 'uat', '--save-to', 'saved', '--on-state', 'title held']
/** Soon after the documented message. */
const NOW_MS = Date.parse('2026-11-20T10:12:00Z')
const HELD = { ...SIGNED, setId: SET_ID, customerId: CUSTOMER_ID, newStatus: 'TITLE_HELD', action: 'ISSUE' }

interface Asked {
  searches: Selection[]
  plans: SetsPlanRequest[]
  saves: SavePlan[]
}

async function savingWatch(
  words: string[],
  session: Partial<ParcelSession> = {},
  {
    documents,
    ...options
  }: Pick<WatchTestOptions, 'clock' | 'feeds' | 'workingDir'> & Pick<FakeDeskParts, 'documents'> = {},
): Promise<RunningWatch & Asked> {
  const asked: Asked = { searches: [], plans: [], saves: [] }
  const fakes: Partial<ParcelSession> = {
    sets: {
      read: () => [demoSet({ setId: SET_ID, status: 'title_held', shipmentRef: 'SHP-1' })],
      history: () => undefined,
      rowChanges: () => [],
      servicesOf: () => [],
      savedDocuments: () => new Map(),
      savedVersions: () => [],
      find: () => Promise.resolve(undefined),
      loadDocuments: () => Promise.resolve('listed'),
    },
    search: (selection) => {
      asked.searches.push(selection)
      return Promise.resolve(demoResult([]))
    },
    planSets: (request) => {
      asked.plans.push(request)
      return Promise.resolve(demoPlan())
    },
    save: (plan) => {
      asked.saves.push(plan)
      return Promise.resolve(demoSaved())
    },
    ...session,
  }
  const desk = { session: fakes, profiles: [demoConnection('uat')], ...(documents === undefined ? {} : { documents }) }
  const env = { PARCEL_DESK_AMQP_PASSWORD: 'x' }
  const [quick, workingDir] = [createQuickClock(1_000), await tempFolder()]
  // Waits of runs follow the wall clock, which must pass as quickly.
  const clock = { ...quick, now: () => new Date(NOW_MS + quick.monotonicMs()) }
  return { ...(await liveWatch([...SAVE, ...words], { desk, env, clock, workingDir, ...options })), ...asked }
}

describe('sets whose search lags', () => {
  /** A service in which only these sets show the state of their messages. */
  interface LaggingService {
    ready: Set<string>
    /** Searches so far, and the most that were under way at once. */
    searches: number
    atOnce: number
    saved: string[]
    /** Where given, its searches are answered once it is resolved. */
    hold?: PromiseWithResolvers<void>
  }

  async function laggingWatch(
    words: string[],
    options: { clock: ManualClock; feeds: ReturnType<typeof emptyFeeds>; ready: string[]; workingDir?: string },
  ): Promise<RunningWatch & { service: LaggingService }> {
    const seen: LaggingService = { ready: new Set(options.ready), searches: 0, atOnce: 0, saved: [] }
    let underWay = 0
    const watch = await savingWatch(
      words,
      {
        sets: {
          read: ([setId = '']) => [
            demoSet({ setId, status: seen.ready.has(setId) ? 'title_held' : 'issued', shipmentRef: setId }),
          ],
          history: () => undefined,
          rowChanges: () => [],
          servicesOf: () => [],
          savedDocuments: () => new Map(),
          savedVersions: () => [],
          find: () => Promise.resolve(undefined),
          loadDocuments: () => Promise.resolve('listed'),
        },
        search: async () => {
          seen.searches += 1
          underWay += 1
          seen.atOnce = Math.max(seen.atOnce, underWay)
          await nextTurn()
          await seen.hold?.promise
          underWay -= 1
          return demoResult([])
        },
        planSets: ({ sets }) => {
          seen.saved.push(...[...sets()].map(({ setId }) => setId))
          return Promise.resolve(demoPlan())
        },
        save: () => Promise.resolve(demoSaved()),
      },
      options,
    )
    return { ...watch, service: seen }
  }

  const held = (name: string): object => ({ ...HELD, setId: name, parcelReference: name })
  const named = (count: number, kind: string): string[] => Array.from({ length: count }, (_, at) => `${kind}-${at}`)

  it('wait together until --for ends, are reported, and are resumed by the next run', async () => {
    const [clock, feeds, sets] = [createManualClock(), emptyFeeds(), named(12, 'late')]
    const again = { clock, feeds, workingDir: await tempFolder() }
    const first = await laggingWatch(['--for', '20'], { ...again, ready: [] })
    await first.deliver(...sets.map(held))
    await vi.waitFor(() => expect(first.service.searches).toBe(12))
    await clock.advance(5_000)
    await vi.waitFor(() => expect(first.service.searches).toBe(24))
    await clock.advance(15_000)
    const { code, stderr } = await first.end()
    expect(code).toBe(5)
    expect(
      stderr.match(/The service still shows an earlier state of this set\. It is kept for the next run/g),
    ).toHaveLength(12)
    expect(stderr).toContain('The documents of 12 sets are still owed. Run the same command again to save them.')
    expect(first.service.saved).toEqual([])

    const second = await laggingWatch(['--for', '20'], { ...again, ready: sets })
    await vi.waitFor(() => expect(second.service.saved.toSorted()).toEqual(sets.toSorted()))
    await clock.advance(20_000)
    const ended = await second.end()
    expect(ended.code).toBe(0)
    expect(ended.stderr).toContain('The documents of 12 sets are owed from before.')
  })

  it('hold up no others in a backlog of 1,000, with only a few searches at once', async () => {
    const [clock, ready] = [createManualClock(), named(20, 'ready')]
    const watch = await laggingWatch([], { clock, feeds: emptyFeeds(), ready })
    await watch.deliver(...[...named(980, 'late'), ...ready].map(held))
    await vi.waitFor(() => expect(watch.service.searches).toBe(1_000), { timeout: 60_000 })
    // The last of them have been searched for, and are saved in later turns of the event loop.
    await vi.waitFor(() => expect(watch.service.saved.toSorted()).toEqual(ready.toSorted()))
    expect(watch.service.atOnce).toBe(4)
    watch.terminal.interrupt()
    const { code, stderr } = await watch.end()
    expect(code).toBe(130)
    expect(stderr).toContain('960 more sets: It is kept for the next run.')
  })

  it('let a set that arrives later go first', async () => {
    const clock = createManualClock()
    const watch = await laggingWatch([], { clock, feeds: emptyFeeds(), ready: ['ready'] })
    await watch.deliver(...named(8, 'late').map(held))
    await vi.waitFor(() => expect(watch.service.searches).toBe(8))
    await watch.deliver(held('ready'))
    await vi.waitFor(() => expect(watch.service.saved).toEqual(['ready']))
    expect(watch.service.searches).toBe(9)
  })

  it('are owed once, also where a message came during the search: the next search serves it too', async () => {
    const clock = createManualClock()
    const watch = await laggingWatch(['--count', '2'], { clock, feeds: emptyFeeds(), ready: [] })
    watch.service.hold = Promise.withResolvers<void>()
    await watch.deliver(held('late'))
    await vi.waitFor(() => expect(watch.service.searches).toBe(1))
    await watch.deliver({ ...held('late'), transactionId: 'later' })
    watch.service.hold.resolve()
    for (const [at, waitMs] of [5_000, 15_000, 30_000].entries()) {
      await vi.waitFor(() => expect(watch.service.searches).toBe(at + 1))
      await settled()
      await clock.advance(waitMs)
    }
    const { code, stderr } = await watch.end()
    expect([code, watch.service.searches]).toEqual([5, 4])
    expect(stderr).toContain('The documents of 1 set are still owed.')
  })

  it('are waited for briefly when --count ends the run', async () => {
    const clock = createManualClock()
    const watch = await laggingWatch(['--count', '1'], { clock, feeds: emptyFeeds(), ready: [] })
    await watch.deliver(held('late'))
    for (const [at, waitMs] of [5_000, 15_000, 30_000].entries()) {
      await vi.waitFor(() => expect(watch.service.searches).toBe(at + 1))
      await settled()
      await clock.advance(waitMs)
    }
    expect((await watch.end()).code).toBe(5)
    expect(watch.service.searches).toBe(4)
  })
})

describe('watch that saves', () => {
  it('searches for a set again when it reaches the state, and saves what is new', async () => {
    const watch = await savingWatch(['--count', '1'])
    await watch.deliver(HELD)
    const { code, stderr } = await watch.end()
    expect(code).toBe(0)
    const selection = { customers: [CUSTOMER_ID], shipmentRefs: ['SHP-1'], states: [], status: 'ACTIVE' }
    expect(watch.searches).toEqual([{ ...selection, filters: {}, instance: null }])
    expect(watch.plans).toMatchObject([{ isOnlyNew: true, conflict: 'keep-both', docTypes: [] }])
    expect(existsSync(watch.plans[0]?.folder ?? '')).toBe(true)
    expect(watch.saves).toHaveLength(1)
    expect(stderr).toContain('Set PR-1: 2 documents saved to ')
  })

  it('saves a set once, however many messages report the state, and none that reports another (T13)', async () => {
    const watch = await savingWatch(['--count', '3'])
    await watch.deliver(HELD, { ...HELD, transactionId: 'second' })
    await watch.deliver({ ...HELD, setId: 'another', newStatus: 'ISSUED' })
    expect((await watch.end()).code).toBe(0)
    expect(watch.saves).toHaveLength(1)
  })

  const showing = (status: string): Partial<ParcelSession> => ({
    sets: {
      read: () => [demoSet({ setId: SET_ID, status, shipmentRef: 'SHP-1' })],
      history: () => undefined,
      rowChanges: () => [],
      servicesOf: () => [],
      savedDocuments: () => new Map(),
      savedVersions: () => [],
      find: () => Promise.resolve(undefined),
      loadDocuments: () => Promise.resolve('listed'),
    },
  })

  it('saves nothing of an older message where a search shows the newer state (T42)', async () => {
    const watch = await savingWatch(['--count', '2'], showing('transfer_drafted'))
    const before = { ...HELD, updatedDate: 'Fri Nov 20 10:00:00 UTC 2026' }
    await watch.deliver({ ...HELD, newStatus: 'TRANSFER_DRAFTED' }, before)
    const { code, stderr } = await watch.end()
    expect([code, watch.searches.length, watch.saves.length]).toEqual([0, 1, 0])
    expect(stderr).toContain('Set PR-1: Nothing to do: already Transfer drafted.')
  })

  it.each([
    ['three minutes', 'Fri Nov 20 10:15:00 UTC 2026'],
    ['an hour', 'Fri Nov 20 11:12:00 UTC 2026'],
    ['thousands of years', 'Fri Dec 31 00:00:00 UTC 9999'],
  ])(
    'saves a set although a message before was dated %s ahead, by a clock that is wrong',
    async (_ahead, updatedDate) => {
      const watch = await savingWatch(['--count', '2'], showing('title_held'))
      await watch.deliver({ ...HELD, newStatus: 'DRAFTED', updatedDate }, HELD)
      expect((await watch.end()).code).toBe(0)
      expect(watch.saves).toHaveLength(1)
    },
  )

  it('saves a set again that reaches the state again later: signed by one more, or amended and signed anew', async () => {
    const watch = await savingWatch(['--count', '2'])
    await watch.deliver({ ...HELD, updatedDate: 'Fri Nov 20 10:11:12 UTC 2026' })
    const runs = watch.feed('test').runs
    await vi.waitFor(() => expect(runs.ofEntries([1]).get(1)).toMatchObject([{ state: 'saved' }]))
    await watch.deliver({ ...HELD, transactionId: 'later', updatedDate: 'Sat Nov 21 10:11:12 UTC 2026' })
    expect((await watch.end()).code).toBe(0)
    expect(watch.saves).toHaveLength(2)
  })

  it('saves a set once more after the save that is under way, for all messages that came meanwhile', async () => {
    const saves: PromiseWithResolvers<SaveResult>[] = []
    const save = (): Promise<SaveResult> => {
      const saving = Promise.withResolvers<SaveResult>()
      saves.push(saving)
      return saving.promise
    }
    const watch = await savingWatch(['--count', '3'], { save })
    await watch.deliver({ ...HELD, updatedDate: 'Fri Nov 20 10:11:12 UTC 2026' })
    await vi.waitFor(() => expect(saves).toHaveLength(1))
    await watch.deliver({ ...HELD, transactionId: 'later', updatedDate: 'Sat Nov 21 10:11:12 UTC 2026' })
    await watch.deliver({ ...HELD, transactionId: 'latest', updatedDate: 'Sun Nov 22 10:11:12 UTC 2026' })
    expect([watch.searches.length, saves.length]).toEqual([1, 1])
    saves[0]?.resolve(demoSaved())
    await vi.waitFor(() => expect(saves).toHaveLength(2))
    saves[1]?.resolve(demoSaved())
    expect((await watch.end()).code).toBe(0)
    expect([watch.searches.length, saves.length]).toEqual([2, 2])
  })

  it('ends well where a later message of the set brought what an earlier one could not', async () => {
    const failure = { tag: 'some-not-saved', message: 'Not all.', next: '' } as const
    const notAll = demoSaved({ complete: false, job: demoJob({ state: 'stopped', saved: 1, failed: 1, failure }) })
    const results = [notAll, demoSaved()]
    const save = () => Promise.resolve(results.shift() ?? notAll)
    const watch = await savingWatch(['--count', '2'], { save })
    await watch.deliver(HELD)
    const runs = watch.feed('test').runs
    await vi.waitFor(() => expect(runs.ofEntries([1]).get(1)).toMatchObject([{ state: 'failed' }]))
    await watch.deliver({ ...HELD, transactionId: 'later', updatedDate: 'Sat Nov 21 10:11:12 UTC 2026' })
    expect((await watch.end()).code).toBe(0)
  })

  it('reports that the ledger has everything already, and saves nothing', async () => {
    const planSets = () => Promise.reject(new AppError({ tag: 'nothing-matched', what: 'no document' }))
    const watch = await savingWatch(['--count', '1'], { planSets })
    await watch.deliver(HELD)
    const { code, stderr } = await watch.end()
    expect({ code, saves: watch.saves }).toEqual({ code: 0, saves: [] })
    expect(stderr).toContain('Set PR-1: Nothing new to save to ')
  })

  it('continues after a set that could not be saved, and ends with the code of that failure', async () => {
    const failed = demoJob({
      state: 'stopped',
      failure: { tag: 'disk-full', message: 'It is full.', next: 'Free some.' },
    })
    const isFull = demoSaved({ complete: false, job: failed })
    const results = [isFull, demoSaved()]
    const save = () => Promise.resolve(results.shift() ?? isFull)
    const watch = await savingWatch(['--count', '2'], { save })
    await watch.deliver(HELD, { ...HELD, setId: 'another', parcelReference: 'PR-2' })
    const { code, stderr } = await watch.end()
    expect(code).toBe(7)
    expect(stderr).toContain('Set PR-1: It is full. It is kept for the next run.')
    expect(stderr).toContain('The documents of 1 set are still owed. Run the same command again')
    expect(stderr).toContain('Set PR-2: 2 documents saved')
  })

  it('tries a document once that was refused, and again one that got no answer', async () => {
    const failure = { tag: 'some-not-saved', message: '1 of 2 documents could not be saved.', next: 'Resume.' } as const
    const notAll = demoSaved({ complete: false, job: demoJob({ state: 'stopped', saved: 1, failed: 1, failure }) })
    const ending = async (tag: FailureTag): Promise<{ code: number; stderr: string; saves: number }> => {
      let saves = 0
      const save = (): Promise<SaveResult> => {
        saves += 1
        return Promise.resolve(saves === 3 ? demoSaved() : notAll)
      }
      const refused = savedDocument({ state: 'failed', failure: { tag, message: 'It ends too early.', next: '' } })
      const watch = await savingWatch(['--count', '1'], { save }, { documents: [savedDocument(), refused] })
      await watch.deliver(HELD)
      const { code, stderr } = await watch.end()
      return { code, stderr, saves }
    }
    const refused = await ending('not-a-whole-pdf')
    expect(refused).toMatchObject({ code: 5, saves: 1 })
    expect(refused.stderr).toContain(
      'Set PR-1: 1 of 2 documents could not be saved. The first: It ends too early. “parcel-desk resume job-1” tries again.',
    )
    expect(refused.stderr).not.toContain('still owed')
    expect(await ending('service-failing')).toMatchObject({ code: 0, saves: 3 })
  })

  it('stores a message and its planned save together or neither: a kill in between would lose the save', async () => {
    const feeds = emptyFeeds()
    const databases = Object.values(feeds).map(({ database }) => database)
    for (const database of databases) {
      database.exec("CREATE TRIGGER refuse BEFORE INSERT ON rule_runs BEGIN SELECT RAISE (ABORT, 'killed'); END")
    }
    const watch = await savingWatch(['--count', '1'], {}, { feeds })
    await watch.deliver(HELD)
    const stored = (): number => [...feeds.test.all(), ...feeds.production.all()].length
    expect([stored(), watch.link.latest().acknowledged]).toEqual([0, []])
    for (const database of databases) database.exec('DROP TRIGGER refuse')
    await watch.retry()
    await watch.deliver(HELD)
    expect((await watch.end()).code).toBe(0)
    expect([stored(), watch.saves.length]).toEqual([1, 1])
  })

  it('takes no message where the service refuses the password', async () => {
    const signIn = () =>
      Promise.reject(new AppError({ tag: 'sign-in-refused', username: 'ops', origin: 'https://exchange.example' }))
    const desk = { session: { signIn }, profiles: [demoConnection('uat')] }
    const watch = startWatch(SAVE, { desk, workingDir: await tempFolder() })
    expect((await watch.end()).code).toBe(3)
    expect(watch.link.attempts).toEqual([])
  })

  it('takes no message where it cannot write to the folder', async () => {
    const workingDir = await tempFolder()
    await writeFile(join(workingDir, 'file'), '')
    const words = [...QUEUE, '--profile', 'uat', '--save-to', join('file', 'saved'), '--on-state', 'x']
    const watch = startWatch(words, { desk: { profiles: [demoConnection('uat')] }, workingDir })
    expect((await watch.end()).code).toBe(7)
    expect(watch.link.attempts).toEqual([])
  })

  it('takes no message and makes no folder where the organisation has set others', async () => {
    const [workingDir, allowed] = [await tempFolder(), await tempFolder()]
    const desk = { desk: { policy: policyOf({ ArchiveRoots: [allowed] }) }, profiles: [demoConnection('uat')] }
    const watch = startWatch(SAVE, { desk, workingDir })
    expect(await watch.end()).toMatchObject({ code: 2, stderr: expect.stringContaining(`Save into ${allowed}.`) })
    expect([watch.link.attempts, existsSync(join(workingDir, 'saved'))]).toEqual([[], false])
  })
})
