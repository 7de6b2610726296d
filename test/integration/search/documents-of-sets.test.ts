import { describe, expect, it } from 'vitest'
import { findSavable, type SavableSets } from '../../../src/engine/search/find-savable.ts'
import type { SearchOutcome } from '../../../src/engine/search/search-service.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import { startSearch, type TestSearch } from '../../support/test-search.ts'
import type { SearchProgress } from '../../../src/engine/search/selection.ts'

function findIn({ client, index }: TestSearch, found: SearchOutcome, signal?: AbortSignal) {
  const told: SearchProgress[] = []
  const onProgress = (progress: SearchProgress): void => void told.push({ ...progress })
  const { savable: sets, complete: isComplete, problems } = found
  const asked = { client, index, status: 'ACTIVE', onProgress }
  return findSavable(asked, { sets, isComplete, problems, progress: found }, signal).then((savable) => ({
    ...savable,
    told,
  }))
}

const documentsIn = ({ sets }: Pick<SavableSets, 'sets'>): [string, string[] | undefined][] =>
  [...sets].map(({ setId, documents }) => [setId, documents?.map(({ documentId }) => documentId)])

describe('sets whose documents are listed only in a unique result (T4)', () => {
  const data = demoData({ setsPerCustomer: 12 })
  const customers = [data.counterparties[0]?.customerId ?? '']
  const filters = { customerIds: customers, status: 'ACTIVE', instance: 'DOCEX' }
  const sent = data.search(filters).slice(0, 99)

  it('are found as not loaded, never as without documents', async () => {
    const { search } = await startSearch({ data, documentsOnlyWhenUnique: true })
    const result = await search({ customers })
    expect([...result.sets()].map(({ documents }) => documents)).toEqual(sent.map(() => undefined))
    expect(result.complete).toBe(true)
  })

  it('are searched one by one before saving, even if two share a shipment', async () => {
    const opened = await startSearch({ data, documentsOnlyWhenUnique: true })
    const found = await opened.search({ customers })
    const savable = await findIn(opened, found)
    expect(documentsIn(savable)).toEqual(sent.map(({ row }) => [row.setId, row.documents.map((one) => one.documentId)]))
    expect(savable).toMatchObject({ isComplete: true, problems: [] })
    const last = savable.told.at(-1)
    expect([last?.requests, last?.expectedRequests]).toEqual([
      opened.service.counts.search,
      opened.service.counts.search,
    ])
    expect(savable.told[0]?.expectedRequests).toBeGreaterThanOrEqual(found.requests + sent.length)
  })

  it('are in the plan already if the search found one alone', async () => {
    const opened = await startSearch({ data, documentsOnlyWhenUnique: true })
    const alone = sent.find(
      ({ row }) => data.sets.filter((one) => one.row.shipmentRef === row.shipmentRef).length === 1,
    )
    const found = await opened.search({ customers, shipmentRefs: [alone?.row.shipmentRef ?? ''] })
    await findIn(opened, found)
    expect(opened.service.counts.search).toBe(1)
  })

  it('keep their customer when they are found again', async () => {
    const opened = await startSearch({ data, documentsOnlyWhenUnique: true })
    const savable = await findIn(opened, await opened.search({ customers }))
    expect([...savable.sets].every(({ customerId }) => customerId === customers[0])).toBe(true)
  })

  it('that stay unlisted make the selection incomplete, each named', async () => {
    const twins = demoData({ setsPerCustomer: 2 })
    for (const { row } of twins.sets) {
      row.shipmentRef = 'SHP-TWIN'
      row.parcelRef = 'PR-TWIN'
    }
    const opened = await startSearch({ data: twins, documentsOnlyWhenUnique: true })
    const savable = await findIn(opened, await opened.search({ customers: ['aurora'] }))
    expect(savable.isComplete).toBe(false)
    const problem = {
      where: 'set PR-TWIN',
      message: 'the service did not list its documents, so they are not in the plan',
    }
    expect(savable.problems).toEqual([problem, problem])
  })

  it('are not searched any further after an abort', async () => {
    const opened = await startSearch({ data, documentsOnlyWhenUnique: true })
    const found = await opened.search({ customers })
    const before = opened.service.counts.search
    await expect(findIn(opened, found, AbortSignal.abort())).rejects.toMatchObject({ failure: { tag: 'interrupted' } })
    expect(opened.service.counts.search).toBe(before)
  })
})

describe('a set', () => {
  it('that has no documents is said to have none, and the selection stays complete (T4)', async () => {
    const data = demoData({ setsPerCustomer: 1 })
    for (const { row } of data.sets) row.documents = []
    const opened = await startSearch({ data })
    const savable = await findIn(opened, await opened.search({ customers: ['aurora'] }))
    const where = `set ${data.sets[0]?.row.parcelRef}`
    expect(savable).toMatchObject({ isComplete: true, problems: [{ where, message: 'it has no documents' }] })
  })

  it('with a document without a valid id makes the selection incomplete: not all of it can be saved', async () => {
    const data = demoData({ setsPerCustomer: 1 })
    const [first = expect.unreachable()] = data.sets
    const [document = expect.unreachable()] = first.row.documents
    document.documentId = '../..'
    const opened = await startSearch({ data })
    const found = await opened.search({ customers: ['aurora'] })
    expect(found).toMatchObject({
      complete: true,
      problems: [{ message: '1 document could not be read: no valid id' }],
    })
    const savable = await findIn(opened, found)
    expect(documentsIn(savable)[0]?.[1]).toHaveLength(first.row.documents.length - 1)
    expect(savable.isComplete).toBe(false)
  })

  it('whose documents are listed only in a unique result is incomplete for such a document too (T4)', async () => {
    const data = demoData({ setsPerCustomer: 2 })
    const [{ row } = expect.unreachable()] = data.sets
    const [document = expect.unreachable()] = row.documents
    document.documentId = '../..'
    const opened = await startSearch({ data, documentsOnlyWhenUnique: true })
    const savable = await findIn(opened, await opened.search({ customers: ['aurora'] }))
    const message = 'documents of it have no valid id, so they are not in the plan'
    expect(savable).toMatchObject({ isComplete: false, problems: [{ where: `set ${row.parcelRef}`, message }] })
  })
})
