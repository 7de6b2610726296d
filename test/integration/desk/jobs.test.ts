import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { distinctData, honestHashes, savedHashes } from '../../support/distinct-documents.ts'
import { openSavingPage, type SavingPage } from '../../support/saving-page.ts'
import { DEFAULT_NAME_PATTERN } from '../../../src/shared/model/name-patterns.ts'
import { saveWith } from '../../support/save-with-desk.ts'
import { createTestDesk } from '../../support/test-desk.ts'
import { filesBelow } from '../../support/temp-folder.ts'

const data = distinctData({ sets: 12, documentsPerSet: 2 })
const hashes = await honestHashes(data)
const CONCURRENCY = 4
const all = { from: 0, count: 2_000 }

let service: ExchangeService
let desk: SavingPage
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  desk = await openSavingPage({ service, timeouts: { answerMs: 20_000 } })
})

const saved = async (): Promise<Map<string, string>> => {
  const files = await savedHashes(desk.page.desk.folder)
  return new Map([...files].map(([name, sha256]) => [name.replace('TEST ', ''), sha256]))
}

/** A job of which so many documents stand before the service. */
async function heldJob(): Promise<{ jobId: string; open: () => void }> {
  const gate = service.hold('document')
  const jobId = await desk.save(await desk.begin(), { concurrency: CONCURRENCY })
  await expect.poll(() => gate.waiting).toBe(CONCURRENCY)
  return { jobId, open: gate.open }
}

describe('a job', () => {
  it('runs to its end, with a last event that is final, and a folder that agrees with its manifest', async () => {
    const jobId = await desk.save(await desk.begin())
    const counts = { planned: hashes.size, saved: hashes.size, skipped: 0, failed: 0, pending: 0, failure: null }
    expect(await desk.reached(jobId, 'done')).toMatchObject(counts)
    expect(desk.queue.list()).toEqual([desk.jobs.at(-1)])
    expect(await saved()).toEqual(hashes)
    const verified = await desk.call('jobs.verify', { jobId })
    expect(verified).toMatchObject({ ok: hashes.size, missing: [], changed: [], extra: [] })
    await desk.call('jobs.openFolder', { jobId })
    expect(desk.asked).toEqual([`open ${desk.page.desk.folder}`])
  })

  it('reports progress while it runs', async () => {
    service.faults.set({ rules: [{ match: 'document', kind: 'slow', bytesPerSecond: 20_000 }] })
    const jobId = await desk.save(await desk.begin())
    await expect.poll(() => desk.jobs.find((job) => job.bytes > 0)?.state).toBe('running')
    service.faults.clear()
    await desk.reached(jobId, 'done')
    const states = desk.jobs.map(({ state }) => state)
    expect(states.filter((state, at) => state !== states[at - 1])).toEqual(['waiting', 'running', 'done'])
    for (const { planned, ...job } of desk.jobs) {
      expect(job.saved + job.skipped + job.failed + job.pending).toBe(planned)
    }
  })

  it('skips existing files and counts them as skipped', async () => {
    const begun = await desk.begin()
    await desk.reached(await desk.save(begun), 'done')
    const asked = service.counts.document
    const again = await desk.save(begun, { isOnlyNew: true })
    expect(await desk.reached(again, 'done')).toMatchObject({ saved: 0, skipped: hashes.size })
    expect(service.counts.document).toBe(asked)
  })

  it('is read page by page, and by state', async () => {
    service.faults.set({ rules: [{ match: 'document', nth: 7, kind: '404' }] })
    const jobId = await desk.save(await desk.begin())
    expect(await desk.reached(jobId, 'stopped')).toMatchObject({ failed: 1, failure: { tag: 'some-not-saved' } })
    const page = await desk.call('jobs.documents', { jobId, state: null, slice: { from: 5, count: 3 } })
    expect(page).toMatchObject({ count: hashes.size, documents: { length: 3 } })
    const inOrder = await desk.call('jobs.documents', { jobId, state: null, slice: all })
    expect(inOrder.documents.slice(5, 8)).toEqual(page.documents)
    const failed = await desk.call('jobs.documents', { jobId, state: 'failed', slice: all })
    expect(failed).toMatchObject({ count: 1, documents: [{ failure: { tag: 'not-found' } }] })
    const savedOnes = await desk.call('jobs.documents', {
      jobId,
      state: 'saved',
      slice: { from: hashes.size - 3, count: 9 },
    })
    expect(savedOnes).toMatchObject({ count: hashes.size - 1, documents: { length: 2 } })
    service.faults.clear()
    await desk.call('jobs.resume', { jobId })
    expect(await desk.reached(jobId, 'done')).toMatchObject({ saved: hashes.size, failed: 0 })
  })

  it('that is unknown is refused', async () => {
    const jobId = 'made-up'
    for (const name of ['jobs.resume', 'jobs.cancel', 'jobs.verify', 'jobs.openFolder', 'jobs.undo'] as const) {
      expect(await desk.refused(name, { jobId })).toMatchObject({ tag: 'bad-usage' })
    }
    expect(await desk.refused('jobs.documents', { jobId, state: null, slice: all })).toMatchObject({ tag: 'bad-usage' })
  })
})

