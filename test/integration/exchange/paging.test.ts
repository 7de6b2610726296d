import { describe, expect, it, onTestFinished } from 'vitest'
import type { PagingMode } from '../../../src/main/exchange/search-page.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import { startExchangeService, type ServiceOptions } from '../../exchange-service/start-exchange-service.ts'
import {
  type Asked,
  pageReply,
  type Reply,
  scriptedRow,
  scriptedRows,
  startScriptedService,
} from '../../support/scripted-service.ts'
import { createTestClient, type TestClientOptions } from '../../support/test-client.ts'

const data = demoData()
/** Holds 364 sets that this search finds. */
const filters = { customerIds: [data.counterparties[0]?.customerId ?? ''], status: 'ACTIVE', instance: 'DOCEX' }

async function start(options: ServiceOptions, client: Omit<TestClientOptions, 'service'> = {}) {
  const service = await startExchangeService({ data, ...options })
  onTestFinished(service.close)
  const opened = createTestClient({ service, ...client })
  onTestFinished(opened.client.close)
  return { service, ...opened }
}

async function startScripted(search: (asked: Asked & { offset: number }) => Reply, remembered?: PagingMode) {
  const answer = (asked: Asked): Reply => search({ ...asked, offset: Number(asked.query['offset'] ?? 0) })
  const service = await startScriptedService({ search: answer })
  onTestFinished(service.close)
  const opened = createTestClient({ service, ...(remembered === undefined ? {} : { remembered }) })
  onTestFinished(opened.client.close)
  return { service, ...opened }
}

describe('paging by query', () => {
  it('brings every set once, in the order sent, and is remembered (T1)', async () => {
    const { service, find, remembered } = await start({ paging: 'query' })
    const { sets, ...found } = await find(filters)
    const sent = data.search(filters).slice(0, 1_000)
    expect(sets.map(({ setId }) => setId)).toEqual(sent.map(({ row }) => row.setId))
    expect(found).toMatchObject({ total: 364, loaded: 364, requests: 4, isComplete: true, problems: [] })
    expect([service.counts.search, remembered()]).toEqual([4, 'query'])
    expect(service.requests.at(-1)?.query).toEqual({ offset: '300', limit: '100' })
  })

  it('steps by the rows that came, never by the limit asked for (T2)', async () => {
    const { service, find } = await start({ paging: 'query', pageLimit: 70 })
    expect(await find(filters)).toMatchObject({ loaded: 364, requests: 6, isComplete: true })
    const offsets = service.requests.filter(({ endpoint }) => endpoint === 'search').map(({ query }) => query['offset'])
    expect(offsets).toEqual(['0', '70', '140', '210', '280', '350'])
  })

  it('tells with each page how far it is and how many calls are to be expected', async () => {
    const { find } = await start({ paging: 'query' })
    const { pages } = await find(filters)
    expect(
      pages.map(({ loaded, total, requests, expectedRequests }) => [loaded, total, requests, expectedRequests]),
    ).toEqual([
      [100, 364, 1, 4],
      [200, 364, 2, 4],
      [300, 364, 3, 4],
      [364, 364, 4, expect.any(Number)],
    ])
  })
})

describe('paging by body', () => {
  it('is found when the query does not move the answer, and is remembered for the next session (T1)', async () => {
    const { service, find, remembered } = await start({ paging: 'body' })
    expect(await find(filters)).toMatchObject({ loaded: 364, isComplete: true, problems: [], requests: 5 })
    expect(remembered()).toBe('body')
    const next = createTestClient({ service, remembered: 'body' })
    onTestFinished(next.client.close)
    expect(await next.find(filters)).toMatchObject({ loaded: 364, requests: 4, isComplete: true })
  })

  it('that was remembered wrongly is given up for the query (T1)', async () => {
    const { find, remembered } = await start({ paging: 'query' }, { remembered: 'body' })
    expect(await find(filters)).toMatchObject({ loaded: 364, requests: 5, isComplete: true })
    expect(remembered()).toBe('query')
  })
})

describe('a service that does not page', () => {
  it('gives what it gives, said to be incomplete, in three calls and no more (T1)', async () => {
    const { service, find, remembered } = await start({ paging: 'none' })
    expect(await find(filters)).toMatchObject({
      total: 364,
      loaded: 100,
      requests: 3,
      isComplete: false,
      problems: [{ where: 'the list', message: 'the service did not page: showing 100 of 364' }],
    })
    expect([service.counts.search, remembered()]).toEqual([3, undefined])
  })

  it('is complete where one page holds everything (T1)', async () => {
    const { find } = await start({ paging: 'none', pageLimit: 1_000 })
    expect(await find(filters)).toMatchObject({ loaded: 364, requests: 1, isComplete: true, problems: [] })
  })

  it('but repeats the offset asked for is recognised by its rows (T1)', async () => {
    const { service, find } = await startScripted(({ offset }) =>
      pageReply(scriptedRows(0, 100), { offset, total: 900 }),
    )
    expect(await find(filters)).toMatchObject({ loaded: 100, isComplete: false })
    expect(service.asked.search).toHaveLength(3)
  })

  it('and gives other rows each time is not trusted, as its offset does not move (T1)', async () => {
    const { service, find } = await startScripted(({ times }) =>
      pageReply(scriptedRows(times * 100, 100), { offset: 0, total: 900 }),
    )
    expect(await find(filters)).toMatchObject({ loaded: 100, isComplete: false })
    expect(service.asked.search).toHaveLength(3)
  })

  it('and stops in the middle is asked no further (T1)', async () => {
    const { service, find } = await start({
      faults: { rules: [{ match: 'search', kind: 'emptyPage', nth: 3, times: 9 }] },
    })
    expect(await find(filters)).toMatchObject({
      loaded: 200,
      isComplete: false,
      problems: [{ message: 'the service did not page: showing 200 of 364' }],
    })
    expect(service.counts.search).toBe(4)
  })
})

