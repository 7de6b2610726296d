import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../../../../../../src/engine/base/logger.ts'
import { EMPTY_FEED } from '../../../../../../src/engine/feed/feed-settings.ts'
import type { FeedStore } from '../../../../../../src/engine/feed/inbox/inbox-store.ts'
import { type Checks, createChecks } from '../../../../../../src/main/desk/feed/checks/check-schedule.ts'
import type { OpenedSession } from '../../../../../../src/main/desk/sessions.ts'
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
beforeEach(async () => {
  clock = createManualClock()
  store = memoryFeed()
  shown = [parcelSet({ setId: 'one', status: 'signed' })]
  checks = createChecks({
    settings: { read: () => ({ ...EMPTY_FEED, followed: [CUSTOMER] }) },
    account: { online: openSession },
    store: () => store,
    clock,
    logger: createLogger({ write: () => undefined }),
    beforeCommit: () => undefined,
    onFound: () => undefined,
    onSearched: () => undefined,
    onStatus: () => undefined,
  })
  onTestFinished(checks.stop)
  await checks.run()
  await clock.advance(120_000)
})

function openSession(): Promise<OpenedSession> {
  const sets = shown
  if (sets === undefined) return Promise.reject(new AppError({ tag: 'no-credentials', what: 'Nobody is signed in.' }))
  const connection = demoConnection('demo')
  const { desk } = createFakeDesk({ session: { search: () => Promise.resolve(demoResult(sets)) } })
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
