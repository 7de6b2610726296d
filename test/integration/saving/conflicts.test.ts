import { mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type DemoData, demoData } from '../../exchange-service/demo-data.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { savedHashes } from '../../support/distinct-documents.ts'
import { saveWith } from '../../support/save-with-desk.ts'
import { filesBelow, tempFolder } from '../../support/temp-folder.ts'
import { createTestDesk, type TestDesk } from '../../support/test-desk.ts'
import { sha256Of } from '../../support/test-ledger.ts'
import { plantable } from '../../support/system-abilities.ts'

let data: DemoData
let service: ExchangeService
let desk: TestDesk
/** A document, and where it is saved. */
let documentId: string
let file: string

beforeEach(async () => {
  data = demoData({ setsPerCustomer: 2 })
  for (const set of data.sets) set.documentKinds = set.documentKinds.map(() => 'certificate-of-origin')
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  desk = await createTestDesk({ service, root: await tempFolder(), connection: { environment: 'production' } })
  onTestFinished(desk.close)
  documentId = data.sets[0]?.row.documents[0]?.documentId ?? ''
  file = join(desk.folder, `${documentId}.pdf`)
})

const save = (change: Parameters<typeof saveWith>[1] = {}) => saveWith(desk, change)
const versionsIn = async (): Promise<string[]> =>
  (await filesBelow(desk.folder)).filter((name) => name.includes('[version'))
const verifiedOk = async () => {
  const { missing, changed, extra } = await desk.desk.verify(desk.folder)
  return { missing, changed, extra }
}
const CLEAN = { missing: [], changed: [], extra: [] }

describe('saving again with keep-both', () => {
  it('skips documents whose bytes are those that were recorded', async () => {
    const first = await save()
    const manifest = await readFile(join(desk.folder, 'parcel-desk-manifest.csv'), 'utf8')
    const again = await save()
    expect(again.job).toMatchObject({ planned: first.job.planned, skipped: first.job.planned, saved: 0, state: 'done' })
    expect(again.complete).toBe(true)
    expect(await filesBelow(desk.folder)).toHaveLength(first.job.planned + 2)
    expect(await readFile(join(desk.folder, 'parcel-desk-manifest.csv'), 'utf8')).toBe(manifest)
  })

  it('knows them as saved from the service’s new address, once that has sent them too', async () => {
    await save()
    const moved = await startExchangeService({ data })
    onTestFinished(moved.close)
    const session = desk.connect({ baseUrl: moved.url })
    const setIds = data.sets.map(({ row }) => row.setId)
    expect(session.sets.savedDocuments(setIds).size).toBe(0)
    expect((await saveWith({ ...desk, session })).job.saved).toBe(0)
    expect(session.sets.savedDocuments(setIds).size).toBe(setIds.length)
  })

  it('puts other bytes beside the old file, named by their content, however often it runs', async () => {
    await save()
    const old = await readFile(file)
    service.changeDocument(documentId)
    const { documents, job } = await save()
    expect(job).toMatchObject({ saved: 1, skipped: job.planned - 1 })
    const [version = ''] = await versionsIn()
    const copy = await readFile(join(desk.folder, version))
    expect(version).toBe(`${documentId} [version ${sha256Of(copy).slice(0, 8)}].pdf`)
    expect((await readFile(file)).equals(old)).toBe(true)
    expect(documents.find((one) => one.state === 'saved')).toMatchObject({
      documentId,
      path: join(desk.folder, version),
    })
    expect((await save()).job).toMatchObject({ saved: 0, skipped: job.planned })
    expect(await versionsIn()).toEqual([version])
    expect(await verifiedOk()).toEqual(CLEAN)
  })

  it('never replaces another file, and says where the document went instead', async () => {
    await writeFile(file, 'of somebody else')
    const { documents } = await save()
    expect(await readFile(file, 'utf8')).toBe('of somebody else')
    expect(documents.find((one) => one.documentId === documentId)?.path).toMatch(/ \[version [0-9a-f]{8}\]\.pdf$/)
    expect(await verifiedOk()).toEqual({ ...CLEAN, extra: [`${documentId}.pdf`] })
  })

  it.each(
    plantable<(path: string) => Promise<unknown>>([
      ['a folder', (path) => mkdir(path)],
      ['a link to a file', (path) => symlink('/etc/hostname', path)],
      ['a link to nowhere', (path) => symlink(join(path, '..', 'nowhere'), path)],
    ]),
  )('goes round %s under the name', async (_, make) => {
    await make(file)
    expect(await save()).toMatchObject({ complete: true })
    expect(await versionsIn()).toHaveLength(1)
    expect(await filesBelow(desk.folder)).not.toContain('nowhere')
  })

  it('fails one document, not the job, when its folder’s name is a file', async () => {
    const name = data.counterparties[0]?.customerName ?? ''
    await writeFile(join(desk.folder, name), 'of somebody else')
    const { job, documents } = await save({ request: { pattern: '{customer}/{documentId}' } })
    const blocked = documents.filter(({ path }) => path.startsWith(join(desk.folder, name)))
    expect(job).toMatchObject({ failed: blocked.length, saved: job.planned - blocked.length })
    expect(blocked.map(({ failure }) => failure?.tag)).toEqual(blocked.map(() => 'file-exists'))
  })

  it('adopts whole files that a lost ledger does not know, without touching them', async () => {
    const first = await save()
    const before = await stat(file)
    await desk.close()
    await rename(join(desk.dataDir, 'production/ledger.sqlite'), join(desk.dataDir, 'lost.sqlite'))
    const next = await createTestDesk({ service, root: desk.root, connection: { environment: 'production' } })
    onTestFinished(next.close)
    const again = await saveWith(next)
    expect(again.job).toMatchObject({ saved: first.job.planned, state: 'done' })
    expect(await versionsIn()).toEqual([])
    const after = await stat(file)
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs])
    expect((await saveWith(next)).job.skipped).toBe(first.job.planned)
  })
})

