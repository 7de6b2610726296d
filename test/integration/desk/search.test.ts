import { describe, expect, it } from 'vitest'
import type { Arrival } from '../../../src/engine/feed/inbox/inbox-arrivals.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import type { ServiceOptions } from '../../exchange-service/start-exchange-service.ts'
import { openSignedIn, type SearchPage, type SignedInPage } from '../../support/search-page.ts'
import { saveWith } from '../../support/save-with-desk.ts'

const data = demoData()
const aurora = data.counterparties[0]?.customerId ?? expect.unreachable()
const activeSets = data.sets.filter(
  ({ customerId, folder, instance }) => customerId === aurora && folder === 'inbox' && instance === 'DocEx',
)
const activeIds = activeSets.map(({ row }) => row.setId)

const open = (options: ServiceOptions = {}): Promise<SignedInPage> => openSignedIn({ data, ...options })

async function idsOf(page: SearchPage, searchId: string, slice = { from: 0, count: 2_000 }): Promise<string[]> {
  const { rows } = await page.call('search.rows', { searchId, slice })
  return rows.map(({ setId }) => setId)
}

describe('a search of the page', () => {
  it('ends with one event that calls it complete, with its rows in the order received, each once', async () => {
    const { page, sessionId } = await open()
    const ended = await page.search(sessionId, { customers: [aurora] })
    const { length } = activeIds
    expect(ended).toMatchObject({ state: 'done', loaded: length, received: length, total: length, isComplete: true })
    expect([ended.requests, ended.expectedRequests]).toEqual([Math.ceil(length / 100), Math.ceil(length / 100)])
    expect(await idsOf(page, ended.searchId)).toEqual(activeIds)
    expect(await idsOf(page, ended.searchId, { from: 150, count: 20 })).toEqual(activeIds.slice(150, 170))
    const told = page.events.filter(({ name }) => name === 'searches.progressed')
    expect(told.filter(({ payload }) => 'state' in payload && payload.state !== 'running')).toHaveLength(1)
    expect(told.at(-1)?.payload).toEqual(ended)
  })

  it('lists sets in the order of the selection, whichever is answered first', async () => {
    const { page, sessionId, service } = await open()
    const byCustomer = await page.search(sessionId)
    const rule = { match: 'search', kind: '503', nth: 1, retryAfterSeconds: 0 } as const
    service.faults.add(rule)
    const again = await page.search(sessionId)
    const slice = { from: 0, count: 400 }
    expect(await idsOf(page, again.searchId, slice)).toEqual(await idsOf(page, byCustomer.searchId, slice))

    const shipmentRefs = ['SHP-0100', 'SHP-0001', 'SHP-0050', 'SHP-0002', 'SHP-0030']
    service.faults.add(rule)
    const { searchId } = await page.search(sessionId, { shipmentRefs })
    const { rows } = await page.call('search.rows', { searchId, slice })
    expect([...new Set(rows.map(({ shipmentRef }) => shipmentRef))]).toEqual(shipmentRefs)
  })

  it('shows the rows of the first page while the next is requested', async () => {
    const watched = demoData()
    const { page, sessionId } = await open({ data: watched })
    const during: Promise<unknown>[] = []
    const search = watched.search
    watched.search = (filters) => {
      const [run] = page.runs.list()
      if (run !== undefined && run.progress.requests === 1 && during.length === 0) {
        during.push(idsOf(page, run.searchId), Promise.resolve(run.progress))
      }
      return search(filters)
    }
    await page.search(sessionId, { customers: [aurora] })
    const [rows, progress] = await Promise.all(during)
    expect(rows).toEqual(activeIds.slice(0, 100))
    expect(progress).toMatchObject({ state: 'running', loaded: 100, total: activeIds.length, isComplete: false })
  })

  it('lists a set once that several customers see', async () => {
    const shared = demoData({ setsPerCustomer: 1 })
    const [first = expect.unreachable()] = shared.sets
    shared.sets.push({ ...first, customerId: shared.counterparties[1]?.customerId ?? '' })
    const { page, sessionId } = await open({ data: shared })
    const { searchId, loaded, total } = await page.search(sessionId)
    const ids = await idsOf(page, searchId)
    expect(new Set(ids).size).toBe(ids.length)
    expect([loaded, total]).toEqual([ids.length, ids.length])
  })

  it('filters by state, however it is spelled, and counts all sets received', async () => {
    const { page, sessionId } = await open()
    const ended = await page.search(sessionId, { customers: [aurora], states: ['Title Held', 'SIGNED'] })
    const fitting = activeSets.filter(({ row }) => /^(signed|title.held)$/i.test(row.status))
    expect(ended).toMatchObject({ loaded: fitting.length, received: activeIds.length, total: activeIds.length })
    expect(await idsOf(page, ended.searchId)).toEqual(fitting.map(({ row }) => row.setId))
  })

  it('takes an empty status for the active sets, and any other literally', async () => {
    const { page, sessionId } = await open()
    const filed = await page.search(sessionId, { customers: [aurora], status: 'FILED' })
    expect(await idsOf(page, filed.searchId)).not.toContain(activeIds[0])
    expect(filed.loaded).toBeGreaterThan(0)
  })

  it('says that it is incomplete if the service does not page', async () => {
    const { page, sessionId } = await open({ paging: 'none' })
    const ended = await page.search(sessionId, { customers: [aurora] })
    expect(ended).toMatchObject({ state: 'done', isComplete: false, loaded: 100, total: activeIds.length })
    expect(ended.problems).toContainEqual({
      where: 'customer Aurora Grain AG',
      message: `the service did not page: showing 100 of ${activeIds.length}`,
    })
  })

  it('distinguishes unreadable rows from missing ones, and quotes them', async () => {
    const spoiled = demoData({ setsPerCustomer: 4 })
    const [first = expect.unreachable()] = spoiled.sets
    first.row.setId = 'no id'
    first.row.parcelRef = 'PR-LOST\u202E'
    const { page, sessionId } = await open({ data: spoiled })
    const ended = await page.search(sessionId, { customers: [aurora] })
    expect(ended).toMatchObject({ isComplete: false, lacking: { unsent: 0, unreadable: 1 } })
    expect(ended.problems).toMatchObject([
      { message: '1 row could not be read: no valid set id', received: [expect.stringContaining('PR-LOST ')] },
    ])
    const { page: other, sessionId: session } = await open({ paging: 'none' })
    const cut = await other.search(session, { customers: [aurora] })
    expect(cut.lacking).toEqual({ unsent: activeIds.length - 100, unreadable: 0 })
  })

  it('fails in words for the desk and keeps the rows received', async () => {
    const { page, sessionId, service } = await open()
    service.faults.add({ match: 'search', kind: '400', nth: 2, times: 9 })
    const ended = await page.search(sessionId, { customers: [aurora] })
    expect(ended).toMatchObject({
      state: 'failed',
      loaded: 100,
      isComplete: false,
      failure: { tag: 'request-refused' },
    })
    expect(await idsOf(page, ended.searchId)).toHaveLength(100)
  })

  it('ends when cancelled, and its results stay until it is closed', async () => {
    const { page, sessionId, service } = await open()
    const gate = service.hold('search')
    const searchId = await page.start(sessionId, { customers: [aurora] })
    await expect.poll(() => gate.waiting).toBe(1)
    await page.call('search.cancel', { searchId })
    expect(await page.ended(searchId)).toMatchObject({ state: 'cancelled', failure: null, isComplete: false })
    expect(await idsOf(page, searchId)).toEqual([])
    await page.call('search.close', { searchId })
    expect(await page.refused('search.rows', { searchId, slice: { from: 0, count: 1 } })).toMatchObject({
      tag: 'bad-usage',
      message: 'This search is not open any more.',
    })
    gate.open()
  })

  it('is refused at once for an empty reference, which a service might take for “any”', async () => {
    const { page, sessionId, service } = await open()
    const selection = { customers: [], shipmentRefs: [' '], status: '', instance: null, filters: {}, states: [] }
    expect(await page.refused('search.start', { sessionId, selection })).toMatchObject({ tag: 'bad-usage' })
    expect(service.counts.search).toBe(0)
    expect(page.runs.list()).toEqual([])
  })

  it('fails if the password is refused in mid-session, and tries it once (T31)', async () => {
    const { page, sessionId, service } = await open()
    service.faults.revokeTokens()
    service.faults.refuseTokens(true)
    const before = service.counts.token
    expect(await page.search(sessionId)).toMatchObject({ state: 'failed', failure: { tag: 'sign-in-refused' } })
    expect(await page.search(sessionId)).toMatchObject({ state: 'failed', failure: { tag: 'sign-in-refused' } })
    expect(service.counts.token - before).toBe(1)
  })
})

