import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Selection } from '../../../src/shared/model/selection.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import type { StoredSet } from '../../exchange-service/exchange-data.ts'
import { openSignedIn, type SearchPage } from '../../support/search-page.ts'
import { saveWith } from '../../support/save-with-desk.ts'

/** A few sets of the first customer, which a test may change. */
function fewSets(): { data: ReturnType<typeof demoData>; customers: string[]; first: StoredSet } {
  const data = demoData({ setsPerCustomer: 2 })
  const [first = expect.unreachable()] = data.sets
  return { data, customers: [first.customerId], first }
}

async function save(page: SearchPage, set: StoredSet): Promise<void> {
  await saveWith(page.desk, { request: { selection: selectionOf(set) } })
}

function selectionOf({ row }: StoredSet): Selection {
  const { shipmentRef } = row
  return {
    customers: [],
    shipmentRefs: [shipmentRef],
    status: 'ACTIVE',
    instance: null,
    filters: {},
    states: [],
  }
}

describe('a set', () => {
  it('is shown as received, without XML contents, with every saved copy of its documents', async () => {
    const { data, customers, first } = fewSets()
    const { row } = first
    const [document = expect.unreachable()] = row.documents
    document.xmlContent = '<form>CONGENBILL</form>'
    const { page, sessionId } = await openSignedIn({ data })
    await page.search(sessionId, { customers })
    await save(page, first)
    const set = await page.call('sets.read', { sessionId, setId: row.setId })
    expect(set.row).toMatchObject({
      setId: row.setId,
      documents: row.documents.length,
      savedDocuments: row.documents.length,
      changedDocuments: 0,
    })
    const received: unknown = JSON.parse(set.received)
    expect(received).toMatchObject({ setId: row.setId, transactionId: row.transactionId, links: [] })
    expect(set.received).not.toContain('CONGENBILL')
    expect(set.documents?.map(({ documentId, name }) => [documentId, name])).toEqual(
      row.documents.map(({ documentId, name }) => [documentId, name]),
    )
    for (const { documentId, saved } of set.documents ?? []) {
      expect(saved).toMatchObject([{ path: join(page.desk.folder, `TEST ${documentId}.pdf`), isThere: true }])
    }
    const [gone, changed] = set.documents ?? []
    await appendFile(changed?.saved[0]?.path ?? '', 'x')
    const looked = await page.call('sets.read', { sessionId, setId: row.setId })
    expect(looked.documents?.map(({ saved }) => saved[0]?.isChanged)).toEqual(
      row.documents.map(({ documentId }) => documentId === changed?.documentId),
    )
    await rm(gone?.saved[0]?.path ?? '')
    const after = await page.call('sets.read', { sessionId, setId: row.setId })
    expect(after.documents?.map(({ saved }) => saved[0]?.isThere)).toEqual([
      false,
      ...row.documents.slice(1).map(() => true),
    ])
  })

  it('has a timeline of what this installation saw: found, state changed, saved, newest first', async () => {
    const { data, customers, first } = fewSets()
    const { page, sessionId } = await openSignedIn({ data })
    first.row.status = 'signed'
    first.row.vesselName = 'MV First'
    await page.search(sessionId, { customers })
    first.row.status = 'SIGNED'
    await page.search(sessionId, { customers })
    first.row.status = 'title_held'
    await page.search(sessionId, { customers })
    first.row.vesselName = 'MV \u202EAnother'
    await page.search(sessionId, { customers })
    await save(page, first)
    const { timeline } = await page.call('sets.read', { sessionId, setId: first.row.setId })
    expect(timeline.map(({ kind, state, text }) => [kind, state, text])).toEqual([
      ['saved', null, `${first.row.documents.length} documents saved to ${page.desk.folder}`],
      ['row-changed', null, 'Vessel is “MV Another”, was “MV First”; found by a search'],
      ['state-changed', 'title_held', 'found by a search'],
      ['first-seen', 'SIGNED', 'first found by a search'],
    ])
    expect(timeline.map(({ at }) => at)).toEqual(
      timeline
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
  })

  it('does not take a missing state for a change', async () => {
    const { data, customers, first } = fewSets()
    const { page, sessionId } = await openSignedIn({ data })
    for (const status of ['signed', undefined, 'signed']) {
      Object.assign(first.row, { status })
      await page.search(sessionId, { customers })
    }
    const { timeline } = await page.call('sets.read', { sessionId, setId: first.row.setId })
    expect(timeline.map(({ kind }) => kind)).toEqual(['first-seen'])
  })

  it('that was never found is unknown, and no call is made', async () => {
    const { page, sessionId, service } = await openSignedIn()
    const failure = await page.refused('sets.read', { sessionId, setId: '5e700000-0000-4000-a000-000000000001' })
    expect(failure).toMatchObject({ tag: 'bad-usage', message: 'This set was not found by any search here.' })
    expect(service.counts.search).toBe(0)
  })
})

describe('loading the documents of a set', () => {
  it('adds those that the search did not list, also for a set found among the filed ones (T4)', async () => {
    const data = demoData()
    const filed = data.sets.find(
      (set) =>
        set.folder === 'filed' &&
        set.instance === 'DocEx' &&
        data.sets.filter(({ row }) => row.shipmentRef === set.row.shipmentRef).length === 1,
    )
    const { row, customerId } = filed ?? expect.unreachable()
    const { page, sessionId } = await openSignedIn({ data, documentsOnlyWhenUnique: true })
    await page.search(sessionId, { customers: [customerId], status: 'FILED' })
    const { setId } = row
    expect((await page.call('sets.read', { sessionId, setId })).documents).toBeNull()
    expect(await page.call('sets.loadDocuments', { sessionId, setId })).toEqual({ outcome: 'listed' })
    const { documents } = await page.call('sets.read', { sessionId, setId })
    expect(documents).toHaveLength(row.documents.length)
  })

  it('fails if the service still does not list them, which never means “none”', async () => {
    const twins = demoData({ setsPerCustomer: 2 })
    for (const { row } of twins.sets) Object.assign(row, { shipmentRef: 'SHP-TWIN', parcelRef: 'PR-TWIN' })
    const [first = expect.unreachable()] = twins.sets
    const { page, sessionId } = await openSignedIn({ data: twins, documentsOnlyWhenUnique: true })
    await page.search(sessionId, { customers: [first.customerId] })
    expect(await page.refused('sets.loadDocuments', { sessionId, setId: first.row.setId })).toMatchObject({
      tag: 'documents-not-listed',
    })
  })

  it('distinguishes a set without documents from one that does not list them', async () => {
    const { data, customers, first } = fewSets()
    first.row.documents = []
    const { page, sessionId } = await openSignedIn({ data })
    await page.search(sessionId, { customers })
    const { setId } = first.row
    expect(await page.call('sets.loadDocuments', { sessionId, setId })).toEqual({ outcome: 'none' })
  })
})

describe('the saved files of several sets', () => {
  it('are the newest of each document that is still there; all in one folder or not, as they were saved', async () => {
    const { data, customers, first } = fewSets()
    const [, second = expect.unreachable()] = data.sets
    const { page, sessionId } = await openSignedIn({ data })
    await page.search(sessionId, { customers })
    const setIds = [first.row.setId, second.row.setId]
    const paths = async (): Promise<string[]> =>
      (await page.call('sets.savedFiles', { sessionId, setIds: [...setIds, 'unknown'] })).files.map(({ path }) => path)
    const areTogether = async (): Promise<unknown> => await page.call('sets.haveOneFolder', { sessionId, setIds })
    expect(await paths()).toEqual([])
    expect(await areTogether()).toEqual({ isOneFolder: false })

    await save(page, first)
    await save(page, second)
    const { folder } = page.desk
    const documentIds = [first, second].flatMap(({ row }) => row.documents.map(({ documentId }) => documentId))
    const saved = documentIds.map((id) => join(folder, `TEST ${id}.pdf`))
    expect(await paths()).toEqual(saved)
    expect(await areTogether()).toEqual({ isOneFolder: true })

    await saveWith(page.desk, { request: { selection: selectionOf(second), pattern: 'elsewhere/{documentId}' } })
    const again = second.row.documents.map(({ documentId }) => join(folder, 'elsewhere', `TEST ${documentId}.pdf`))
    expect(await areTogether()).toEqual({ isOneFolder: false })
    expect(await paths()).toEqual([...saved.slice(0, first.row.documents.length), ...again])
    await rm(again[0] ?? '')
    expect((await paths()).slice(first.row.documents.length)).toEqual([
      saved[first.row.documents.length],
      ...again.slice(1),
    ])
  })
})
