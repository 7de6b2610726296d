import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import {
  type ExchangeService,
  type ServiceOptions,
  startExchangeService,
} from '../../exchange-service/start-exchange-service.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { openSavingPage, type PlanInput, type SavingPage } from '../../support/saving-page.ts'

const data = demoData({ setsPerCustomer: 4 })
const [customer] = data.counterparties
const customers = [customer?.customerId ?? '']
const own = data.search({ customerIds: customers, status: 'ACTIVE', instance: 'DOCEX' })
const sets = own.slice(0, own.total)
const documents = sets.flatMap(({ row }) => row.documents)

async function open(options: ServiceOptions = {}): Promise<{ desk: SavingPage; service: ExchangeService }> {
  const service = await startExchangeService({ data, ...options })
  onTestFinished(service.close)
  return { service, desk: await openSavingPage({ service }) }
}

describe('a plan for the results of a search', () => {
  it('names every document and its target, and saves nothing', async () => {
    const { desk } = await open()
    const begun = await desk.begin({ customers })
    const plan = await desk.plan(begun, { pattern: '{customer}/{shipmentRef}/{documentId}' })
    expect(plan).toMatchObject({
      documents: documents.length,
      skipped: 0,
      collisions: 0,
      requests: documents.length,
      isComplete: true,
      folder: { folderId: begun.folderId, path: desk.page.desk.folder, isThere: true },
      folders: 1 + new Set(sets.map(({ row }) => row.shipmentRef)).size,
    })
    expect(plan.freeBytes).toBeGreaterThan(0)
    expect(await filesBelow(desk.page.desk.folder)).toEqual([])
  })

  it('is read in slices that add up to the whole, because it may be long', async () => {
    const { desk } = await open()
    const { planId } = await desk.plan(await desk.begin({ customers }))
    const slices = await Promise.all(
      [0, 3, documents.length - 1, documents.length].map((from) =>
        desk.call('saving.planned', { planId, slice: { from, count: 3 } }),
      ),
    )
    expect(slices.map((slice) => slice.documents.length)).toEqual([3, 3, 1, 0])
    expect(slices[0]?.documents[0]).toEqual({
      setId: sets[0]?.row.setId,
      documentId: documents[0]?.documentId,
      relativePath: `TEST ${documents[0]?.documentId}.pdf`,
      state: 'pending',
      action: 'save',
      there: null,
      isCollision: false,
      modifiedDate: sets[0]?.row.modifiedDate,
    })
  })

  it('counts the names that needed part of an id, and lists the document types to choose from', async () => {
    const { desk } = await open()
    const begun = await desk.begin({ customers })
    const bills = documents.filter(({ docType }) => docType === 'Bill of Lading').length
    const plan = await desk.plan(begun, { pattern: 'the same', docTypes: ['bill of lading'] })
    expect(plan).toMatchObject({ documents: bills, collisions: bills })
    expect(plan.docTypes).toContainEqual({ docType: 'Bill of Lading', documents: bills })
    expect(plan.docTypes.reduce((sum, one) => sum + one.documents, 0)).toBe(documents.length)
  })

  it('holds only the chosen sets, and reports one that is not among the results', async () => {
    const { desk } = await open()
    const begun = await desk.begin({ customers })
    const setIds = [sets[1]?.row.setId ?? '']
    expect(await desk.plan(begun, { setIds })).toMatchObject({
      documents: sets[1]?.row.documents.length,
      isComplete: true,
      problems: [],
      commandLine: expect.stringContaining(`--shipment-ref ${sets[1]?.row.shipmentRef}`),
    })
    const plan = await desk.plan(begun, { setIds: [...setIds, 'made-up'] })
    expect(plan).toMatchObject({ isComplete: false, problems: [{ where: 'chosen sets' }] })
  })

  it('searches again for documents that were not listed (T4)', async () => {
    const { desk, service } = await open({ documentsOnlyWhenUnique: true })
    const begun = await desk.begin({ customers })
    const asked = service.counts.search
    expect(await desk.plan(begun)).toMatchObject({ documents: documents.length, isComplete: true })
    expect(service.counts.search).toBeGreaterThan(asked)
  })

  it('is as incomplete as its search, and says why', async () => {
    const { desk } = await open({
      pageLimit: 2,
      faults: { rules: [{ match: 'search', kind: 'emptyPage', nth: 2, times: 9 }] },
    })
    const begun = await desk.begin({ customers })
    const { problems, isComplete } = desk.page.runs.find(begun.searchId)
    expect(isComplete).toBe(false)
    expect(await desk.plan(begun)).toMatchObject({ isComplete: false, problems: expect.arrayContaining([...problems]) })
  })

  it('knows, for every conflict policy, what is on disk, how many calls it takes, and each file to be replaced', async () => {
    const { desk, service } = await open()
    const begun = await desk.begin({ customers })
    await desk.reached(await desk.save(begun), 'done')
    const [known, stranger, gone] = documents.map(({ documentId }) => `TEST ${documentId}.pdf`)
    const { folder } = desk.page.desk
    await rm(join(folder, stranger ?? ''))
    await mkdir(join(folder, stranger ?? ''))
    await rm(join(folder, gone ?? ''))
    const all = documents.length
    const planned = async (change: Partial<PlanInput>) => {
      const { actions, requests, skipped } = await desk.plan(begun, change)
      return { actions, requests, skipped }
    }
    const none = { save: 1, compare: 0, replace: 0, leave: 0, unchanged: 0, 'too-long': 0 }
    expect(await planned({})).toEqual({
      actions: { ...none, compare: all - 1 },
      requests: all,
      skipped: 0,
    })
    expect(await planned({ conflict: 'skip' })).toEqual({
      actions: { ...none, leave: all - 1 },
      requests: 1,
      skipped: all - 1,
    })
    // A folder is never replaced: its document is put beside it.
    const replaced = { ...none, compare: 1, replace: all - 2 }
    expect(await planned({ conflict: 'replace' })).toEqual({
      actions: replaced,
      requests: all,
      skipped: 0,
    })
    expect(await planned({ isOnlyNew: true })).toEqual({
      actions: { ...none, compare: 1, unchanged: all - 2 },
      requests: 2,
      skipped: all - 2,
    })

    const { planId } = await desk.plan(begun, { conflict: 'replace' })
    const { documents: listed } = await desk.call('saving.planned', { planId, slice: { from: 0, count: all } })
    const { size } = await stat(join(folder, known ?? ''))
    expect(listed.find(({ relativePath }) => relativePath === known)).toMatchObject({
      action: 'replace',
      modifiedDate: sets[0]?.row.modifiedDate,
      there: { bytes: size, modifiedDate: sets[0]?.row.modifiedDate, isKnown: true },
    })

    const before = service.counts.document
    await desk.reached(await desk.save(begun, { conflict: 'skip' }), 'done')
    expect(service.counts.document - before).toBe(1)
  })

  it('distinguishes a foreign file under a planned name from one that was saved', async () => {
    const { desk } = await open()
    const begun = await desk.begin({ customers })
    const [first] = documents
    await mkdir(desk.page.desk.folder, { recursive: true })
    await writeFile(join(desk.page.desk.folder, `TEST ${first?.documentId}.pdf`), 'not ours')
    const { planId, actions } = await desk.plan(begun, { conflict: 'replace' })
    expect(actions).toMatchObject({ replace: 1, save: documents.length - 1 })
    const { documents: listed } = await desk.call('saving.planned', { planId, slice: { from: 0, count: 1_000 } })
    expect(listed.filter(({ there }) => there !== null)).toMatchObject([{ there: { isKnown: false } }])
  })

  it('can be forgotten, and then neither read nor started', async () => {
    const { desk } = await open()
    const { planId } = await desk.plan(await desk.begin({ customers }))
    await desk.call('saving.discardPlan', { planId })
    expect(await desk.refused('saving.start', { planId, concurrency: 1 })).toMatchObject({ tag: 'bad-usage' })
  })

  it('makes no further call once it is cancelled', async () => {
    const { desk, service } = await open({ documentsOnlyWhenUnique: true })
    const { searchId, folderId } = await desk.begin({ customers })
    const gate = service.hold('search')
    const planning = desk.refused('saving.plan', wish({ searchId, folderId }))
    await expect.poll(() => gate.waiting).toBeGreaterThan(0)
    const asked = service.counts.search
    await desk.call('saving.cancelPlanning', {})
    expect(await planning).toMatchObject({ tag: 'interrupted' })
    gate.open()
    expect(service.counts.search).toBe(asked)
  })
})

