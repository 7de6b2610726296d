import { describe, expect, it } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import { openSignedIn, type SearchPage } from '../../support/search-page.ts'
import type { Output } from '../../../src/shared/contract/contract.ts'

type Line = Output<'search.lines'>['lines'][number]

const data = demoData()
const several = data.sets.filter(
  ({ row, folder, instance }) => row.shipmentRef === 'SHP-0007' && folder === 'inbox' && instance === 'DocEx',
)
const [one = expect.unreachable()] = data.sets.filter(({ row }) => row.shipmentRef === 'SHP-0001')

async function linesOf(page: SearchPage, searchId: string, slice = { from: 0, count: 2_000 }): Promise<Line[]> {
  return (await page.call('search.lines', { searchId, slice })).lines
}

describe('a worklist', () => {
  it('has one line per reference, in the order given, with what was found for it', async () => {
    const { page, sessionId } = await openSignedIn({ data })
    const shipmentRefs = ['nowhere', ' SHP-0007 ', 'SHP-0001', 'nowhere']
    const { searchId } = await page.search(sessionId, { shipmentRefs })
    const lines = await linesOf(page, searchId)
    expect(lines.map(({ reference, state }) => [reference, state])).toEqual([
      ['nowhere', 'missing'],
      ['SHP-0007', 'several'],
      ['SHP-0001', 'found'],
    ])
    expect(lines[0]).toMatchObject({ setIds: [], statuses: [], customers: [], signatures: null, documents: 0 })
    expect(lines[1]?.setIds).toEqual(several.map(({ row }) => row.setId))
    expect(lines[1]?.customers).toHaveLength(new Set(several.map(({ customerId }) => customerId)).size)
    expect(lines[1]?.documents).toBe(several.reduce((sum, { row }) => sum + row.documents.length, 0))
    expect(lines[2]).toMatchObject({
      statuses: [one.row.status],
      documents: one.row.documents.length,
      savedDocuments: 0,
    })
    expect(await linesOf(page, searchId, { from: 1, count: 1 })).toEqual([lines[1]])
  })

  it('sums the signatures, and shows none if one of them cannot be parsed', async () => {
    const signed = demoData({ setsPerCustomer: 3 })
    const [first = expect.unreachable(), second = expect.unreachable(), third = expect.unreachable()] = signed.sets
    for (const { row } of signed.sets) row.shipmentRef = 'other'
    Object.assign(first.row, { shipmentRef: 'A', signature: '1 of 3' })
    Object.assign(second.row, { shipmentRef: 'A', signature: '2 of 2' })
    Object.assign(third.row, { shipmentRef: 'B', signature: 'pending' })
    const { page, sessionId } = await openSignedIn({ data: signed })
    const { searchId } = await page.search(sessionId, { shipmentRefs: ['A', 'B'] })
    const lines = await linesOf(page, searchId)
    expect(lines.map(({ signatures }) => signatures)).toEqual([{ signed: 3, total: 5 }, null])
  })

  it('says “not loaded” for the documents of a line if one of its sets does not list them (T4)', async () => {
    const { page, sessionId } = await openSignedIn({ data, documentsOnlyWhenUnique: true })
    const { searchId } = await page.search(sessionId, { shipmentRefs: ['SHP-0007', 'SHP-0001'] })
    const lines = await linesOf(page, searchId)
    expect(lines.map(({ documents }) => documents)).toEqual([null, one.row.documents.length])
  })

  it('waits for pending answers and calls nothing missing that was never answered', async () => {
    const { page, sessionId, service } = await openSignedIn({ data })
    const gate = service.hold('search')
    const searchId = await page.start(sessionId, { shipmentRefs: ['SHP-0001'] })
    expect(await linesOf(page, searchId)).toMatchObject([{ state: 'waiting', documents: null }])
    await page.call('search.cancel', { searchId })
    await page.ended(searchId)
    expect(await linesOf(page, searchId)).toMatchObject([{ state: 'unknown', documents: null }])
    gate.open()
  })

  it('calls a reference unknown, not missing, if the service cut the answer short', async () => {
    const partial = demoData({ referenceMatch: 'partial', setsPerCustomer: 30 })
    for (const { row } of partial.sets) row.shipmentRef = 'SHP-12'
    const { page, sessionId } = await openSignedIn({ data: partial, paging: 'none', pageLimit: 20 })
    const ended = await page.search(sessionId, { shipmentRefs: ['SHP-1'] })
    expect(ended.isComplete).toBe(false)
    expect(await linesOf(page, ended.searchId)).toMatchObject([{ state: 'unknown' }])
  })

  it('names the references without a set, in the order given', async () => {
    const { page, sessionId } = await openSignedIn({ data })
    const { searchId } = await page.search(sessionId, { shipmentRefs: ['NOPE-2', 'SHP-0001', 'NOPE-1', 'shp-0001'] })
    expect(await page.call('search.missing', { searchId })).toEqual({ references: ['NOPE-2', 'NOPE-1', 'shp-0001'] })
  })

  it('calls nothing missing while a customer who may have it was left out (T34)', async () => {
    const { page, sessionId, service } = await openSignedIn({ data })
    service.faults.refuseCustomer(data.counterparties[1]?.customerId ?? '')
    const shipmentRefs = ['NOPE-1', 'SHP-0001', 'NOPE-2', 'NOPE-3', 'NOPE-4', 'NOPE-5', 'NOPE-6']
    const { searchId } = await page.search(sessionId, { shipmentRefs })
    expect(await page.call('search.missing', { searchId })).toEqual({ references: [] })
    const states = (await linesOf(page, searchId)).map(({ state }) => state)
    expect(states).toEqual(['unknown', 'found', 'unknown', 'unknown', 'unknown', 'unknown', 'unknown'])
  })

  it('has the sets of a line as rows, in their order', async () => {
    const { page, sessionId } = await openSignedIn({ data })
    const { searchId } = await page.search(sessionId, { shipmentRefs: ['SHP-0007'] })
    const setIds = (await linesOf(page, searchId))[0]?.setIds.toReversed() ?? []
    const { rows } = await page.call('sets.rows', { sessionId, setIds: [...setIds, 'never seen'] })
    expect(rows.map(({ setId }) => setId)).toEqual(setIds)
  })

  it('shows every set of a reference, even if the list of sets is filtered by state', async () => {
    const { page, sessionId } = await openSignedIn({ data })
    const { searchId, loaded } = await page.search(sessionId, { shipmentRefs: ['SHP-0001'], states: ['no such'] })
    expect(loaded).toBe(0)
    expect(await linesOf(page, searchId)).toMatchObject([{ state: 'found', setIds: [one.row.setId] }])
  })
})

describe('pasted references', () => {
  it('are parsed as a spreadsheet user expects: first column, no heading, each once, leading zeros kept', async () => {
    const { page } = await openSignedIn({ data })
    const text = '\uFEFFShipment ref\tVessel\r\n007\tAurora\r\n SHP-1 \t\r\n007\tAurora\r\n\r\n'
    expect(await page.call('search.readReferences', { text })).toEqual({
      references: ['007', 'SHP-1'],
      lines: ['007', 'SHP-1', '007'],
    })
  })

  it('are refused with the line at fault', async () => {
    const { page } = await openSignedIn({ data })
    expect(await page.refused('search.readReferences', { text: '' })).toMatchObject({
      tag: 'bad-usage',
      message: 'What was pasted is empty.',
    })
    expect(await page.refused('search.readReferences', { text: 'SHP-1\n"SHP-2' })).toMatchObject({
      message: expect.stringMatching(/^Line 2 of what was pasted/i),
    })
  })
})