describe('the rows of a search', () => {
  it('show what the service sent, unknown as unknown, and contain nothing that the grid does not show', async () => {
    const odd = demoData({ setsPerCustomer: 1 })
    const [{ row } = expect.unreachable()] = odd.sets
    row.documents = []
    row.vesselName = null
    row.status = 'transfer drafted'
    const { page, sessionId } = await open({ data: odd })
    const { searchId } = await page.search(sessionId, { customers: [aurora] })
    const { rows } = await page.call('search.rows', { searchId, slice: { from: 0, count: 10 } })
    expect(rows).toMatchObject([
      {
        setId: row.setId,
        customerId: aurora,
        customerName: 'Aurora Grain AG',
        parcelRef: row.parcelRef,
        status: 'transfer drafted',
        vesselName: null,
        documents: null,
        savedDocuments: 0,
      },
    ])
    expect(rows[0]).not.toHaveProperty('received')
  })

  it('count what this installation saved of each set, as soon as it is saved', async () => {
    const few = demoData({ setsPerCustomer: 2 })
    const [set = expect.unreachable(), other = expect.unreachable()] = few.sets
    const { page, sessionId } = await open({ data: few })
    const { searchId } = await page.search(sessionId, { customers: [aurora] })
    const customers = [aurora]
    const selection = { customers, status: 'ACTIVE', shipmentRefs: [set.row.shipmentRef], instance: null }
    await saveWith(page.desk, { request: { selection: { ...selection, filters: {}, states: [] } } })
    const { rows } = await page.call('search.rows', { searchId, slice: { from: 0, count: 10 } })
    const { length } = set.row.documents
    expect(rows.map((row) => [row.setId, row.documents, row.savedDocuments])).toEqual([
      [set.row.setId, length, length],
      [other.row.setId, other.row.documents.length, 0],
    ])
    set.row.documents.shift()
    const again = await page.search(sessionId, { customers })
    const { rows: now } = await page.call('search.rows', { searchId: again.searchId, slice: { from: 0, count: 1 } })
    expect(now).toMatchObject([{ documents: length - 1, savedDocuments: length - 1, changedDocuments: 0 }])
  })

  it('count what was saved before the set changed, until it is saved again', async () => {
    const few = demoData({ setsPerCustomer: 1 })
    const [{ row } = expect.unreachable()] = few.sets
    row.status = 'signed'
    const { page, sessionId } = await open({ data: few })
    const read = async (): Promise<unknown> => {
      const { searchId } = await page.search(sessionId, { customers: [aurora] })
      const { rows } = await page.call('search.rows', { searchId, slice: { from: 0, count: 1 } })
      return rows[0]
    }
    const selection = { customers: [aurora], status: 'ACTIVE', shipmentRefs: [row.shipmentRef], instance: null }
    const request = { selection: { ...selection, filters: {}, states: [] } }
    await saveWith(page.desk, { request })
    const { length } = row.documents
    expect(await read()).toMatchObject({ savedDocuments: length, changedDocuments: 0 })
    row.status = 'issued'
    expect(await read()).toMatchObject({ savedDocuments: length, changedDocuments: length })
    await saveWith(page.desk, { request })
    expect(await read()).toMatchObject({ savedDocuments: length, changedDocuments: 0 })
  })

  it('count a message that came after the save as a change, and are read again for the sets that it names', async () => {
    const few = demoData({ setsPerCustomer: 2 })
    const [{ row } = expect.unreachable(), other] = few.sets
    row.status = 'signed'
    const { page, sessionId } = await open({ data: few })
    const { searchId } = await page.search(sessionId, { customers: [aurora] })
    const selection = { customers: [aurora], status: 'ACTIVE', shipmentRefs: [row.shipmentRef], instance: null }
    await saveWith(page.desk, { request: { selection: { ...selection, filters: {}, states: [] } } })
    const { rows: before, lastEntry } = await page.call('search.touched', { searchId, afterEntry: null })
    expect(before).toEqual([])
    const arrival = (setId: string): Arrival => ({
      source: 'queue',
      body: Buffer.from(JSON.stringify({ setId, newStatus: 'issued' })),
      isRedelivered: false,
      seenAt: new Date(Date.now() + 1000).toISOString(),
    })
    page.desk.desk.feed('test').add([arrival(row.setId), arrival('of another search')])
    const touched = await page.call('search.touched', { searchId, afterEntry: lastEntry })
    expect(touched.rows).toMatchObject([{ setId: row.setId, changedDocuments: row.documents.length }])
    expect(touched.rows.some(({ setId }) => setId === other?.row.setId)).toBe(false)
    expect(await page.call('search.touched', { searchId, afterEntry: touched.lastEntry })).toEqual({
      rows: [],
      lastEntry: touched.lastEntry,
    })
  })
})

