import { mkdir, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { distinctData, honestHashes } from '../../support/distinct-documents.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { resumeWith, saveRequest, saveWith } from '../../support/save-with-desk.ts'
import { createTestDesk, type TestDesk } from '../../support/test-desk.ts'

const data = distinctData({ sets: 6, documentsPerSet: 2, customers: 2 })
const hashes = await honestHashes(data)
const manifestFile = z.object({
  environment: z.string(),
  documents: z.array(z.looseObject({ path: z.string(), documentId: z.string(), sha256: z.string(), user: z.string() })),
})

let service: ExchangeService
let desk: TestDesk
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  desk = await createTestDesk({ service })
  onTestFinished(desk.close)
})

const inFolder = (name: string): string => join(desk.folder, name)
const readManifest = async () =>
  manifestFile.parse(JSON.parse(await readFile(inFolder('parcel-desk-manifest.json'), 'utf8')))
const customer = (index: number): string => data.counterparties[index]?.customerId ?? ''
const selectionOf = (index: number) => ({ ...saveRequest(desk).selection, customers: [customer(index)] })

describe('the manifest of a folder', () => {
  it('records what every saved document is and who saved it', async () => {
    const { manifest } = await saveWith(desk)
    const { environment, documents } = await readManifest()
    expect(environment).toBe('test')
    expect(new Map(documents.map(({ documentId, sha256 }) => [documentId, sha256]))).toEqual(hashes)
    expect(new Set(documents.map(({ user }) => user))).toEqual(new Set(['ops@aurora.example']))
    expect(manifest).toEqual({
      csv: inFolder('parcel-desk-manifest.csv'),
      json: inFolder('parcel-desk-manifest.json'),
    })
    expect((await readFile(inFolder('parcel-desk-manifest.csv'), 'utf8')).split('\r\n')).toHaveLength(hashes.size + 2)
  })

  it('is also written when the job was stopped, for what was saved until then', async () => {
    const [difficult = ''] = hashes.keys()
    service.faults.add({ match: 'document', kind: '404', documentId: difficult })
    await saveWith(desk)
    expect((await readManifest()).documents).toHaveLength(hashes.size - 1)
    expect(await desk.desk.verify(desk.folder)).toMatchObject({ ok: hashes.size - 1, missing: [], extra: [] })
  })

  it('grows with every job and with every installation that saves into the folder', async () => {
    const other = await createTestDesk({ service })
    onTestFinished(other.close)
    await saveWith(desk, { request: { selection: selectionOf(0) } })
    await saveWith(other, { request: { folder: desk.folder, selection: selectionOf(1) } })
    expect((await readManifest()).documents).toHaveLength(hashes.size)
    await saveWith(desk, { request: { selection: selectionOf(0), conflict: 'skip' } })
    expect((await readManifest()).documents).toHaveLength(hashes.size)
    expect(await other.desk.verify(desk.folder)).toMatchObject({ ok: hashes.size, missing: [], changed: [], extra: [] })
  })

  it('is kept by a job that finds nothing new, and rewritten wherever it may lack something', async () => {
    const [csv, json] = [inFolder('parcel-desk-manifest.csv'), inFolder('parcel-desk-manifest.json')]
    const onlyNew = () => saveWith(desk, { request: { isOnlyNew: true } })
    const isWrittenBy = async (): Promise<boolean> => {
      const before = await stat(json)
      const { manifest, complete } = await onlyNew()
      expect({ manifest, complete }).toEqual({ manifest: { csv, json }, complete: true })
      return (await stat(json)).ino !== before.ino
    }
    await saveWith(desk)
    expect(await isWrittenBy()).toBe(false)
    await rm(csv)
    expect(await isWrittenBy()).toBe(true)
    expect((await stat(csv)).isFile()).toBe(true)
    expect(await isWrittenBy()).toBe(false)
    const later = new Date(Date.now() + 60_000)
    await utimes(json, later, later)
    expect(await isWrittenBy()).toBe(true)
    // A stopped job may have saved documents that no manifest has.
    const [documentId = ''] = hashes.keys()
    service.faults.add({ match: 'document', kind: '404', documentId })
    await rm(inFolder(`TEST ${documentId}.pdf`))
    await onlyNew()
    service.faults.clear()
    expect((await onlyNew()).job).toMatchObject({ saved: 1 })
    expect(await desk.desk.verify(desk.folder)).toMatchObject({ ok: hashes.size, missing: [], changed: [], extra: [] })
  })

  it('keeps another installation from giving its names to other documents', async () => {
    const pattern = 'same name for all'
    await saveWith(desk, { request: { selection: selectionOf(0), pattern } })
    const other = await createTestDesk({ service })
    onTestFinished(other.close)
    const { documents } = await saveWith(other, {
      request: { folder: desk.folder, selection: selectionOf(1), pattern },
    })
    expect(documents.every(({ path }) => /\[[0-9a-f-]+\]\.pdf$/.test(path))).toBe(true)
    expect(await desk.desk.verify(desk.folder)).toMatchObject({ ok: hashes.size, missing: [], changed: [], extra: [] })
  })

  it('must be written before a job is done; until then the job can be resumed', async () => {
    await mkdir(inFolder('parcel-desk-manifest.csv'))
    const { complete, manifest, job } = await saveWith(desk)
    expect({ complete, manifest, saved: job.saved }).toEqual({ complete: false, manifest: null, saved: hashes.size })
    expect(job).toMatchObject({ state: 'stopped', failure: { tag: 'folder-not-writable' } })
    expect(job.failure?.message).toContain('parcel-desk-manifest.csv cannot be replaced')
    await rmdir(inFolder('parcel-desk-manifest.csv'))
    const asked = service.counts.document
    expect(await resumeWith(desk, job.job)).toMatchObject({ complete: true, job: { state: 'done', failure: null } })
    expect(service.counts.document).toBe(asked)
    expect(await desk.desk.verify(desk.folder)).toMatchObject({ ok: hashes.size, missing: [], changed: [], extra: [] })
  })

  it('must be readable before a job is resumed', async () => {
    service.faults.add({ match: 'document', kind: '404', times: 1 })
    const { job } = await saveWith(desk)
    await writeFile(inFolder('parcel-desk-manifest.json'), 'damaged')
    const asked = service.counts.document
    expect(await failureThrown(desk.session.resume(job.job, {}))).toMatchObject({ tag: 'folder-refused' })
    expect(service.counts.document).toBe(asked)
  })

  it('cannot be a folder, and nothing is saved beside one', async () => {
    await mkdir(inFolder('parcel-desk-manifest.json'))
    expect(await failureThrown(desk.session.plan(saveRequest(desk)))).toMatchObject({ tag: 'folder-refused' })
    expect(service.counts.document).toBe(0)
  })
})

