import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { IS_OF_SET } from '../../../../../src/engine/feed/inbox/set-states.ts'
import { type InboxFilter, countStatement, pageStatement } from '../../../../../src/engine/feed/inbox/inbox-filter.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import { arrival, fileFeed, memoryFeed, SIGNED, type TestFeed } from '../../../../support/test-feed.ts'

const ALL: InboxFilter = { show: 'all', customers: [], states: [], kinds: [], text: '' }
const only = (parts: Partial<InboxFilter>): InboxFilter => ({ ...ALL, ...parts })

/** 1 is signed, of A; 2 is issued, of B; 3 is unreadable; 4 was found by a check of A. */
function filledFeed(): TestFeed {
  const feed = memoryFeed()
  feed.add([
    arrival({ ...SIGNED, setId: 'set-1', customerId: 'A', parcelReference: 'PR-100%' }),
    arrival({ ...SIGNED, setId: 'set-2', customerId: 'B', newStatus: 'ISSUED', action: 'ISSUE', actor: 'Élodie Ünal' }),
    arrival('garbage', { seenAt: '2026-11-21T00:00:00.000Z' }),
  ])
  const found = { customerName: 'Aurora', parcelReference: 'PR-4', shipmentRef: 'SHP-4', stateBefore: null }
  const seenAt = '2026-11-22T00:00:00.000Z'
  feed.addFindings([{ setId: 'set-4', customerId: 'A', status: 'title held', seenAt, ...found }])
  return feed
}

const idsOf = (feed: TestFeed, parts: Partial<InboxFilter>): number[] => {
  const { entries, count } = feed.page({ filter: only(parts), before: null, count: 100 })
  expect(count).toBe(entries.length)
  expect([...feed.list(only(parts))]).toEqual(entries)
  return entries.map(({ id }) => id)
}

describe('a page of the inbox', () => {
  it.each<[Partial<InboxFilter>, number[]]>([
    [{}, [4, 3, 2, 1]],
    [{ customers: ['A'] }, [4, 1]],
    [{ customers: ['A', 'B'], states: ['Signed', 'issued'] }, [2, 1]],
    [{ states: ['TITLE_HELD'] }, [4]],
    [{ kinds: ['unreadable'] }, [3]],
    [{ kinds: ['queue', 'check'] }, [4, 2, 1]],
    [{ text: 'élodie' }, [2]],
    [{ text: ' aurora GRAIN ' }, [2, 1]],
    [{ text: '100%' }, [1]],
    [{ text: 'shp-4' }, [4]],
    [{ text: 'ÜNAL' }, [2]],
    [{ text: 'title' }, [4]],
    [{ text: '%' }, [1]],
    [{ text: "' OR 1=1 --" }, []],
    [{ customers: ['A'], text: 'pr-' }, [4, 1]],
    [{ show: 'flagged' }, []],
    [{ show: 'open' }, [4, 3, 2, 1]],
  ])('of the filter %j has exactly its entries, newest first, and their count', (parts, expected) => {
    expect(idsOf(filledFeed(), parts)).toEqual(expected)
  })

  it('continues before the last entry that the reader has', () => {
    const feed = filledFeed()
    const page = (before: number | null) => feed.page({ filter: ALL, before, count: 3 })
    expect(page(null)).toMatchObject({ count: 4, entries: [{ id: 4 }, { id: 3 }, { id: 2 }] })
    expect(page(2)).toMatchObject({ count: 4, entries: [{ id: 1 }] })
  })

  it('leaves out the bodies, which may be megabytes', () => {
    expect(filledFeed().page({ filter: ALL, before: null, count: 1 }).entries[0]).not.toHaveProperty('raw')
  })
})

