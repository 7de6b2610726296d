import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { demoData } from '../../exchange-service/demo-data.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { openClient, openExchange, openScripted } from '../../support/open-service.ts'
import { openPages } from '../../support/open-pages.ts'
import { type Asked, pageReply, type Reply, scriptedRow, scriptedRows } from '../../support/scripted-service.ts'

const data = demoData()
/** Holds 364 sets that this search finds. */
const filters = { customerIds: [data.counterparties[0]?.customerId ?? ''], status: 'ACTIVE', instance: 'DOCEX' }

describe('paging by query', () => {
  it('delivers every set once, in the order sent, and is remembered (T1)', async () => {
    const { service, find, remembered } = await openExchange({ data, paging: 'query' })
    const { sets, ...found } = await find(filters)
    const sent = data.search(filters).slice(0, 1_000)
    expect(sets.map(({ setId }) => setId)).toEqual(sent.map(({ row }) => row.setId))
    expect(found).toMatchObject({ total: 364, loaded: 364, requests: 4, isComplete: true, problems: [] })
    expect([service.counts.search, remembered()]).toEqual([4, 'query'])
    expect(service.requests.at(-1)?.query).toEqual({ offset: '297', limit: '100' })
  })

  it('advances by the rows received, never by the requested limit, and one back, so that the pages overlap (T2, T3)', async () => {
    const { service, find } = await openExchange({ data, paging: 'query', pageLimit: 70 })
    expect(await find(filters)).toMatchObject({ loaded: 364, requests: 6, isComplete: true })
    const offsets = service.requests.filter(({ endpoint }) => endpoint === 'search').map(({ query }) => query['offset'])
    expect(offsets).toEqual(['0', '69', '138', '207', '276', '345'])
  })

  it('reports progress and expected calls with each page', async () => {
    const { find } = await openExchange({ data, paging: 'query' })
    const { pages } = await find(filters)
    expect(
      pages.map(({ loaded, total, requests, expectedRequests }) => [loaded, total, requests, expectedRequests]),
    ).toEqual([
      [100, 364, 1, 4],
      [199, 364, 2, 4],
      [298, 364, 4, 4],
      [364, 364, 4, 4],
    ])
  })
})

describe('paging by body', () => {
  it('is found if paging by query makes no progress, and is remembered for the next session (T1)', async () => {
    const { service, find, remembered } = await openExchange({ data, paging: 'body' })
    expect(await find(filters)).toMatchObject({ loaded: 364, isComplete: true, problems: [], requests: 6 })
    expect(remembered()).toBe('body')
    const next = openClient(service, { remembered: 'body' })
    expect(await next.find(filters)).toMatchObject({ loaded: 364, requests: 4, isComplete: true })
  })

  it('that was remembered wrongly is given up for the query (T1)', async () => {
    const { find, remembered } = await openExchange({ data, paging: 'query' }, { remembered: 'body' })
    expect(await find(filters)).toMatchObject({ loaded: 364, requests: 9, isComplete: true })
    expect(remembered()).toBe('query')
  })
})