describe('the savable sets of a search', () => {
  it('are all in the requested states, or the named ones among its results', async () => {
    const { page, sessionId } = await open()
    const { searchId } = await page.search(sessionId, { customers: [aurora], states: ['signed'] })
    const run = page.runs.find(searchId)
    const signed = activeSets.filter(({ row }) => row.status === 'signed').map(({ row }) => row.setId)
    expect([...run.setsOf(null)].map(({ setId }) => setId)).toEqual(signed)
    const foreign = data.sets.find(({ customerId }) => customerId !== aurora)?.row.setId ?? expect.unreachable()
    expect([...run.setsOf([signed[3] ?? '', foreign, 'nowhere'])].map(({ setId }) => setId)).toEqual([signed[3]])
  })

  it('leave out sets whose reference only contains the requested one (T8)', async () => {
    const partial = demoData({ referenceMatch: 'partial', setsPerCustomer: 3 })
    const [one = expect.unreachable(), other = expect.unreachable()] = partial.sets
    one.row.shipmentRef = 'SHP-1'
    other.row.shipmentRef = 'SHP-12'
    for (const { row } of partial.sets.slice(2)) row.shipmentRef = 'X'
    const { page, sessionId } = await open({ data: partial })
    const { searchId } = await page.search(sessionId, { customers: [aurora], shipmentRefs: ['SHP-1'] })
    expect(await idsOf(page, searchId)).toEqual([one.row.setId, other.row.setId])
    const savable = [...page.runs.find(searchId).setsOf(null)]
    expect(savable.map(({ setId }) => setId)).toEqual([one.row.setId])
  })
})