describe('a job that is done', () => {
  it('cannot be resumed, and neither can an unknown one', async () => {
    const { job } = await saveWith(desk)
    expect(await failureThrown(desk.session.resume(job.job, {}))).toMatchObject({ tag: 'bad-usage' })
    expect(await failureThrown(desk.session.resume('20260101T0000-00000000', {}))).toMatchObject({ tag: 'bad-usage' })
  })

  it('is listed with its counts, the newest first', async () => {
    const first = await saveWith(desk, { request: { selection: selectionOf(0) } })
    const second = await saveWith(desk)
    expect(desk.desk.jobs.list().map(({ job }) => job)).toEqual([second.job.job, first.job.job])
    expect(desk.desk.jobs.find(first.job.job)).toMatchObject({ state: 'done', saved: first.job.saved, pending: 0 })
    expect(desk.desk.jobs.newestUnfinished()).toBeUndefined()
  })

  it('belongs to the service that it was made with', async () => {
    service.faults.add({ match: 'document', kind: '404', times: 1 })
    const { job } = await saveWith(desk)
    const elsewhere = await startExchangeService({ data })
    onTestFinished(elsewhere.close)
    const session = desk.connect({ baseUrl: elsewhere.url })
    expect(await failureThrown(session.resume(job.job, {}))).toMatchObject({ tag: 'bad-usage' })
    expect(elsewhere.requests).toEqual([])
  })
})