describe('a service that does not page', () => {
  it('delivers what it sends, marked as incomplete, in five calls and no more (T1)', async () => {
    const { service, find, remembered } = await openExchange({ data, paging: 'none' })
    expect(await find(filters)).toMatchObject({
      total: 364,
      loaded: 100,
      requests: 5,
      isComplete: false,
      problems: [{ where: 'the list', message: 'the service did not page: showing 100 of 364' }],
    })
    expect([service.counts.search, remembered()]).toEqual([5, undefined])
  })

  it('is complete if one page holds everything (T1)', async () => {
    const { find } = await openExchange({ data, paging: 'none', pageLimit: 1_000 })
    expect(await find(filters)).toMatchObject({ loaded: 364, requests: 1, isComplete: true, problems: [] })
  })

  it('but repeats the requested offset is recognised by its rows (T1)', async () => {
    const { service, find } = await openPages(({ offset }) => pageReply(scriptedRows(0, 100), { offset, total: 900 }))
    expect(await find(filters)).toMatchObject({ loaded: 100, isComplete: false })
    expect(service.asked.search).toHaveLength(5)
  })

  it('and sends other rows each time is not trusted, because its offset does not advance (T1)', async () => {
    const { service, find } = await openPages(({ times }) =>
      pageReply(scriptedRows(times * 100, 100), { offset: 0, total: 900 }),
    )
    expect(await find(filters)).toMatchObject({ loaded: 100, isComplete: false })
    expect(service.asked.search).toHaveLength(5)
  })

  it('and stops in the middle is read once more, and gets no further calls (T1)', async () => {
    const rows = scriptedRows(0, 364)
    const { service, find } = await openPages(({ offset }) =>
      pageReply(offset > 150 ? [] : rows.slice(offset, offset + 100), { offset, total: 364 }),
    )
    expect(await find(filters)).toMatchObject({
      loaded: 199,
      isComplete: false,
      problems: [{ message: 'the service counted 364 but sent 199, as in each of 2 readings; search again later' }],
    })
    expect(service.asked.search).toHaveLength(6 + 10)
  })
})

describe('a service that refuses fields which it does not know', () => {
  /** Answers as told, unless the page is asked for in the body. */
  const openStrict = (
    search: (offset: number) => Reply,
    options?: Parameters<typeof openScripted>[1],
  ): ReturnType<typeof openScripted> => {
    const answer = ({ body, query }: Asked): Reply =>
      z.looseObject({ offset: z.number() }).safeParse(body).success
        ? { status: 400, body: { errorMessage: 'offset is not known' } }
        : search(Number(query['offset'] ?? 0))
    return openScripted({ search: answer }, options)
  }

  it('and does not page either has not paged: what it sent is kept (T1)', async () => {
    const { service, find } = await openStrict(() => pageReply(scriptedRows(0, 100), { offset: 0, total: 364 }))
    expect(await find(filters)).toMatchObject({
      loaded: 100,
      requests: 5,
      isComplete: false,
      problems: [{ where: 'the list', message: 'the service did not page: showing 100 of 364' }],
    })
    expect(service.asked.search).toHaveLength(5)
  })

  it('is asked by query again if it took them in the body once (T1)', async () => {
    const { service, find, remembered } = await openStrict(
      (offset) => pageReply(scriptedRows(offset, Math.min(100, 150 - offset)), { offset, total: 150 }),
      { remembered: 'body' },
    )
    expect(await find(filters)).toMatchObject({ loaded: 150, requests: 3, isComplete: true, problems: [] })
    expect(remembered()).toBe('query')
    await find(filters)
    expect(service.asked.search).toHaveLength(3 + 2)
  })

  it('fails if it refuses the search itself, however it is asked', async () => {
    const { service, find } = await openScripted({ search: () => ({ status: 400, body: '' }) }, { remembered: 'body' })
    expect(await failureThrown(find(filters))).toMatchObject({ tag: 'request-refused' })
    expect(service.asked.search).toHaveLength(2)
  })
})

