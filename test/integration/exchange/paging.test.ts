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
    expect(service.requests.at(-1)?.query).toEqual({ offset: '300', limit: '100' })
  })

  it('advances by the rows received, never by the requested limit (T2)', async () => {
    const { service, find } = await openExchange({ data, paging: 'query', pageLimit: 70 })
    expect(await find(filters)).toMatchObject({ loaded: 364, requests: 6, isComplete: true })
    const offsets = service.requests.filter(({ endpoint }) => endpoint === 'search').map(({ query }) => query['offset'])
    expect(offsets).toEqual(['0', '70', '140', '210', '280', '350'])
  })

  it('reports progress and expected calls with each page', async () => {
    const { find } = await openExchange({ data, paging: 'query' })
    const { pages } = await find(filters)
    expect(
      pages.map(({ loaded, total, requests, expectedRequests }) => [loaded, total, requests, expectedRequests]),
    ).toEqual([
      [100, 364, 1, 4],
      [200, 364, 2, 4],
      [300, 364, 4, 4],
      [364, 364, 4, 4],
    ])
  })
})

describe('paging by body', () => {
  it('is found if paging by query makes no progress, and is remembered for the next session (T1)', async () => {
    const { service, find, remembered } = await openExchange({ data, paging: 'body' })
    expect(await find(filters)).toMatchObject({ loaded: 364, isComplete: true, problems: [], requests: 5 })
    expect(remembered()).toBe('body')
    const next = openClient(service, { remembered: 'body' })
    expect(await next.find(filters)).toMatchObject({ loaded: 364, requests: 4, isComplete: true })
  })

  it('that was remembered wrongly is given up for the query (T1)', async () => {
    const { find, remembered } = await openExchange({ data, paging: 'query' }, { remembered: 'body' })
    expect(await find(filters)).toMatchObject({ loaded: 364, requests: 8, isComplete: true })
    expect(remembered()).toBe('query')
  })
})

describe('a service that does not page', () => {
  it('delivers what it sends, marked as incomplete, in three calls and no more (T1)', async () => {
    const { service, find, remembered } = await openExchange({ data, paging: 'none' })
    expect(await find(filters)).toMatchObject({
      total: 364,
      loaded: 100,
      requests: 3,
      isComplete: false,
      problems: [{ where: 'the list', message: 'the service did not page: showing 100 of 364' }],
    })
    expect([service.counts.search, remembered()]).toEqual([3, undefined])
  })

  it('is complete if one page holds everything (T1)', async () => {
    const { find } = await openExchange({ data, paging: 'none', pageLimit: 1_000 })
    expect(await find(filters)).toMatchObject({ loaded: 364, requests: 1, isComplete: true, problems: [] })
  })

  it('but repeats the requested offset is recognised by its rows (T1)', async () => {
    const { service, find } = await openPages(({ offset }) => pageReply(scriptedRows(0, 100), { offset, total: 900 }))
    expect(await find(filters)).toMatchObject({ loaded: 100, isComplete: false })
    expect(service.asked.search).toHaveLength(3)
  })

  it('and sends other rows each time is not trusted, because its offset does not advance (T1)', async () => {
    const { service, find } = await openPages(({ times }) =>
      pageReply(scriptedRows(times * 100, 100), { offset: 0, total: 900 }),
    )
    expect(await find(filters)).toMatchObject({ loaded: 100, isComplete: false })
    expect(service.asked.search).toHaveLength(3)
  })

  it('and stops in the middle gets no further calls (T1)', async () => {
    const { service, find } = await openExchange({
      data,
      faults: { rules: [{ match: 'search', kind: 'emptyPage', nth: 3, times: 9 }] },
    })
    expect(await find(filters)).toMatchObject({
      loaded: 200,
      isComplete: false,
      problems: [{ message: 'the service did not page: showing 200 of 364' }],
    })
    expect(service.counts.search).toBe(6)
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
      requests: 3,
      isComplete: false,
      problems: [{ where: 'the list', message: 'the service did not page: showing 100 of 364' }],
    })
    expect(service.asked.search).toHaveLength(3)
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
  it('with another total at the end is not complete (T3)', async () => {
    for (const lastTotal of [149, 151]) {
      const { find } = await openPages(({ offset }) =>
        offset === 0
          ? pageReply(scriptedRows(0, 100), { offset, total: 150 })
          : pageReply(scriptedRows(offset, lastTotal - 100), { offset, total: lastTotal }),
      )
      expect(await find(filters)).toMatchObject({
        loaded: lastTotal,
        isComplete: false,
        problems: [{ message: `the list changed while it was read (150, then ${lastTotal}); search again` }],
      })
    }
  })

  it('delivers no set twice, and reports that others may have been missed (T3)', async () => {
    const { find } = await openExchange({
      data,
      faults: { rules: [{ match: 'search', kind: 'repeatedRows', nth: 2 }] },
    })
    const { sets, ...found } = await find(filters)
    expect(new Set(sets.map(({ setId }) => setId)).size).toBe(sets.length)
    expect(found).toMatchObject({
      loaded: 359,
      isComplete: false,
      problems: [{ message: '5 rows came twice, so others may have been missed; search again' }],
    })
  })

  it('with rows of the last page on the next counts them once (T3)', async () => {
    const { find } = await openPages(({ offset }) =>
      pageReply(offset === 0 ? scriptedRows(0, 100) : scriptedRows(97, 50), { offset, total: 150 }),
    )
    expect(await find(filters)).toMatchObject({
      loaded: 147,
      isComplete: false,
      problems: [{ message: /^3 rows came twice/ }],
    })
  })

  it('and grows endlessly is given up eventually (T1)', async () => {
    const { service, find } = await openPages(({ offset }) =>
      pageReply(scriptedRows(offset, 2_000), { offset, total: offset + 4_000 }),
    )
    expect(await find(filters)).toMatchObject({ isComplete: false })
    expect(service.asked.search.length).toBeLessThan(12)
  })
})

describe('a page', () => {
  it('of unreadable rows does not end the list: its offset shows progress', async () => {
    const { find } = await openPages(({ offset }) =>
      pageReply(offset === 100 ? Array.from({ length: 100 }, () => null) : scriptedRows(offset, 100), {
        offset,
        total: 300,
      }),
    )
    expect(await find(filters)).toMatchObject({
      total: 300,
      loaded: 200,
      requests: 3,
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

  it('that is empty, of an empty list, is a complete answer', async () => {
    const { find } = await openPages(() => pageReply([], { offset: 0, total: 0 }))
    expect(await find(filters)).toMatchObject({ total: 0, requests: 1, isComplete: true, problems: [] })
  })
})