describe('marks', () => {
  it('change what is shown as open, unread, flagged and done, and are counted', () => {
    const feed = filledFeed()
    expect(feed.mark([1, 2], { isRead: true })).toEqual([1, 2])
    expect(feed.mark([2, 3], { isDone: true })).toEqual([2, 3])
    feed.mark([4], { isFlagged: true, isRead: false })
    expect(idsOf(feed, { show: 'open' })).toEqual([4, 1])
    expect(idsOf(feed, { show: 'unread' })).toEqual([4])
    expect(idsOf(feed, { show: 'flagged' })).toEqual([4])
    expect(idsOf(feed, { show: 'done', customers: ['B'] })).toEqual([2])
    expect(feed.counts()).toEqual({ total: 4, unread: 1, flagged: 1, done: 2, snoozed: 0 })
  })

  it('return the entries that changed, so that an undo leaves the others alone', () => {
    const feed = filledFeed()
    feed.mark([1], { isRead: true })
    expect(feed.mark([1, 2, 99], { isRead: true })).toEqual([2])
    expect(feed.mark([1], {})).toEqual([])
    expect(feed.markAll(only({ customers: ['A'] }), { isRead: true, isFlagged: false })).toEqual([4])
  })

  it('are counted again after another program has changed something', async () => {
    const file = join(await tempFolder(), 'feed.sqlite')
    const [ours, others] = [fileFeed(file), fileFeed(file)]
    ours.add([arrival('one')])
    expect(ours.counts().total).toBe(1)
    others.add([arrival('two')])
    others.mark([1], { isDone: true })
    expect(ours.counts()).toMatchObject({ total: 2, done: 1 })
  })
})

describe('what a message lacks', () => {
  it('is filled in for every entry of the set, found by text from then on, and kept (T44)', () => {
    const feed = filledFeed()
    feed.resolve([{ setId: 'set-1', customerName: 'Aurora Grain', shipmentRef: 'SHP-77' }])
    expect(feed.read(1)).toMatchObject({ customerName: 'Aurora Grain', shipmentRef: 'SHP-77' })
    expect(idsOf(feed, { text: 'shp-77' })).toEqual([1])
    feed.resolve([{ setId: 'set-1', customerName: null, shipmentRef: null }])
    expect(feed.read(1)?.customerName).toBe('Aurora Grain')
  })
})

describe('the values to filter by', () => {
  it('are every customer and state, each with a readable name and its number of entries', () => {
    const feed = filledFeed()
    feed.add([arrival({ ...SIGNED, setId: 'set-5', customerId: 'B', newStatus: 'Odd State' })])
    expect(feed.facets()).toEqual({
      customers: [
        { value: 'A', label: 'Aurora', count: 2 },
        { value: 'B', label: 'B', count: 2 },
      ],
      states: [
        { value: 'issued', label: 'Issued', count: 1 },
        { value: 'odd_state', label: 'Odd State', count: 1 },
        { value: 'signed', label: 'Signed', count: 1 },
        { value: 'title_held', label: 'Title held', count: 1 },
      ],
    })
  })
})

describe('reading all entries', () => {
  it('returns them oldest first, in as many steps as it takes', () => {
    const feed = memoryFeed()
    feed.add(Array.from({ length: 1_201 }, (_, at) => arrival(`no message ${at}`)))
    expect([...feed.all()].map(({ id }) => id)).toEqual(Array.from({ length: 1_201 }, (_, at) => at + 1))
    expect([...feed.list(ALL)].map(({ id }) => id)).toEqual(Array.from({ length: 1_201 }, (_, at) => 1_201 - at))
  })

  it.each([
    [{ customers: ['a', 'B'] }, [2]],
    [{ customers: ['aurora'] }, [4]],
    [{ customers: [] }, [1, 2, 3, 4]],
    [{ state: 'Title-Held' }, [4]],
    [{ since: '2026-11-21T00:00:00.000Z' }, [3, 4]],
    [{ isUnread: true }, [2, 3, 4]],
    [{ isUnread: true, state: 'issued', since: '2026-01-01' }, [2]],
  ])('narrows by %j', (choice, expected) => {
    const feed = filledFeed()
    feed.mark([1], { isRead: true })
    expect([...feed.all(choice)].map(({ id }) => id)).toEqual(expected)
  })

  it('returns the entries of a set, newest first, and none of a set whose id only begins with it', () => {
    const feed = filledFeed()
    for (const setId of ['set-1', 'set-11', 'set-', 'set-1\0', 'set-1\0\0x']) {
      feed.add([arrival({ ...SIGNED, setId, newStatus: 'ISSUED' })])
    }
    expect(feed.ofSet('set-1').map(({ id }) => id)).toEqual([5, 1])
    expect(feed.ofSet('set-1\0').map(({ id }) => id)).toEqual([8])
    feed.resolve([{ setId: 'set-1', customerName: 'One', shipmentRef: null }])
    expect(feed.read(8)?.customerName).toBeNull()
  })
})