describe('a list that changes while it is read', () => {
  const rows = scriptedRows(0, 151)
  /** Answers with the list as it is at each call. */
  const openChanging = (listAt: (times: number) => unknown[]): ReturnType<typeof openPages> =>
    openPages(({ offset, times }) => {
      const list = listAt(times)
      return pageReply(list.slice(offset, offset + 100), { offset, total: list.length })
    })
  const idsOf = (sets: { setId: string }[]): unknown[] => sets.map(({ setId }) => setId)

  it('in which the first leaves and another comes is read anew, because counts cannot show it (T3)', async () => {
    const after = rows.slice(1)
    const { service, find } = await openChanging((times) => (times === 1 ? rows.slice(0, 150) : after))
    const { sets, ...found } = await find(filters)
    // The first was there when the search began, and is kept.
    expect(idsOf(sets)).toEqual(rows.map(({ setId }) => setId))
    expect(found).toMatchObject({ isComplete: true, problems: [], requests: 5 })
    expect(service.asked.search).toHaveLength(5)
  })

  it('is not complete if it changes in every reading, however equal its counts are (T3)', async () => {
    const list = scriptedRows(0, 300)
    const { service, find } = await openChanging((times) => list.slice(times, times + 150))
    expect(await find(filters)).toMatchObject({
      isComplete: false,
      problems: [
        {
          where: 'the list',
          message: 'the list changed while it was read: its rows moved, as in each of 3 readings; search again later',
        },
      ],
    })
    expect(service.asked.search).toHaveLength(3 * 3)
  })

  it.each([149, 151])('and then has %i sets is read anew, and complete (T3)', async (length) => {
    const { find } = await openChanging((times) => rows.slice(0, times === 1 ? 150 : length))
    expect(await find(filters)).toMatchObject({ loaded: length, isComplete: true, problems: [] })
  })

  it('with another total in every reading is not complete (T3)', async () => {
    const { find } = await openPages(({ offset, times }) =>
      pageReply(rows.slice(offset, offset + 100), { offset, total: offset === 0 ? 150 : 150 + times }),
    )
    const { isComplete, problems } = await find(filters)
    expect([isComplete, problems[0]?.message]).toEqual([false, expect.stringMatching(/^the list changed.*3 readings/)])
  })

  it('delivers no set twice, and reports that others may have been missed (T3)', async () => {
    const { find } = await openPages(({ offset }) =>
      pageReply(offset === 0 ? rows.slice(0, 100) : [...rows.slice(offset, 145), ...rows.slice(offset, offset + 5)], {
        offset,
        total: 150,
      }),
    )
    const { sets, ...found } = await find(filters)
    expect(new Set(idsOf(sets)).size).toBe(sets.length)
    expect(found).toMatchObject({
      loaded: 145,
      isComplete: false,
      problems: [
        {
          message: '5 rows came twice, so others may have been missed, as in each of 2 readings; search again later',
        },
      ],
    })
  })

  it('with new rows at its top brings those before it once, and is read anew (T3)', async () => {
    const added = scriptedRows(900, 3)
    const { find } = await openChanging((times) => [...(times === 1 ? [] : added), ...rows.slice(0, 150)])
    const { sets, ...found } = await find(filters)
    expect(found).toMatchObject({ loaded: 153, total: 153, isComplete: true, problems: [] })
    expect(new Set(idsOf(sets)).size).toBe(153)
  })

  it('and grows endlessly is given up eventually (T1)', async () => {
    const { service, find } = await openPages(({ offset }) =>
      pageReply(scriptedRows(offset, 2_000), { offset, total: offset + 4_000 }),
    )
    expect(await find(filters)).toMatchObject({ isComplete: false })
    expect(service.asked.search.length).toBeLessThan(16)
  })
})