const wish = (change: Pick<PlanInput, 'searchId' | 'folderId'>): PlanInput => ({
  setIds: null,
  pattern: '{name}',
  docTypes: [],
  conflict: 'skip',
  isOnlyNew: false,
  ...change,
})

describe('the folder of a plan', () => {
  it('is one that the user chose: the page can name no other', async () => {
    const { desk } = await open()
    const { searchId } = await desk.begin({ customers })
    expect(await desk.refused('saving.plan', wish({ searchId, folderId: '/etc' }))).toMatchObject({ tag: 'bad-usage' })
    expect(await desk.call('saving.chooseFolder', {})).toBeNull()
  })

  it('is refused before planning if it must not be saved into', async () => {
    const { desk } = await open()
    const { searchId } = await desk.begin({ customers })
    desk.foldersToChoose.push(join(desk.page.desk.dataDir, 'inside'))
    const { folderId } = (await desk.call('saving.chooseFolder', {})) ?? { folderId: '' }
    expect(await desk.refused('saving.plan', wish({ searchId, folderId }))).toMatchObject({
      tag: 'folder-refused',
      message: expect.stringContaining('the data folder of Parcel Desk'),
    })
  })

  it('is remembered, last used first, with whether it exists', async () => {
    const { desk } = await open()
    const begun = await desk.begin({ customers })
    const other = join(desk.page.desk.root, 'other')
    desk.foldersToChoose.push(other)
    await desk.call('saving.chooseFolder', {})
    const paths = async (): Promise<unknown> =>
      (await desk.call('saving.folders', {})).folders.map(({ path, isThere }) => [path, isThere])
    const { folder } = desk.page.desk
    expect(await paths()).toEqual([
      [other, false],
      [folder, true],
    ])
    await desk.reached(await desk.save(begun), 'done')
    await rm(folder, { recursive: true })
    expect(await paths()).toEqual([
      [folder, false],
      [other, false],
    ])
    await desk.call('saving.forgetFolder', { folderId: begun.folderId })
    expect(await paths()).toEqual([[other, false]])
    await desk.call('saving.recallFolder', { folderId: begun.folderId })
    expect(await paths()).toEqual([
      [folder, false],
      [other, false],
    ])
    expect(await desk.refused('saving.recallFolder', { folderId: '/etc' })).toMatchObject({ tag: 'bad-usage' })
  })

  it('is opened by the system', async () => {
    const { desk } = await open()
    const { folderId } = await desk.begin({ customers })
    await desk.call('saving.openFolder', { folderId })
    expect(desk.asked).toEqual([`open ${desk.page.desk.folder}`])
  })
})

