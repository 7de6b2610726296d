import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../../../../../../src/engine/base/logger.ts'
import { EMPTY_FEED } from '../../../../../../src/engine/feed/feed-settings.ts'
import type { FeedStore } from '../../../../../../src/engine/feed/inbox/inbox-store.ts'
import { type Checks, createChecks } from '../../../../../../src/main/desk/feed/checks/check-schedule.ts'
import type { OpenedSession } from '../../../../../../src/main/desk/sessions.ts'
import type { CollectorCheck } from '../../../../../../src/engine/feed/checks/collector-checks.ts'
import type { SearchResult } from '../../../../../../src/engine/search/selection.ts'
import { AppError } from '../../../../../../src/shared/errors/app-error.ts'
import type { ParcelSet } from '../../../../../../src/shared/model/parcel-set.ts'
import { createManualClock, type ManualClock } from '../../../../../support/manual-clock.ts'
import { parcelSet } from '../../../../../support/parcel-sets.ts'
import { memoryFeed } from '../../../../../support/test-feed.ts'
import { createFakeDesk } from '../../../../cli/fake-desk.ts'
import { demoConnection, demoResult } from '../../../../cli/demo-values.ts'

const CUSTOMER = { customerId: 'aurora', customerName: 'Aurora Grain', brokerId: null }

let clock: ManualClock
let store: FeedStore
/** What a search shows; undefined where nobody is signed in. */
let shown: ParcelSet[] | undefined
let checks: Checks
let searches: number
/** The last check of which the firm’s collector told. */
let collectorCheck: CollectorCheck | undefined
let hasGap: boolean
/** What keeps the desk’s share of an interval from being stored; undefined where nothing does. */
let shareFault: Error | undefined
beforeEach(async () => {
  clock = createManualClock()
  searches = 0
  collectorCheck = undefined
  hasGap = false
  shareFault = undefined
  store = memoryFeed()
  shown = [parcelSet({ setId: 'one', status: 'signed' })]
  checks = createChecks({
    settings: { read: () => ({ ...EMPTY_FEED, followed: [CUSTOMER] }) },
    account: { online: openSession },
    store: () => store,
    clock,
    logger: createLogger({ write: () => undefined }),
    share: () => {
      if (shareFault !== undefined) throw shareFault
      return 0.5
    },
    collectorCheck: () => collectorCheck,
    hasGap: () => hasGap,
    beforeCommit: () => undefined,
    onFound: () => undefined,
    onSearched: () => undefined,
    onStatus: () => undefined,
  })
  onTestFinished(checks.stop)
  await checks.run()
  await clock.advance(120_000)
})

function searched(sets: ParcelSet[]): SearchResult {
  searches += 1
  return demoResult(sets)
}

function openSession(): Promise<OpenedSession> {
  const sets = shown
  if (sets === undefined) return Promise.reject(new AppError({ tag: 'no-credentials', what: 'Nobody is signed in.' }))
  const connection = demoConnection('demo')
  const { desk } = createFakeDesk({ session: { search: () => Promise.resolve(searched(sets)) } })
  const session = desk.connect({ connection, password: () => Promise.resolve('') })
  return Promise.resolve({ sessionId: 'session', connection, session })
}

describe('a lookup of sets that the index lacks', () => {
  it('leaves the result of the last check readable, which it would replace a second later', async () => {
    shown = [parcelSet({ setId: 'one', status: 'issued' })]
    await checks.run()
    const found = checks.status('aurora')
    expect(found).toMatchObject({ state: 'done', found: 1 })
    await clock.advance(1_000)
    await checks.lookUp('aurora')
    expect(checks.status('aurora')).toEqual(found)
  })

  it('leaves it also where it is requested while the check is under way', async () => {
    shown = [parcelSet({ setId: 'one', status: 'issued' })]
    await Promise.all([checks.run(), checks.lookUp('aurora')])
    expect(checks.status('aurora')).toMatchObject({ state: 'done', found: 1 })
  })

  it('reports that nobody is signed in, because the next sign-in then repeats it', async () => {
    shown = undefined
    await checks.lookUp('aurora')
    expect(checks.status('aurora')).toMatchObject({ state: 'not-signed-in' })
  })

  it('replaces a failure, which is over', async () => {
    shown = undefined
    await checks.run()
    shown = []
    await checks.lookUp('aurora')
    expect(checks.status('aurora')).toMatchObject({ state: 'done', found: 0 })
  })
})

describe('a check at its time', () => {
  const EVERY_MS = 15 * 60_000
  const collectorChecked = (): void => {
    collectorCheck = { at: clock.now().toISOString(), sets: 9, found: 0 }
  }
  /** To the second check from now: the first may be due at any time of the first interval and a half. */
  const passTwo = async (each: () => void = () => undefined): Promise<void> => {
    checks.restartTimer()
    for (let minute = 0; minute < 40; minute += 1) {
      each()
      await clock.advance(60_000)
    }
  }

  it('is left out while a collector tells of its own, and the line says what that found', async () => {
    const before = searches
    await passTwo(collectorChecked)
    expect(searches).toBe(before)
    expect(checks.status('aurora')).toMatchObject({
      state: 'done',
      sentence: 'The firm’s collector checked 9 sets: nothing changed without a message.',
    })
  })

  it('is made once the collector has told of none for an interval', async () => {
    collectorChecked()
    const before = searches
    await clock.advance(EVERY_MS)
    await passTwo()
    expect(searches).toBeGreaterThan(before)
  })

  it('is made where a stream has lost messages, of which the collector knows nothing', async () => {
    hasGap = true
    const before = searches
    await passTwo(collectorChecked)
    expect(searches).toBeGreaterThan(before)
  })

  it('is made once the disk has room again, where it had none when the time of the check was chosen', async () => {
    const before = searches
    shareFault = new AppError({ tag: 'storage-failed', file: 'feed.json', reason: 'the disk is full' })
    await passTwo()
    expect(searches).toBe(before)
    shareFault = undefined
    for (let minute = 0; minute < 40; minute += 1) await clock.advance(60_000)
    expect(searches).toBeGreaterThan(before)
  })

  it('is made once a day in any case', async () => {
    const before = searches
    await clock.advance(25 * 3_600_000)
    await passTwo(collectorChecked)
    expect(searches).toBeGreaterThan(before)
  })
})
