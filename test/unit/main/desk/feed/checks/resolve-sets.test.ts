import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../../../../../../src/engine/base/logger.ts'
import type { ParcelSession } from '../../../../../../src/engine/parcel-desk.ts'
import { EMPTY_FEED } from '../../../../../../src/engine/feed/feed-settings.ts'
import type { ResolvedSet } from '../../../../../../src/engine/feed/inbox/inbox-store.ts'
import { createSetResolver, type SetResolver } from '../../../../../../src/main/desk/feed/checks/resolve-sets.ts'
import type { ParcelSet } from '../../../../../../src/shared/model/parcel-set.ts'
import { createFakeDesk } from '../../../../cli/fake-desk.ts'
import { feedEntry } from '../../../../../support/feed-entries.ts'
import { createManualClock, type ManualClock } from '../../../../../support/manual-clock.ts'
import { parcelSet } from '../../../../../support/parcel-sets.ts'
import { demoConnection } from '../../../../cli/demo-values.ts'

let clock: ManualClock
/** What the local index has. */
let index: Map<string, ParcelSet>
let resolved: ResolvedSet[]
let searched: string[]
let resolver: SetResolver
beforeEach(() => {
  clock = createManualClock()
  index = new Map()
  resolved = []
  searched = []
  const followed = [{ customerId: 'aurora', customerName: 'Aurora Grain', brokerId: null }]
  resolver = createSetResolver({
    settings: { read: () => ({ ...EMPTY_FEED, followed }) },
    store: () => ({ resolve: (sets) => void resolved.push(...sets) }),
    session: openSession,
    requestSearch: (customerId) => void searched.push(customerId),
    clock,
    logger: createLogger({ write: () => undefined }),
    onResolved: () => undefined,
  })
  onTestFinished(resolver.stop)
})

function openSession(): ParcelSession {
  const session = createFakeDesk().desk.connect({
    connection: demoConnection('demo'),
    password: () => Promise.resolve(''),
  })
  const read = (ids: Iterable<string>): ParcelSet[] => [...ids].flatMap((id) => index.get(id) ?? [])
  return { ...session, sets: { ...session.sets, read } }
}

const settle = (): Promise<void> => clock.advance(0).then(() => clock.advance(0))
const unknown = (setId: string) => feedEntry({ setId, customerName: null })

describe('what a message lacks', () => {
  it('is taken from the local index', async () => {
    index.set('one', parcelSet({ setId: 'one', shipmentRef: 'SHP-7' }))
    resolver.lookUpSets([unknown('one')])
    await settle()
    expect(resolved).toEqual([
      { setId: 'one', customerId: 'aurora', customerName: 'Aurora Grain', shipmentRef: 'SHP-7' },
    ])
    expect(resolver.referenceOf('one')).toBe('SHP-7')
    expect(searched).toEqual([])
  })

  it('is searched for once where the index lacks it, and unknown until then (T5, T44)', async () => {
    resolver.lookUpSets([unknown('one'), unknown('two')])
    await settle()
    expect(searched).toEqual(['aurora'])
    expect(resolved).toMatchObject([
      { setId: 'one', customerName: 'Aurora Grain', shipmentRef: null },
      { setId: 'two' },
    ])
    index.set('one', parcelSet({ setId: 'one', shipmentRef: 'SHP-7' }))
    resolver.onCustomerSearched('aurora')
    await settle()
    expect(resolved).toContainEqual(expect.objectContaining({ setId: 'one', shipmentRef: 'SHP-7' }))
    expect(searched).toEqual(['aurora'])
  })

  it('is not searched for again because of a known set', async () => {
    resolver.lookUpSets([unknown('one')])
    await settle()
    resolver.onCustomerSearched('aurora')
    await clock.advance(60_000)
    index.set('two', parcelSet({ setId: 'two', shipmentRef: 'SHP-8' }))
    resolver.lookUpSets([unknown('two')])
    await settle()
    await clock.advance(60_000)
    expect(searched).toEqual(['aurora'])
  })

  it('is given up after two searches without it: a set that is gone must not cost for ever', async () => {
    resolver.lookUpSets([unknown('one')])
    await settle()
    for (let search = 0; search < 3; search += 1) {
      resolver.onCustomerSearched('aurora')
      await settle()
    }
    const looks = resolved.length
    resolver.onCustomerSearched('aurora')
    await settle()
    expect([looks, resolved.length]).toEqual([3, 3])
    expect(searched).toEqual(['aurora'])
  })

  it('is searched for at most once a minute, however many messages arrive', async () => {
    for (let message = 0; message < 100; message += 1) {
      resolver.lookUpSets([unknown(`set ${message}`)])
      await clock.advance(100)
    }
    expect(searched).toEqual(['aurora'])
    await clock.advance(60_000)
    await settle()
    expect(searched).toEqual(['aurora', 'aurora'])
  })

  it('is not searched for where the customer is not followed', async () => {
    resolver.lookUpSets([
      feedEntry({ setId: 'one', customerId: 'stranger', customerName: null }),
      feedEntry({ setId: null }),
    ])
    await settle()
    expect([searched, resolved]).toEqual([[], []])
    expect(resolver.referenceOf('one')).toBeNull()
  })
})
