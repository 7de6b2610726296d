import { describe, expect, it } from 'vitest'
import { type Comparison, compareSets } from '../../../../../src/engine/feed/checks/compare-sets.ts'
import type { UnconfirmedState } from '../../../../../src/engine/feed/inbox/unconfirmed-states.ts'
import type { KnownState } from '../../../../../src/engine/feed/inbox/set-states.ts'
import type { ParcelSet } from '../../../../../src/shared/model/parcel-set.ts'
import { parcelSet } from '../../../../support/parcel-sets.ts'

const customer = { customerId: 'aurora', customerName: 'Aurora Grain', brokerId: null }
const startedAt = new Date('2026-11-20T10:00:00.000Z')
const secondsBefore = (seconds: number): string => new Date(startedAt.getTime() - seconds * 1_000).toISOString()

/** A state known from a message, at the message’s time. */
const byMessage = (seconds: number): KnownState => {
  const at = secondsBefore(seconds)
  return { status: 'ISSUED', state: 'issued', updatedAt: at, seenAt: at, isFromCheck: false, statusBefore: null }
}
const byCheck = (seconds: number): KnownState => ({ ...byMessage(seconds), isFromCheck: true })

const HELD = { status: 'title_held' }
const compare = (
  known: KnownState | undefined,
  set: Partial<ParcelSet> = HELD,
  doubts: Record<string, UnconfirmedState> = {},
): Promise<Comparison> =>
  compareSets(
    { knownState: () => known, unconfirmedStates: () => new Map(Object.entries(doubts)) },
    { customer, startedAt, now: startedAt, sets: [parcelSet(set)] },
  )

describe('comparing a search with the known states', () => {
  it('finds a changed state, with the one before', async () => {
    const { findings } = await compare(byMessage(120))
    const change = { status: 'title_held', stateBefore: 'ISSUED', parcelReference: 'PR-1', shipmentRef: 'SHP-1' }
    const of = { setId: 'set', customerId: 'aurora', customerName: 'Aurora Grain' }
    expect(findings).toEqual([{ ...of, ...change, seenAt: startedAt.toISOString() }])
  })

  it('finds an unknown set', async () => {
    expect((await compare(undefined)).findings).toMatchObject([{ setId: 'set', stateBefore: null }])
  })

  it('finds nothing where only the spelling differs (T12)', async () => {
    expect(await compare({ ...byMessage(120), state: 'title_held' }, { status: 'Title-Held' })).toMatchObject({
      sets: 1,
      findings: [],
      baseline: [],
    })
  })

  it('does not contradict what was learnt during the search', async () => {
    expect((await compare(byCheck(-1))).findings).toEqual([])
    expect((await compare(byMessage(-1))).findings).toEqual([])
  })

  it('believes a message of the last minute: a search may lag behind the queue', async () => {
    expect((await compare(byMessage(59))).findings).toEqual([])
    expect((await compare(byMessage(61))).findings).toHaveLength(1)
    expect((await compare(byMessage(61), { status: 'amended' })).findings).toHaveLength(1)
  })

  it('compares with an earlier check, however recent', async () => {
    expect((await compare(byCheck(1))).findings).toHaveLength(1)
  })

  it.each([null, '', ' '])('does not take a missing state for a change: %o', async (status) => {
    expect(await compare(byMessage(120), { status })).toMatchObject({ sets: 0, findings: [], baseline: [] })
  })
})

describe('a search that may lag', () => {
  const early = { status: 'signed' }
  const since = (seconds: number): Record<string, UnconfirmedState> => ({
    set: { status: 'Signed', since: secondsBefore(seconds) },
  })

  it('leaves a step back unconfirmed until a second check sees it', async () => {
    for (const known of [byMessage(300), byCheck(300)]) {
      const seen = { setId: 'set', status: 'signed', seenAt: startedAt.toISOString() }
      expect(await compare(known, early)).toEqual({ sets: 1, findings: [], baseline: [], unconfirmed: [seen] })
      expect((await compare(known, early, since(900))).findings).toMatchObject([{ status: 'signed' }])
    }
  })

  it('leaves the state before the message unconfirmed, whatever the service calls it', async () => {
    const known = { ...byMessage(300), status: 'amended', state: 'amended', statusBefore: 'Being amended' }
    expect((await compare(known, { status: 'being_amended' })).findings).toEqual([])
    expect((await compare({ ...known, isFromCheck: true }, { status: 'being_amended' })).findings).toHaveLength(1)
  })

  it('is confirmed only by a check a minute later: two in quick succession see the same lag', async () => {
    expect((await compare(byMessage(300), early, since(59))).unconfirmed).toHaveLength(1)
    expect((await compare(byMessage(300), early, since(60))).unconfirmed).toEqual([])
  })

  it('starts again where the second check sees another state', async () => {
    const other = { set: { status: 'drafted', since: secondsBefore(900) } }
    expect((await compare(byMessage(300), early, other)).unconfirmed).toHaveLength(1)
  })
})

describe('a state that was learnt while the clock was ahead', () => {
  it('does not keep checks from finding a change until that time has come', async () => {
    expect((await compare(byMessage(-120))).findings).toEqual([])
    const dayAhead = byCheck(-24 * 3_600)
    expect((await compare(dayAhead)).findings).toMatchObject([{ status: 'title_held' }])
  })
})
