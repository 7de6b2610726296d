import { describe, expect, it } from 'vitest'
import type { InboxFilter } from '../../../../../src/engine/feed/inbox/inbox-filter.ts'
import type { FeedStore } from '../../../../../src/engine/feed/inbox/inbox-store.ts'
import { arrival, memoryFeed, SIGNED } from '../../../../support/test-feed.ts'

const UNTIL = '2026-11-23T08:00:00.000Z'
const LATER = '2026-11-24T08:00:00.000Z'

function filledFeed(): FeedStore {
  const feed = memoryFeed()
  feed.add([
    arrival(SIGNED),
    arrival({ ...SIGNED, setId: 'two' }),
    arrival('no message'),
    arrival({ ...SIGNED, setId: 'four' }),
  ])
  return feed
}

function idsOf(feed: FeedStore, show: InboxFilter['show']): number[] {
  const filter = { show, customers: [], states: [], kinds: [], text: '' }
  const { entries, count } = feed.page({ filter, before: null, count: 10 })
  expect(count).toBe(entries.length)
  return entries.map(({ id }) => id)
}

describe('a snoozed entry', () => {
  it('leaves the lists of what is open and unread, and is found under Snoozed', () => {
    const feed = filledFeed()
    expect(feed.snooze([2, 3], UNTIL)).toEqual([2, 3])
    expect(idsOf(feed, 'open')).toEqual([4, 1])
    expect(idsOf(feed, 'unread')).toEqual([4, 1])
    expect(idsOf(feed, 'snoozed')).toEqual([3, 2])
    expect(feed.counts()).toEqual({ total: 4, unread: 2, flagged: 0, done: 0, snoozed: 2 })
    expect(feed.read(2)).toMatchObject({ snoozedUntil: UNTIL, returnedAt: null, isDone: false })
    expect(feed.nextReturn()).toBe(UNTIL)
  })

  it('comes back unread and on top, in the order of the times, with all that refers to it', () => {
    const feed = filledFeed()
    feed.mark([1, 2], { isRead: true })
    feed.keepNote(2, 'call them')
    feed.snooze([2], LATER)
    feed.snooze([1], UNTIL)
    expect(feed.returnDue('2026-11-22T08:00:00.000Z', 10)).toEqual([])
    expect(feed.returnDue(LATER, 1).map(({ id, setId }) => [id, setId])).toEqual([[5, SIGNED.setId]])
    expect(feed.returnDue(LATER, 10)).toMatchObject([
      { id: 6, setId: 'two', isRead: false, note: 'call them', snoozedUntil: LATER, returnedAt: LATER },
    ])
    expect(idsOf(feed, 'open')).toEqual([6, 5, 4, 3])
    expect(feed.counts()).toMatchObject({ total: 4, unread: 4, snoozed: 0 })
    expect(feed.nextReturn()).toBeUndefined()
    expect(feed.ofSet('two').map(({ id }) => id)).toEqual([6])
    expect(feed.add([arrival({ ...SIGNED, setId: 'two' })])).toEqual([])
    expect(feed.read(6)?.received).toBe(2)
  })

  it('says that it came back until it is dealt with', () => {
    const feed = filledFeed()
    feed.snooze([1], UNTIL)
    feed.returnDue(UNTIL, 10)
    feed.mark([5], { isDone: true })
    expect(feed.read(5)).toMatchObject({ snoozedUntil: null, returnedAt: null, isDone: true })
  })

  it('is back at once where its snooze is undone, and may be snoozed to another time', () => {
    const feed = filledFeed()
    feed.snooze([1, 2], UNTIL)
    expect(feed.snooze([1], LATER)).toEqual([1])
    expect(feed.read(1)?.snoozedUntil).toBe(LATER)
    expect(feed.mark([1], { isDone: false })).toEqual([1])
    expect(feed.read(1)?.snoozedUntil).toBeNull()
    expect(idsOf(feed, 'open')).toEqual([4, 3, 1])
    expect(feed.nextReturn()).toBe(UNTIL)
  })

  it('is nothing that was done already', () => {
    const feed = filledFeed()
    feed.mark([1], { isDone: true })
    expect(feed.snooze([1], UNTIL)).toEqual([])
  })
})

describe('a note', () => {
  it('is kept as written, found by text, and removed by blank text', () => {
    const feed = filledFeed()
    const text = 'Ask <b>Maria</b>\nabout the seal'
    expect(feed.keepNote(1, `  ${text} `)).toBeNull()
    expect(feed.read(1)?.note).toBe(text)
    const filter: InboxFilter = {
      show: 'all',
      customers: [],
      states: [],
      kinds: [],
      text: 'the SEAL',
    }
    expect(feed.page({ filter, before: null, count: 10 })).toMatchObject({ count: 1, entries: [{ id: 1 }] })
    expect(feed.keepNote(1, ' \n')).toBe(text)
    expect(feed.read(1)?.note).toBeNull()
  })
})