describe('the references of a search', () => {
  it('without a set are named, in the order given', async () => {
    const { page, sessionId } = await open()
    const { searchId } = await page.search(sessionId, { shipmentRefs: ['NOPE-2', 'SHP-0001', 'NOPE-1', 'shp-0001'] })
    expect(await page.call('search.missing', { searchId })).toEqual({
      references: ['NOPE-2', 'NOPE-1', 'shp-0001'],
      numbers: [],
    })
  })

  it('are none of them called missing while a customer who may have it was left out (T34)', async () => {
    const { page, sessionId, service } = await open()
    service.faults.refuseCustomer(data.counterparties[1]?.customerId ?? '')
    const shipmentRefs = ['NOPE-1', 'SHP-0001', 'NOPE-2', 'NOPE-3', 'NOPE-4', 'NOPE-5', 'NOPE-6']
    const { searchId } = await page.search(sessionId, { shipmentRefs })
    expect(await page.call('search.missing', { searchId })).toEqual({ references: [], numbers: [] })
  })

  it('have their sets as rows, in the order asked for', async () => {
    const { page, sessionId } = await open()
    const { searchId } = await page.search(sessionId, { shipmentRefs: ['SHP-0007'] })
    const setIds = (await idsOf(page, searchId)).toReversed()
    const { rows } = await page.call('sets.rows', { sessionId, setIds: [...setIds, 'never seen'] })
    expect(rows.map(({ setId }) => setId)).toEqual(setIds)
  })
})