describe('saving again with skip', () => {
  it('fetches no document whose name is taken by anything', async () => {
    await writeFile(file, 'of somebody else')
    const first = await save({ request: { conflict: 'skip' } })
    expect(first.job).toMatchObject({ skipped: 1, saved: first.job.planned - 1, state: 'done' })
    expect(service.counts.document).toBe(first.job.planned - 1)
    service.changeDocument(documentId)
    expect((await save({ request: { conflict: 'skip' } })).job).toMatchObject({ skipped: first.job.planned, saved: 0 })
    expect(service.counts.document).toBe(first.job.planned - 1)
    expect(await readFile(file, 'utf8')).toBe('of somebody else')
  })
})

describe('saving again with replace', () => {
  it('replaces the old bytes in one step, and records one version', async () => {
    await save()
    const before = await savedHashes(desk.folder)
    service.changeDocument(documentId)
    await save({ request: { conflict: 'replace' } })
    const after = await savedHashes(desk.folder)
    expect(after.get(documentId)).not.toBe(before.get(documentId))
    expect(after.size).toBe(before.size)
    expect(await verifiedOk()).toEqual(CLEAN)
  })

  it('keeps the old bytes where the new ones cannot be fetched whole', async () => {
    await save()
    const before = await readFile(file)
    service.faults.add({ match: 'document', kind: 'withoutEnd', documentId })
    expect((await save({ request: { conflict: 'replace' } })).job).toMatchObject({ failed: 1 })
    expect((await readFile(file)).equals(before)).toBe(true)
  })
})

describe('saving only what is new', () => {
  const onlyNew = () => save({ request: { isOnlyNew: true } })
  const set = () => data.sets[0]
  const documentsOfSet = () => set()?.row.documents.length ?? 0

  beforeEach(async () => {
    await save()
  })

  it('fetches nothing when nothing has changed', async () => {
    const asked = service.counts.document
    const { job, complete, documents } = await onlyNew()
    expect({ complete, saved: job.saved, skipped: job.skipped }).toEqual({
      complete: true,
      saved: 0,
      skipped: job.planned,
    })
    expect(service.counts.document).toBe(asked)
    expect(documents[0]).toMatchObject({ state: 'skipped', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  it.each([
    ['its state', () => Object.assign(set()?.row ?? {}, { status: 'issued' })],
    ['the text of its date', () => Object.assign(set()?.row ?? {}, { modifiedDate: '9 March 2026, 10:00' })],
  ])('asks for the documents of a set when %s has changed', async (_, change) => {
    const asked = service.counts.document
    change()
    service.changeDocument(documentId)
    const { job } = await onlyNew()
    expect(service.counts.document - asked).toBe(documentsOfSet())
    expect(job.saved).toBe(1)
    const again = service.counts.document
    expect((await onlyNew()).job.saved).toBe(0)
    expect(service.counts.document).toBe(again)
  })

  it('fetches a document whose file is missing or has another size', async () => {
    const asked = service.counts.document
    await rm(file)
    expect((await onlyNew()).job.saved).toBe(1)
    await writeFile(file, 'shorter')
    expect((await onlyNew()).job.saved).toBe(1)
    expect(service.counts.document - asked).toBe(2)
    expect(await readFile(file, 'utf8')).toBe('shorter')
  })

  it('fetches documents that did not exist before', async () => {
    const added = {
      documentId: '0d0c0000-0000-4000-8000-00000000abcd',
      name: 'Added',
      docType: 'Note',
      xmlContent: null,
    }
    set()?.row.documents.push(added)
    set()?.documentKinds.push('small')
    const asked = service.counts.document
    expect((await onlyNew()).job.saved).toBe(1)
    expect(service.counts.document - asked).toBe(1)
  })
})