describe('a service that counts its offsets otherwise', () => {
  const rows = scriptedRows(0, 250)
  const pageAt = (offset: number): unknown[] => rows.slice(offset, offset + 100)

  it.each([
    ['from one', (offset: number) => offset + 1],
    ['by pages', (offset: number) => Math.floor(offset / 99)],
    ['always as nothing', () => 0],
  ])('%s is believed by its rows, which follow each other', async (_how, stated) => {
    const { find } = await openPages(({ offset }) => pageReply(pageAt(offset), { offset: stated(offset), total: 250 }))
    expect(await find(filters)).toMatchObject({ loaded: 250, requests: 3, isComplete: true, problems: [] })
  })

  it('and begins with the row before the one asked for, because its first is 1, is complete', async () => {
    const { find } = await openPages(({ offset }) => pageReply(pageAt(Math.max(0, offset - 1)), { offset, total: 250 }))
    const { sets, ...found } = await find(filters)
    expect(sets.map(({ setId }) => setId)).toEqual(rows.map(({ setId }) => setId))
    expect(found).toMatchObject({ isComplete: true, problems: [] })
  })

  it.each([
    ['the page that a row is in', Math.floor],
    ['the page after', Math.ceil],
  ])('and hands out only whole pages, %s, is complete if its first page stays', async (_which, rounded) => {
    const { service, find } = await openPages(({ offset }) => {
      const start = rounded(offset / 100) * 100
      return pageReply(pageAt(start), { offset: start, total: 250 })
    })
    const { sets, ...found } = await find(filters)
    expect(sets.map(({ setId }) => setId)).toEqual(rows.map(({ setId }) => setId))
    expect(found).toMatchObject({ isComplete: true, problems: [], requests: 5 })
    expect(service.asked.search.at(-1)?.query['offset']).toBe('0')
  })

  it('and hands out only whole pages of a list that changes is read anew', async () => {
    const { find } = await openPages(({ offset, times }) => {
      const start = Math.floor(offset / 100) * 100
      const list = scriptedRows(times < 3 ? 0 : 1, 250)
      return pageReply(list.slice(start, start + 100), { offset: start, total: 250 })
    })
    expect(await find(filters)).toMatchObject({ loaded: 251, isComplete: true, problems: [] })
  })

  it('and refuses offsets that are no multiple of its limit is asked for whole pages', async () => {
    for (const remembered of [undefined, 'query'] as const) {
      const search = ({ query }: Asked): Reply => {
        const offset = Number(query['offset'])
        return offset % 100 === 0 ? pageReply(pageAt(offset), { offset, total: 250 }) : { status: 400, body: '' }
      }
      const { find } = await openScripted({ search }, remembered === undefined ? {} : { remembered })
      expect(await find(filters)).toMatchObject({ loaded: 250, isComplete: true, problems: [] })
    }
  })

  it('and hands out one row at a time loses none', async () => {
    const { find } = await openPages(({ offset }) => pageReply(rows.slice(offset, offset + 1), { offset, total: 7 }))
    expect(await find(filters)).toMatchObject({ loaded: 7, isComplete: true, problems: [] })
  })
})

describe('a page', () => {
  it('of unreadable rows does not end the list: its offset shows progress', async () => {
    const rows = [...scriptedRows(0, 100), ...Array.from({ length: 100 }, () => null), ...scriptedRows(200, 100)]
    const { find } = await openPages(({ offset }) =>
      pageReply(rows.slice(offset, offset + 100), { offset, total: 300 }),
    )
    expect(await find(filters)).toMatchObject({
      total: 300,
      loaded: 200,
      requests: 4,
      isComplete: false,
      problems: [{ message: '100 rows could not be read: no valid set id' }],
    })
  })

  it('of which the first row is unreadable leads on to the next', async () => {
    const { find } = await openPages(({ offset }) =>
      pageReply(offset === 0 ? ['no', 'sets', 'here'] : [scriptedRow(1)], { offset, total: 4 }),
    )
    expect(await find(filters)).toMatchObject({ loaded: 1, isComplete: false })
  })

  it('without customers is never requested: an empty list might mean all of them (T11)', async () => {
    const { service, find } = await openPages(() => pageReply([], { offset: 0, total: 0 }))
    expect(await failureThrown(find({ customerIds: [] }))).toMatchObject({ tag: 'bad-usage' })
    expect(service.asked.search).toEqual([])
  })

  it.each([
    ['null', { total: 0, count: 0, results: null }],
    ['left out', { total: '0', count: 0 }],
  ])('whose list is %s is an empty page where the total is 0, and unreadable where it is not', async (_what, page) => {
    const { find } = await openPages(() => ({ body: { code: 200, status: 'OK', data: page } }))
    expect(await find(filters)).toMatchObject({ total: 0, isComplete: true, problems: [] })
    const more = await openPages(() => ({ body: { code: 200, status: 'OK', data: { ...page, total: 3 } } }))
    expect(await failureThrown(more.find(filters))).toMatchObject({ reason: 'it has no list of results' })
  })

  it('that is empty, of an empty list, is a complete answer', async () => {
    const { find } = await openPages(() => pageReply([], { offset: 0, total: 0 }))
    expect(await find(filters)).toMatchObject({ total: 0, requests: 1, isComplete: true, problems: [] })
  })
})