describe('a folder that vanishes', () => {
  it('stops the job with a next step, as often as it is resumed, and nothing is saved elsewhere', async () => {
    const { jobId, open } = await heldJob()
    const { folder } = desk.page.desk
    await rm(folder, { recursive: true })
    open()
    expect(await desk.reached(jobId, 'stopped')).toMatchObject({ failure: { tag: 'folder-gone' } })
    expect(await desk.refused('jobs.verify', { jobId })).toMatchObject({ tag: 'bad-usage' })
    desk.jobs.length = 0
    await desk.call('jobs.resume', { jobId })
    expect(await desk.reached(jobId, 'stopped')).toMatchObject({ failure: { tag: 'folder-gone' } })
    expect(existsSync(folder)).toBe(false)
  })
})

describe('undoing a job', () => {
  it('tells what it would do, does it, and shows it in the job and its documents', async () => {
    const jobId = await desk.save(await desk.begin())
    await desk.reached(jobId, 'done')
    const { folder } = desk.page.desk
    expect(await desk.call('jobs.previewUndo', { jobId })).toMatchObject({ folder, files: hashes.size })
    expect(await desk.call('jobs.undo', { jobId })).toMatchObject({ removed: hashes.size, kept: [], isComplete: true })
    expect(await filesBelow(folder)).toEqual([])
    await expect.poll(() => desk.jobs.at(-1)).toMatchObject({ saved: 0, removed: hashes.size, isUndoBegun: false })
    const removed = await desk.call('jobs.documents', { jobId, state: 'removed', slice: all })
    expect(removed.count).toBe(hashes.size)
    expect(await desk.call('jobs.previewUndo', { jobId })).toMatchObject({ files: 0 })
  })

  it('waits for no running job but is refused, and a job that comes meanwhile runs after it', async () => {
    const begun = await desk.begin()
    const first = await desk.save(begun)
    await desk.reached(first, 'done')
    const gate = service.hold('document')
    const second = await desk.save(begun, { pattern: 'again {documentId}' })
    await desk.reached(second, 'running')
    expect(await desk.refused('jobs.undo', { jobId: first })).toMatchObject({
      tag: 'bad-usage',
      message: 'A save is running or waiting.',
    })
    gate.open()
    await desk.reached(second, 'done')
    const [undone, third] = await Promise.all([
      desk.call('jobs.undo', { jobId: first }),
      desk.save(begun, { pattern: 'more {documentId}' }),
    ])
    expect(undone.removed).toBe(hashes.size)
    expect(await desk.reached(third, 'done')).toMatchObject({ saved: hashes.size })
  })
})