describe('the example of a pattern', () => {
  it('shows what documents of the sets would be called', async () => {
    const { desk } = await open()
    const { sessionId } = await desk.begin({ customers })
    const setIds = sets.slice(0, 2).map(({ row }) => row.setId)
    const { examples, failure } = await desk.call('saving.example', {
      sessionId,
      setIds,
      pattern: '{parcelRef}/{docType}',
    })
    expect(failure).toBeNull()
    expect(examples).toEqual(
      sets.slice(0, 2).map(({ row }) => `${row.parcelRef}/TEST ${row.documents[0]?.docType}.pdf`),
    )
  })

  it('is invented without sets, so that a pattern can be tried before any search', async () => {
    const { desk } = await open()
    const { sessionId } = await desk.begin({ customers })
    const made = await desk.call('saving.example', { sessionId, setIds: [], pattern: '{customer}/{name}' })
    expect(made.examples).toEqual(['Northwind Grain Ltd/TEST Bill of lading 1 of 3.pdf'])
  })

  it('says what is wrong with a pattern', async () => {
    const { desk } = await open()
    const { sessionId } = await desk.begin({ customers })
    const made = await desk.call('saving.example', { sessionId, setIds: [], pattern: '{customr}' })
    expect(made).toMatchObject({
      examples: [],
      failure: { tag: 'bad-usage', message: expect.stringContaining('Did you mean {customer}?') },
    })
  })

  it('accepts every offered token', async () => {
    const { desk } = await open()
    const { sessionId } = await desk.begin({ customers })
    const { tokens } = await desk.call('saving.tokens', {})
    const pattern = tokens.map(({ token }) => `{${token}}`).join(' ')
    expect(await desk.call('saving.example', { sessionId, setIds: [], pattern })).toMatchObject({ failure: null })
    expect(tokens.filter((one) => one.of === 'document').map(({ token }) => token)).toEqual([
      'title',
      'docType',
      'name',
      'documentId',
      'shortId',
    ])
  })
})
