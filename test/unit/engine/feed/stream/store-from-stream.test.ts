import { beforeEach, describe, expect, it } from 'vitest'
import { checkMessages } from '../../../../../src/engine/feed/checks/check-message.ts'
import { newsOf } from '../../../../../src/engine/feed/checks/collector-checks.ts'
import { storeDeliveries } from '../../../../../src/engine/feed/store-deliveries.ts'
import type { StreamChecks } from '../../../../../src/engine/feed/stream/store-from-stream.ts'
import { hashOfBody } from '../../../../../src/engine/feed/stream/stream-places.ts'
import type { Delivery } from '../../../../../src/engine/ports/link.ts'
import type { FeedEntry } from '../../../../../src/shared/model/feed-entry.ts'
import { memoryFeed, SIGNED, type TestFeed } from '../../../../support/test-feed.ts'

const NAME = 'stream'
const { customerId, setId } = SIGNED
const clock = { now: () => new Date('2026-11-20T12:00:00.000Z') }
const customer = { customerId, customerName: 'Aurora Grain' }

let feed: TestFeed
let offset: number
beforeEach(() => {
  feed = memoryFeed()
  offset = 0
})

const delivery = (body: Buffer | object): Delivery => {
  offset += 1
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  return { tag: offset, offset, isRedelivered: false, body: bytes }
}
/** Told by a collector, which its header says. */
const told = (body: Buffer | object): Delivery => ({
  ...delivery(body),
  properties: { headers: { 'parcel-desk': 'check' } },
})
/** That the set is in this state, found by a search at this time. */
const checkOf = (status: string, startedAt: string): Delivery => {
  const found = [{ setId, status, parcelReference: 'PR-1', shipmentRef: 'SHP-1' }]
  return told(checkMessages({ customerId, startedAt, sets: 9, found })[0] ?? Buffer.alloc(0))
}
const store = (batch: Delivery[], checks?: StreamChecks): FeedEntry[] => {
  const stream = { name: NAME, places: feed.places, ...(checks === undefined ? {} : { checks }) }
  return storeDeliveries({ feed, clock, beforeCommit: () => undefined, stream }, batch)
}
const taking = (): StreamChecks => ({
  news: (result) => newsOf(feed, customer, { ...result, now: new Date('2026-11-21T00:00:00.000Z') }),
  record: ({ startedAt, sets }) => feed.collectorChecks.record(customerId, { at: startedAt, sets }),
})

describe('a batch of a stream', () => {
  it('is stored in its order: what a check found after a message is news, and what it found before is not', () => {
    const added = store(
      [
        delivery(SIGNED),
        checkOf('ISSUED', '2026-11-20T14:00:00.000Z'),
        delivery({ ...SIGNED, newStatus: 'TITLE_HELD' }),
      ],
      taking(),
    )
    expect(added.map(({ source, newStatus }) => [source, newStatus])).toEqual([
      ['stream', 'Signed'],
      ['check', 'ISSUED'],
      ['stream', 'TITLE_HELD'],
    ])
    expect(feed.collectorChecks.last(customerId)).toEqual({
      at: '2026-11-20T14:00:00.000Z',
      sets: 9,
      found: 1,
    })
    // Of a search that began before the last message came.
    expect(store([checkOf('Signed', '2026-11-20T11:00:00.000Z')], taking())).toEqual([])
  })

  it('leaves out what is known already, so that a check that is told twice is stored once', () => {
    const check = (): Delivery => checkOf('ISSUED', '2026-11-20T14:00:00.000Z')
    expect(store([check(), check()], taking())).toHaveLength(1)
  })

  it('counts all that a check has found, although it is told in several messages', () => {
    const startedAt = '2026-11-20T14:00:00.000Z'
    const found = Array.from({ length: 501 }, (_, at) => ({
      setId: `set-${at}`,
      status: 'ISSUED',
      parcelReference: null,
      shipmentRef: null,
    }))
    const messages = checkMessages({ customerId, startedAt, sets: 900, found }).map(told)
    expect(messages).toHaveLength(2)
    expect(messages.flatMap((message) => store([message], taking()))).toHaveLength(501)
    expect(feed.collectorChecks.last(customerId)).toEqual({ at: startedAt, sets: 900, found: 501 })
  })

  it('moves its place over messages that nobody takes or knows, without an entry', () => {
    const check = checkOf('ISSUED', '2026-11-20T14:00:00.000Z')
    const unknown = told({ parcelDesk: 'check', version: 7 })
    expect(store([check, unknown])).toEqual([])
    expect(feed.places.read(NAME)).toEqual({
      offset: 2,
      bodyHash: new Uint8Array(hashOfBody(unknown.body)),
    })
  })

  it.each([undefined, { headers: { 'parcel-desk': 'status' } }])(
    'takes a message for the collector’s own by its header alone, whoever begins one like it: %o',
    (properties) => {
      const body = checkOf('ISSUED', '2026-11-20T14:00:00.000Z').body
      const [entry, ...more] = store(
        [{ ...delivery(body), ...(properties === undefined ? {} : { properties }) }],
        taking(),
      )
      expect(more).toEqual([])
      expect(entry).toMatchObject({ source: 'stream', isReadable: false, raw: body.toString() })
    },
  )
})