interface Listed {
  path: string
  setId: string
  documentId: string
  parcelRef: string
}

async function manifestOf(folder: string) {
  const file = join(folder, 'parcel-desk-manifest.json')
  const manifest: { documents: Listed[] } = JSON.parse(await readFile(file, 'utf8'))
  const write = (documents: Listed[]): Promise<void> => writeFile(file, JSON.stringify({ ...manifest, documents }))
  return { documents: manifest.documents, write }
}

describe('verifying', () => {
  it('lists what is missing, changed and extra in a job’s folder', async () => {
    const jobId = await desk.save(await desk.begin())
    await desk.reached(jobId, 'done')
    const { folder } = desk.page.desk
    const [first = '', second = ''] = (await filesBelow(folder)).filter((file) => file.endsWith('.pdf'))
    await rm(join(folder, first))
    await writeFile(join(folder, second), await readFile(join(folder, second), 'latin1').then((text) => `${text} `))
    await writeFile(join(folder, 'note.txt'), 'mine')
    expect(await desk.call('jobs.verify', { jobId })).toMatchObject({
      ok: hashes.size - 2,
      missing: [first],
      changed: [second],
      extra: ['note.txt'],
    })
  })

  it('fetches missing and changed files again, beside the changed ones, and calls nothing lost', async () => {
    const begun = await desk.begin()
    const jobId = await desk.save(begun)
    await desk.reached(jobId, 'done')
    const { folder } = desk.page.desk
    const [missing = '', changed = ''] = (await filesBelow(folder)).filter((file) => file.endsWith('.pdf'))
    const before = await readFile(join(folder, changed))
    await rm(join(folder, missing))
    await writeFile(join(folder, changed), 'altered')
    expect(await desk.refused('jobs.fetchAgain', { jobId, concurrency: 4 })).toMatchObject({ tag: 'bad-usage' })
    expect(await desk.call('jobs.verify', { jobId })).toMatchObject({ fetchable: 2 })

    const asked = service.counts.document
    const again = (await desk.call('jobs.fetchAgain', { jobId, concurrency: 4 })).jobId
    expect(await desk.reached(again, 'done')).toMatchObject({ planned: 2, saved: 2, folder })
    expect(service.counts.document - asked).toBe(2)
    expect(await readFile(join(folder, changed), 'utf8')).toBe('altered')
    const version = (await filesBelow(folder)).find((file) => file.includes('version')) ?? ''
    expect(await readFile(join(folder, version))).toEqual(before)
    // The altered file stays told; but what was saved lies beside it, so that there is nothing more to fetch.
    expect(await desk.call('jobs.verify', { jobId: again })).toMatchObject({
      ok: hashes.size,
      missing: [],
      changed: [changed],
      extra: [],
      fetchable: 0,
      restorable: 0,
      replaceable: 1,
    })
    expect(await desk.refused('jobs.fetchAgain', { jobId: again, concurrency: 4 })).toMatchObject({ tag: 'bad-usage' })
    // What is fetched is recorded with the state that the set was seen with, so that it counts as known.
    const known = await desk.save(begun, { isOnlyNew: true })
    expect(await desk.reached(known, 'done')).toMatchObject({ saved: 0, skipped: hashes.size })
  })

  it('replaces changed files by choice, but never a missing one that has come back', async () => {
    const jobId = await desk.save(await desk.begin())
    await desk.reached(jobId, 'done')
    const { folder } = desk.page.desk
    const [missing = '', changed = ''] = (await filesBelow(folder)).filter((file) => file.endsWith('.pdf'))
    const before = await readFile(join(folder, changed))
    await rm(join(folder, missing))
    await writeFile(join(folder, changed), 'altered')
    expect(await desk.call('jobs.verify', { jobId })).toMatchObject({ restorable: 1, replaceable: 1 })
    await writeFile(join(folder, missing), 'brought back by somebody')
    const again = (await desk.call('jobs.fetchAgain', { jobId, concurrency: 4, replaces: true })).jobId
    expect(await desk.reached(again, 'done')).toMatchObject({ planned: 2, saved: 2 })
    expect(await readFile(join(folder, changed))).toEqual(before)
    expect(await readFile(join(folder, missing), 'utf8')).toBe('brought back by somebody')
    expect((await filesBelow(folder)).filter((file) => file.includes('version'))).toHaveLength(1)
  })

  it('fetches the document that it saved under a name, whatever the manifest says is there', async () => {
    const jobId = await desk.save(await desk.begin())
    await desk.reached(jobId, 'done')
    const { folder } = desk.page.desk
    const { documents, write } = await manifestOf(folder)
    const [own, other] = documents
    if (own === undefined || other === undefined) throw new Error('documents were saved')
    const before = await readFile(join(folder, own.path))
    await rm(join(folder, own.path))
    await write([{ ...other, path: own.path }, ...documents.slice(1)])
    expect(await desk.call('jobs.verify', { jobId })).toMatchObject({ missing: [own.path], fetchable: 1 })
    const again = (await desk.call('jobs.fetchAgain', { jobId, concurrency: 4 })).jobId
    await desk.reached(again, 'done')
    expect(await readFile(join(folder, own.path))).toEqual(before)
    const fetched = (await desk.call('jobs.documents', { jobId: again, state: null, slice: all })).documents
    expect(fetched).toMatchObject([{ setId: own.setId, documentId: own.documentId, parcelRef: own.parcelRef }])
  })

  it('fetches what another computer saved only under a name that the service has for it', async () => {
    const begun = await desk.begin()
    const jobId = await desk.save(begun)
    await desk.reached(jobId, 'done')
    const { folder } = desk.page.desk
    const other = await createTestDesk({ service })
    onTestFinished(other.close)
    const { documents: theirs } = await saveWith(other, { request: { folder, pattern: DEFAULT_NAME_PATTERN } })
    const { documents, write } = await manifestOf(folder)
    const [right, wrong] = documents.filter(({ path }) => path.includes('/'))
    if (right === undefined || wrong === undefined) throw new Error('documents were saved')
    for (const { path } of theirs) await rm(path)
    const { path: _, ...foreign } = right
    await write(documents.map((one) => (one.path === wrong.path ? { ...foreign, path: wrong.path } : one)))
    const found = await desk.call('jobs.verify', { jobId })
    expect(found).toMatchObject({ missing: { length: hashes.size }, fetchable: hashes.size - 1 })
    const again = (await desk.call('jobs.fetchAgain', { jobId, concurrency: 4 })).jobId
    expect(await desk.reached(again, 'done')).toMatchObject({ saved: hashes.size - 1 })
    expect(existsSync(join(folder, right.path))).toBe(true)
    expect(existsSync(join(folder, wrong.path))).toBe(false)
  })

  it('fetches nothing that a manifest lists outside the folder, under device names, or of another service', async () => {
    const jobId = await desk.save(await desk.begin())
    await desk.reached(jobId, 'done')
    const { folder } = desk.page.desk
    const file = join(folder, 'parcel-desk-manifest.json')
    const manifest: { documents: { path: string; service: string }[] } = JSON.parse(await readFile(file, 'utf8'))
    const [first] = manifest.documents
    if (first === undefined) throw new Error('documents were saved')
    const strange = ['../out.pdf', 'a/../../out.pdf', '/out.pdf', 'NUL.pdf', 'a.pdf:b', '.hidden.pdf', 'setup.exe']
    const entries = strange.map((path) => ({ ...first, path }))
    const foreign = { ...first, path: 'foreign.pdf', service: 'https://other.example' }
    await writeFile(file, JSON.stringify({ ...manifest, documents: [...entries, foreign] }))
    const found = await desk.call('jobs.verify', { jobId })
    expect(found).toMatchObject({ missing: { length: strange.length + 1 }, fetchable: 0 })
  })
})