/** SQLite’s plan for a statement; without an index it reads the whole table. */
function planOf(feed: TestFeed, sql: string, values: readonly (string | number)[]): string {
  return feed.database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...values)
    .map(({ detail }) => String(detail))
    .join('; ')
}

describe('a page of 100,000 entries', () => {
  it.each<[Partial<InboxFilter>, RegExp]>([
    [{ show: 'open' }, /COVERING INDEX entries_open/],
    [{ show: 'unread' }, /COVERING INDEX entries_unread/],
    [{ show: 'flagged' }, /COVERING INDEX entries_flagged/],
    [{ customers: ['A'] }, /COVERING INDEX entries_to_filter/],
    [{ states: ['signed'], kinds: ['queue'] }, /COVERING INDEX entries_to_filter/],
    [{ show: 'unread', states: ['ISSUED'] }, /COVERING INDEX entries_to_filter/],
  ])('is selected and counted by an index alone for %j', (parts, index) => {
    const feed = memoryFeed()
    const { sql, values } = pageStatement(only(parts))
    const page = planOf(feed, sql, [...values, 1e9, 100])
    expect(page).toMatch(index)
    // Already in order of arrival: reading ends with the page, and only the page is sorted.
    expect(page).not.toContain('USE TEMP B-TREE')
    expect(page).toMatch(/SEARCH entries USING INTEGER PRIMARY KEY/)
    const count = countStatement(only(parts))
    expect(planOf(feed, count.sql, count.values)).toMatch(index)
  })

  it('finds the entries of a set without reading those of others', () => {
    const plan = planOf(memoryFeed(), `SELECT set_id FROM entries WHERE ${IS_OF_SET}`, ['a', 'b'])
    expect(plan).toMatch(/SEARCH entries USING INTEGER PRIMARY KEY/)
    expect(plan).toMatch(/SEARCH set_states USING PRIMARY KEY \(key>\? AND key<\?\)/)
  })

  it('is read newest first, and only to its end, where text is searched', () => {
    const feed = memoryFeed()
    const { sql, values } = pageStatement(only({ text: 'pr-1' }))
    const plan = planOf(feed, sql, [...values, 1e9, 100])
    expect(plan).toMatch(/SEARCH entries USING INTEGER PRIMARY KEY \(rowid<\?\)/)
    expect(plan.match(/USE TEMP B-TREE FOR ORDER BY/g)?.length ?? 0).toBeLessThanOrEqual(1)
  })
})

describe('an entry with an invalid time', () => {
  it('is shown as unreadable with its raw message, and breaks no other entry', () => {
    const feed = filledFeed()
    feed.database.prepare("UPDATE entries SET seen_at = 'garbage' WHERE id = 1").run()
    const { entries } = feed.page({ filter: ALL, before: null, count: 100 })
    expect(entries.map(({ id, isReadable }) => [id, isReadable])).toEqual([
      [4, true],
      [3, false],
      [2, true],
      [1, false],
    ])
    expect(feed.read(1)).toMatchObject({
      reason: 'The time that is stored with it cannot be read.',
      setId: null,
      parcelReference: null,
      raw: expect.stringContaining('PR-100%'),
    })
  })
})
