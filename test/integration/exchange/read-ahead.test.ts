import { describe, expect, it } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import { largeData } from '../../exchange-service/large-data.ts'
import { openExchange, openScripted } from '../../support/open-service.ts'
import { type Asked, pageReply, type Reply, scriptedRows } from '../../support/scripted-service.ts'
import { failureThrown } from '../../support/failure-thrown.ts'

const data = demoData()
const filters = { customerIds: [data.counterparties[0]?.customerId ?? ''], status: 'ACTIVE', instance: 'DOCEX' }
const rows = scriptedRows(0, 1_050)

/** A service that is known to page by query; `spoil` changes the answer to an offset. */
function openPaging(spoil: (offset: number, asked: Asked) => Reply | undefined) {
  const search = (asked: Asked): Reply => {
    const offset = Number(asked.query['offset'])
    return spoil(offset, asked) ?? pageReply(rows.slice(offset, offset + 100), { offset, total: rows.length })
  }
  return openScripted({ search }, { remembered: 'query' })
}

const idsOf = (sets: { setId: string }[]): string[] => sets.map(({ setId }) => setId)
const allIds = rows.map(({ setId }) => setId)

describe('reading ahead', () => {
  it('fetches four pages at once where paging is known to work, and delivers them in order', async () => {
    const { service, find } = await openExchange({ data }, { remembered: 'query' })
    const afterFirst = service.hold('search', 1)
    const finding = find(filters)
    await expect.poll(() => afterFirst.waiting).toBe(3)
    afterFirst.open()
    const { sets, ...found } = await finding
    expect(idsOf(sets)).toEqual(
      data
        .search(filters)
        .slice(0, 999)
        .map(({ row }) => row.setId),
    )
    expect(found).toMatchObject({ requests: 4, isComplete: true, problems: [] })
    expect(service.counts.mostAtOnce).toBe(3)
  })

  it('never has more than four calls under way', async () => {
    const large = largeData({ sets: 3_050 })
    const { service, find } = await openExchange({ data: large }, { remembered: 'query' })
    const afterFirst = service.hold('search', 1)
    const finding = find({ customerIds: large.counterparties.map(({ customerId }) => customerId) })
    await expect.poll(() => afterFirst.waiting).toBe(4)
    afterFirst.open()
    const found = await finding
    expect(found).toMatchObject({ loaded: 3_050, requests: 31, isComplete: true })
    expect(service.counts.mostAtOnce).toBe(4)
  })

  it('does not start before paging has proved to work (T1)', async () => {
    const { service, find } = await openExchange({ data, paging: 'none', delayMs: 10 })
    await find(filters)
    expect(service.counts.mostAtOnce).toBe(1)
  })

  it('delivers the pages in order, whichever arrives first', async () => {
    const { find } = await openPaging(() => undefined)
    const { sets, ...found } = await find(filters)
    expect(idsOf(sets)).toEqual(allIds)
    expect(found).toMatchObject({ requests: 11, isComplete: true })
  })

  it('continues page by page after a short page, and loses nothing (T2)', async () => {
    const { find } = await openPaging((offset, { times }) =>
      offset === 200 && times < 6 ? pageReply(rows.slice(200, 240), { offset, total: rows.length }) : undefined,
    )
    const { sets, ...found } = await find(filters)
    expect(idsOf(sets)).toEqual(allIds)
    expect(found).toMatchObject({ isComplete: true, problems: [] })
    // One page, four ahead of which one is taken, then nine and a part one by one.
    expect(found.requests).toBeLessThan(17)
  })

  it('is not tried again with a service whose pages vary in length: each try would cost four calls', async () => {
    const { find } = await openPaging((offset) =>
      offset > 0 ? pageReply(rows.slice(offset, offset + 60), { offset, total: rows.length }) : undefined,
    )
    const { sets, ...found } = await find(filters)
    expect(idsOf(sets)).toEqual(allIds)
    expect(found).toMatchObject({ requests: 1 + 4 + 17, isComplete: true })
  })

  it('loses nothing if the service does not send the offset of its pages either (T1, T2)', async () => {
    const { find } = await openPaging((offset, { times }) => {
      const end = offset === 200 && times < 6 ? 240 : offset + 100
      return pageReply(rows.slice(offset, end), { total: rows.length })
    })
    const { sets, ...found } = await find(filters)
    expect(idsOf(sets)).toEqual(allIds)
    expect(found).toMatchObject({ isComplete: true, problems: [] })
  })

  it('notices a list that changes meanwhile, as page-by-page reading does (T3)', async () => {
    const { find } = await openPaging((offset) =>
      offset >= 297 ? pageReply(rows.slice(offset, offset + 100), { offset, total: rows.length - 1 }) : undefined,
    )
    expect(await find(filters)).toMatchObject({
      isComplete: false,
      problems: expect.arrayContaining([expect.anything()]),
    })
  })

  it('notices a service that has stopped paging (T1)', async () => {
    const { service, find } = await openPaging(() => pageReply(rows.slice(0, 100), { offset: 0, total: rows.length }))
    expect(await find(filters)).toMatchObject({ loaded: 100, isComplete: false })
    expect(service.asked.search).toHaveLength(1 + 4 + 4)
  })

  it('ends with a list that grows endlessly (T1)', async () => {
    const { service, find } = await openPaging((offset) =>
      pageReply(scriptedRows(offset, 1_000), { offset, total: offset + 20_000 }),
    )
    expect(await find(filters)).toMatchObject({ isComplete: false })
    expect(service.asked.search.length).toBeLessThan(60)
  })

  it('fails as a whole if one page fails', async () => {
    const { service, find } = await openPaging((offset) => (offset >= 297 ? { status: 400, body: '' } : undefined))
    expect(await failureThrown(find(filters))).toMatchObject({ tag: 'request-refused' })
    expect(service.asked.search.length).toBeLessThanOrEqual(1 + 4 + 2)
  })
})