describe('a list that moves while it is read', () => {
  it('with another total at the end is not complete (T3)', async () => {
    for (const lastTotal of [149, 151]) {
      const { find } = await startScripted(({ offset }) =>
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

  it('lists no set twice, and says that others may have been missed (T3)', async () => {
    const { find } = await start({ faults: { rules: [{ match: 'search', kind: 'repeatedRows', nth: 2 }] } })
    const { sets, ...found } = await find(filters)
    expect(new Set(sets.map(({ setId }) => setId)).size).toBe(sets.length)
    expect(found).toMatchObject({
      loaded: 359,
      isComplete: false,
      problems: [{ message: '5 rows came twice, so others may have been missed; search again' }],
    })
  })

  it('with rows of the last page on the next counts them once (T3)', async () => {
    const { find } = await startScripted(({ offset }) =>
      pageReply(offset === 0 ? scriptedRows(0, 100) : scriptedRows(97, 50), { offset, total: 150 }),
    )
    expect(await find(filters)).toMatchObject({
      loaded: 147,
      isComplete: false,
      problems: [{ message: /^3 rows came twice/ }],
    })
  })

  it('and never ends to grow is given up some time (T1)', async () => {
    const { service, find } = await startScripted(({ offset }) =>
      pageReply(scriptedRows(offset, 2_000), { offset, total: offset + 4_000 }),
    )
    expect(await find(filters)).toMatchObject({ isComplete: false })
    expect(service.asked.search.length).toBeLessThan(12)
  })
})

describe('a total', () => {
  it('that is too high ends in an honest answer (T1)', async () => {
    const { find } = await start({ faults: { rules: [{ match: 'search', kind: 'wrongTotal' }] } })
    expect(await find(filters)).toMatchObject({ total: 729, loaded: 364, isComplete: false })
  })

  it('that is too low does not hide rows, and is named (T2)', async () => {
    const rows = scriptedRows(0, 250)
    const { find } = await startScripted(({ offset }) =>
      pageReply(rows.slice(offset, offset + 100), { offset, total: 30 }),
    )
    expect(await find(filters)).toMatchObject({
      total: 250,
      loaded: 250,
      isComplete: false,
      problems: [{ message: 'the service counted 30 but sent 250' }],
    })
  })

  it.each([undefined, null, true, '', 'many', -1, 1.5, {}])(
    'of %j is not made up: pages are read until one is empty',
    async (total) => {
      const rows = scriptedRows(0, 250)
      const { service, find } = await startScripted(({ offset }) =>
        pageReply(rows.slice(offset, offset + 100), { offset, total }),
      )
      expect(await find(filters)).toMatchObject({ total: 250, loaded: 250, isComplete: true, problems: [] })
      expect(service.asked.search).toHaveLength(4)
    },
  )

  it('that is not told by a service that does not page leaves the list incomplete', async () => {
    const { find } = await startScripted(() => pageReply(scriptedRows(0, 40), {}))
    expect(await find(filters)).toMatchObject({
      total: 40,
      isComplete: false,
      problems: [{ message: 'the service did not say how many there are: showing 40' }],
    })
  })

  it('and an offset told as text are understood', async () => {
    const rows = scriptedRows(0, 150)
    const { find } = await startScripted(({ offset }) =>
      pageReply(rows.slice(offset, offset + 100), { offset: String(offset), total: '150' }),
    )
    expect(await find(filters)).toMatchObject({ total: 150, loaded: 150, requests: 2, isComplete: true })
  })
})

describe('a count', () => {
  it('that lies is not believed: rows are counted (T2)', async () => {
    const rows = scriptedRows(0, 150)
    const { find } = await startScripted(({ offset }) => {
      const page = rows.slice(offset, offset + 100)
      return { body: { code: 200, data: { offset, limit: 5, total: 150, count: 7, results: page } } }
    })
    expect(await find(filters)).toMatchObject({ loaded: 150, requests: 2, isComplete: true, problems: [] })
  })
})

describe('a page', () => {
  it('of rows that cannot be read does not end the list: its offset tells that it moved', async () => {
    const { find } = await startScripted(({ offset }) =>
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
      problems: [{ message: '100 rows could not be read: they have no valid set id' }],
    })
  })

  it('of which the first cannot be read leads on to the next', async () => {
    const { find } = await startScripted(({ offset }) =>
      pageReply(offset === 0 ? ['no', 'sets', 'here'] : [scriptedRow(1)], { offset, total: 4 }),
    )
    expect(await find(filters)).toMatchObject({ loaded: 1, isComplete: false })
  })

  it('that is empty, of an empty list, is a complete answer', async () => {
    const { find } = await startScripted(() => pageReply([], { offset: 0, total: 0 }))
    expect(await find(filters)).toMatchObject({ total: 0, requests: 1, isComplete: true, problems: [] })
  })
})
