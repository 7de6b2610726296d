import { describe, expect, it } from 'vitest'
import { arrival, memoryFeed, SIGNED } from '../../../../support/test-feed.ts'

const OTHER = 'c0000000-0000-4000-a000-000000000002'

describe('the messages since a moment', () => {
  it('are counted by customer, without what a check has found and what came before', () => {
    const feed = memoryFeed()
    const message = (transactionId: string, seenAt: string, customerId: string = SIGNED.customerId) =>
      arrival({ ...SIGNED, transactionId, customerId }, { seenAt })
    feed.add([message('1', '2026-11-19T22:00:00.000Z'), message('2', '2026-11-20T00:00:00.000Z')])
    feed.add([message('3', '2026-11-20T08:00:00.000Z'), message('4', '2026-11-20T09:00:00.000Z', OTHER)])
    feed.add([arrival('not a message', { seenAt: '2026-11-20T09:30:00.000Z' })])
    const finding = { setId: 'set-4', customerId: OTHER, status: 'title held', seenAt: '2026-11-20T10:00:00.000Z' }
    const found = { customerName: 'Aurora', parcelReference: null, shipmentRef: null, stateBefore: null }
    feed.addFindings([{ ...finding, ...found }])
    const counts = feed.messagesSince(new Date('2026-11-20T00:00:00.000Z'))
    expect(new Map(counts.map(({ customerId, count }) => [customerId, count]))).toEqual(
      new Map<string | null, number>([
        [SIGNED.customerId, 2],
        [OTHER, 1],
        [null, 1],
      ]),
    )
    expect(feed.messagesSince(new Date('2026-11-21T00:00:00.000Z'))).toEqual([])
  })

  it('are all counted, and none of before, where an older one is back from a snooze among them and dealt with', () => {
    const feed = memoryFeed()
    const midnight = new Date('2026-11-20T00:00:00.000Z')
    const messages = (day: string, count: number) =>
      Array.from({ length: count }, (_, at) =>
        arrival({ ...SIGNED, transactionId: `${day} ${at}` }, { seenAt: `${day}T09:00:00.000Z` }),
      )
    feed.add(messages('2026-11-19', 1))
    feed.add(messages('2026-11-20', 3))
    feed.snooze([1], '2026-11-20T10:00:00.000Z')
    const [returned] = feed.returnDue('2026-11-20T10:00:00.000Z', 10)
    feed.add(messages('2026-11-20', 6).slice(3))
    expect(feed.messagesSince(midnight)).toEqual([{ customerId: SIGNED.customerId, count: 6 }])
    feed.mark([returned?.id ?? 0], { isDone: true })
    expect(feed.messagesSince(midnight)).toEqual([{ customerId: SIGNED.customerId, count: 6 }])
  })

  it('of an empty inbox are none', () => {
    expect(memoryFeed().messagesSince(new Date(0))).toEqual([])
  })
})
