import { describe, expect, it } from 'vitest'
import type { FeedEntry } from '../../../../../src/shared/model/feed-entry.ts'
import type { FeedStore } from '../../../../../src/engine/feed/inbox/inbox-store.ts'
import { parseUpdatedDate } from '../../../../../src/shared/text/dates.ts'
import { arrival, memoryFeed, SEEN_AT, SIGNED } from '../../../../support/test-feed.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** As the service writes it, so much after `SEEN_AT`. */
function dated(afterMs: number): string {
  const [day = '', date = '', month = '', year = '', time = ''] = new Date(Date.parse(SEEN_AT) + afterMs)
    .toUTCString()
    .split(/,? /)
  return `${day} ${month} ${date} ${time} UTC ${year}`
}

function later(ms: number): string {
  return new Date(Date.parse(SEEN_AT) + ms).toISOString()
}

interface Told {
  newStatus: string
  updatedDate: string
  /** Default: at `SEEN_AT`. */
  seenAt?: string
}

function addOne(feed: FeedStore, { newStatus, updatedDate, seenAt = SEEN_AT }: Told): FeedEntry | undefined {
  return feed.add([arrival({ ...SIGNED, newStatus, updatedDate }, { seenAt })])[0]
}

describe('a message that is dated later than it came', () => {
  it.each([
    ['an hour', dated(HOUR_MS)],
    ['six minutes', dated(6 * MINUTE_MS)],
    ['two days', dated(48 * HOUR_MS)],
    ['thousands of years', 'Fri Dec 31 00:00:00 UTC 9999'],
  ])('by %s outdates nothing that follows', (_by, updatedDate) => {
    expect(parseUpdatedDate(updatedDate)).toBeDefined()
    const feed = memoryFeed()
    expect(addOne(feed, { newStatus: 'DRAFTED', updatedDate })).toMatchObject({
      updatedAt: null,
      updatedDate,
      isOutdated: false,
    })
    expect(addOne(feed, { newStatus: 'TITLE_HELD', updatedDate: dated(0) })).toMatchObject({
      isOutdated: false,
      stateBefore: 'DRAFTED',
    })
    expect(feed.knownState(SIGNED.setId)).toMatchObject({ state: 'title_held', updatedAt: parseUpdatedDate(dated(0)) })
  })

  it('by less has the usual difference of two clocks, and its time counts', () => {
    const feed = memoryFeed()
    expect(addOne(feed, { newStatus: 'ISSUED', updatedDate: dated(4 * MINUTE_MS) })).toMatchObject({
      updatedAt: later(4 * MINUTE_MS),
    })
    expect(addOne(feed, { newStatus: 'Signed', updatedDate: dated(0) })).toMatchObject({ isOutdated: true })
  })

  it('leaves the newest time that can be believed, by which older messages are recognised', () => {
    const feed = memoryFeed()
    addOne(feed, { newStatus: 'ISSUED', updatedDate: dated(0) })
    addOne(feed, { newStatus: 'TITLE_HELD', updatedDate: dated(HOUR_MS) })
    expect(addOne(feed, { newStatus: 'DRAFTED', updatedDate: dated(-MINUTE_MS) })).toMatchObject({ isOutdated: true })
  })
})

describe('a time that was believed while this computer’s clock was ahead', () => {
  it('outdates nothing once the clock is right', () => {
    const feed = memoryFeed()
    addOne(feed, { newStatus: 'DRAFTED', updatedDate: dated(48 * HOUR_MS), seenAt: later(48 * HOUR_MS) })
    expect(addOne(feed, { newStatus: 'TITLE_HELD', updatedDate: dated(0) })).toMatchObject({ isOutdated: false })
    expect(feed.knownState(SIGNED.setId)?.state).toBe('title_held')
  })

  it('of a check does not keep messages from changing the state', () => {
    const feed = memoryFeed()
    feed.recordStates([{ setId: SIGNED.setId, status: 'transfer_drafted', seenAt: later(48 * HOUR_MS) }])
    addOne(feed, { newStatus: 'TITLE_HELD', updatedDate: dated(0) })
    expect(feed.knownState(SIGNED.setId)).toMatchObject({ state: 'title_held', isFromCheck: false })
  })
})

describe('an id in capitals', () => {
  const capitals = { ...SIGNED, setId: SIGNED.setId.toUpperCase(), customerId: SIGNED.customerId.toUpperCase() }

  it('is the same set and the same customer, and the body stays as it came', () => {
    const feed = memoryFeed()
    feed.add([arrival({ ...SIGNED, newStatus: 'DRAFTED' })])
    const [entry] = feed.add([arrival(capitals)])
    expect(entry).toMatchObject({ setId: SIGNED.setId, customerId: SIGNED.customerId, stateBefore: 'DRAFTED' })
    expect(entry?.raw).toContain(capitals.setId)
    expect(feed.knownState(capitals.setId)?.state).toBe('signed')
    expect(feed.ofSet(capitals.setId)).toHaveLength(2)
    expect([...feed.all({ customers: [capitals.customerId] })]).toHaveLength(2)
    feed.resolve([{ setId: capitals.setId, customerName: 'Aurora Grain', shipmentRef: 'SHP-1' }])
    expect(feed.ofSet(SIGNED.setId).map(({ shipmentRef }) => shipmentRef)).toEqual(['SHP-1', 'SHP-1'])
  })

  it('is left as it is where it is no UUID', () => {
    expect(memoryFeed().add([arrival({ ...SIGNED, setId: 'Set-A' })])).toMatchObject([{ setId: 'Set-A' }])
  })
})
