import { renameSync, symlinkSync } from 'node:fs'
import { appendFile, copyFile, cp, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { filesIn, savedFiles } from '../../e2e/saved-files.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { saveWith } from '../../support/save-with-desk.ts'
import { createTestDesk, type TestDesk } from '../../support/test-desk.ts'
import { CAN_LINK } from '../../support/system-abilities.ts'

const data = demoData({ setsPerCustomer: 1 })
const request = { pattern: '{customer}/{parcelRef}/{documentId}' }

let service: ExchangeService
let desk: TestDesk
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  desk = await createTestDesk({ service })
  onTestFinished(desk.close)
})

const undo = (job: string) => desk.desk.jobs.undo(job)

/** From then on nothing can be recorded; the desk opens its stores anew when it is asked again. */
async function killUndo(job: string, after: number): Promise<void> {
  const killed = desk.desk.jobs.undo(job, {
    onProgress: ({ done }) => {
      if (done === after) void desk.desk.close()
    },
  })
  await expect(killed).rejects.toThrow(/finalized|not open/)
}

async function everythingIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).toSorted()
}

describe('undoing a save', () => {
  it('leaves the folder as it was before, and knows nothing of the files any more', async () => {
    const own = join(desk.folder, 'mine', 'empty')
    await mkdir(own, { recursive: true })
    await writeFile(join(desk.folder, 'mine', 'note.txt'), 'mine')
    const before = await everythingIn(desk.folder)
    const { job } = await saveWith(desk, { request })
    expect(await desk.desk.jobs.previewUndo(job.job)).toMatchObject({ files: job.saved, bytes: job.bytes })
    expect(await undo(job.job)).toEqual({
      folder: desk.folder,
      removed: job.saved,
      vanished: 0,
      kept: [],
      isComplete: true,
      problems: [],
    })
    expect(await everythingIn(desk.folder)).toEqual(before)
    expect(desk.desk.jobs.get(job.job)).toMatchObject({
      state: 'done',
      saved: 0,
      removed: job.saved,
      isUndoBegun: false,
    })
    const again = await saveWith(desk, { request: { ...request, isOnlyNew: true } })
    expect(again.job).toMatchObject({ saved: job.saved, skipped: 0 })
  })

  it('can be tried before: the trial says what the undo then does, and changes nothing', async () => {
    const { job, documents } = await saveWith(desk, { request: { pattern: '{documentId}' } })
    await appendFile(documents[0]?.path ?? '', 'changed')
    await rm(documents[1]?.path ?? '')
    const before = await everythingIn(desk.folder)
    const trial = await desk.desk.jobs.tryUndo(job.job)
    expect(trial).toMatchObject({ vanished: 1, kept: [{ reason: 'changed' }], isComplete: true })
    expect(await everythingIn(desk.folder)).toEqual(before)
    expect(desk.desk.jobs.get(job.job)).toMatchObject({ saved: job.saved, removed: 0, isUndoBegun: false })
    const { removed, kept } = await undo(job.job)
    expect({ removed, kept }).toEqual({ removed: trial.wouldRemove.length, kept: trial.kept })
    expect(await filesIn(desk.folder)).not.toEqual(expect.arrayContaining(trial.wouldRemove))
  })

  it('removes nothing that an earlier save wrote, and the manifest goes on listing it', async () => {
    const first = await saveWith(desk, { request: { ...request, docTypes: ['Bill of Lading'] } })
    const bills = await filesIn(desk.folder)
    const second = await saveWith(desk, { request })
    expect(await undo(second.job.job)).toMatchObject({ removed: second.job.saved, kept: [] })
    expect(await filesIn(desk.folder)).toEqual(bills)
    expect(await savedFiles(desk.folder)).toHaveLength(first.job.saved)
  })

  it('keeps a file that was there before with the same bytes, and one that took the place of another', async () => {
    const flat = { pattern: '{documentId}' }
    const elsewhere = `${desk.folder} elsewhere`
    const { documents } = await saveWith(desk, { request: { ...flat, folder: elsewhere } })
    const [found = '', replaced = ''] = documents.map(({ documentId }) => `TEST ${documentId}.pdf`)
    await copyFile(join(elsewhere, found), join(desk.folder, found))
    await writeFile(join(desk.folder, replaced), 'of somebody')
    const first = await saveWith(desk, { request: flat })
    expect(await undo(first.job.job)).toMatchObject({
      removed: first.job.saved - 1,
      kept: [{ path: found, reason: 'found' }],
    })
    expect(await filesIn(desk.folder)).toEqual([found, replaced].toSorted())

    const second = await saveWith(desk, { request: { ...flat, conflict: 'replace' } })
    const { kept } = await undo(second.job.job)
    expect(kept).toContainEqual({ path: replaced, reason: 'replaced' })
    expect(await filesIn(desk.folder)).toEqual([found, replaced].toSorted())
  })

  it('keeps what a later save has replaced', async () => {
    const first = await saveWith(desk, { request })
    const files = await filesIn(desk.folder)
    await saveWith(desk, { request: { ...request, conflict: 'replace' } })
    const { removed, kept } = await undo(first.job.job)
    expect({ removed, reasons: new Set(kept.map(({ reason }) => reason)) }).toEqual({
      removed: 0,
      reasons: new Set(['later']),
    })
    expect(await filesIn(desk.folder)).toEqual(files)
  })

  it('keeps a changed file with its record, and forgets one that somebody removed', async () => {
    const { job } = await saveWith(desk, { request: { pattern: '{documentId}/{documentId}' } })
    const [changed = '', vanished = ''] = await filesIn(desk.folder)
    await appendFile(join(desk.folder, changed), 'x')
    // With its folder.
    await rm(dirname(join(desk.folder, vanished)), { recursive: true })
    expect(await undo(job.job)).toMatchObject({
      removed: job.saved - 2,
      vanished: 1,
      kept: [{ path: changed, reason: 'changed' }],
    })
    expect(await filesIn(desk.folder)).toEqual([changed])
    expect(await desk.desk.verify(desk.folder)).toMatchObject({ ok: 0, missing: [], changed: [changed], extra: [] })
  })

  it('keeps a file with the same size and other bytes', async () => {
    const { job, documents } = await saveWith(desk, { request })
    const path = documents[0]?.path ?? ''
    await writeFile(path, Buffer.alloc(documents[0]?.bytes ?? 0, 'x'))
    expect(await undo(job.job)).toMatchObject({ removed: job.saved - 1, kept: [{ reason: 'changed' }] })
    expect(await filesIn(desk.folder)).toHaveLength(1)
  })

  it('keeps the files of an earlier job that it found unchanged', async () => {
    const first = await saveWith(desk, { request })
    const second = await saveWith(desk, { request })
    expect(second.job).toMatchObject({ saved: 0, skipped: first.job.saved })
    expect(await undo(second.job.job)).toMatchObject({ removed: 0, kept: [] })
    expect(await savedFiles(desk.folder)).toHaveLength(first.job.saved)
  })

  it('keeps what another installation has saved again since', async () => {
    const { job } = await saveWith(desk, { request })
    const other = await createTestDesk({ service })
    onTestFinished(other.close)
    await saveWith(other, { request: { ...request, folder: desk.folder } })
    const result = await undo(job.job)
    expect(result.removed).toBe(0)
    expect(result.kept).toHaveLength(job.saved)
    expect(await savedFiles(desk.folder)).toHaveLength(job.saved)
  })

  it.skipIf(!CAN_LINK)('follows no link out of the folder', async () => {
    const { job, documents } = await saveWith(desk, { request })
    const customer = dirname(dirname(documents[0]?.path ?? ''))
    await rename(customer, `${desk.folder} moved`)
    await symlink(`${desk.folder} moved`, customer)
    const before = await filesIn(`${desk.folder} moved`)
    const { kept } = await undo(job.job)
    expect(kept).toHaveLength(before.length)
    expect(await filesIn(`${desk.folder} moved`)).toEqual(before)
  })

  it.skipIf(!CAN_LINK)('removes nothing through a folder that is swapped for a link while it runs', async () => {
    const { job, documents } = await saveWith(desk, { request: { pattern: 'all/{documentId}' } })
    await cp(desk.folder, `${desk.folder} copy`, { recursive: true })
    const folder = dirname(documents[0]?.path ?? '')
    const { removed, kept } = await desk.desk.jobs.undo(job.job, {
      onProgress: ({ done }) => {
        if (done !== 1) return
        renameSync(folder, `${desk.folder} moved`)
        symlinkSync(join(`${desk.folder} copy`, 'all'), folder)
      },
    })
    expect(await filesIn(join(`${desk.folder} copy`, 'all'))).toHaveLength(job.saved)
    expect(await filesIn(`${desk.folder} moved`)).toHaveLength(job.saved - removed)
    expect(removed + kept.length).toBe(job.saved)
    expect(desk.desk.jobs.get(job.job)).toMatchObject({ saved: kept.length, removed })
  })

  it('removes no equal files of another folder that came in the place of one', async () => {
    const { job, documents } = await saveWith(desk, { request: { pattern: 'all/{documentId}' } })
    const folder = dirname(documents[0]?.path ?? '')
    await cp(folder, `${desk.folder} copy`, { recursive: true })
    const { removed } = await desk.desk.jobs.undo(job.job, {
      onProgress: ({ done }) => {
        if (done !== 1) return
        renameSync(folder, `${desk.folder} moved`)
        renameSync(`${desk.folder} copy`, folder)
      },
    })
    expect(await filesIn(folder)).toHaveLength(job.saved)
    expect(removed).toBeLessThan(job.saved)
  })

  it('can be stopped, and goes on from there', async () => {
    const { job } = await saveWith(desk, { request })
    const stop = new AbortController()
    const half = await desk.desk.jobs.undo(job.job, { signal: stop.signal, onProgress: () => stop.abort() })
    expect(half.isComplete).toBe(false)
    expect(half.removed).toBeLessThan(job.saved)
    expect(await savedFiles(desk.folder)).toHaveLength(job.saved - half.removed)
    expect(await undo(job.job)).toMatchObject({ removed: job.saved - half.removed, isComplete: true })
    expect(await everythingIn(desk.folder)).toEqual([])
  })
})

describe('an undo that fails', () => {
  it('removes nothing more, and records what was removed by then', async () => {
    const { job } = await saveWith(desk, { request })
    const failing = desk.desk.jobs.undo(job.job, {
      onProgress: ({ done }) => {
        if (done === 1) throw new Error('broken')
      },
    })
    await expect(failing).rejects.toThrow('broken')
    const left = await filesIn(desk.folder)
    // Three other files may have been looked at when the first one failed.
    expect(left.length).toBeGreaterThanOrEqual(job.saved - 4)
    expect(desk.desk.jobs.get(job.job)).toMatchObject({
      saved: left.length,
      removed: job.saved - left.length,
      isUndoBegun: true,
    })
    expect(await desk.desk.verify(desk.folder)).toMatchObject({ ok: left.length, missing: [], extra: [] })
    expect(await undo(job.job)).toMatchObject({ removed: left.length, isComplete: true })
    expect(await everythingIn(desk.folder)).toEqual([])
  })
})

describe('an undo that is killed', () => {
  it('after any file goes on from there, and loses no file without its record', { tags: 'soak' }, async () => {
    const planned = (await saveWith(desk, { request })).job.saved
    await undo(desk.desk.jobs.list()[0]?.job ?? '')
    for (let killedAfter = 1; killedAfter <= planned; killedAfter += 3) {
      const { job } = await saveWith(desk, { request, session: desk.connect() })
      await killUndo(job.job, killedAfter)
      expect(desk.desk.jobs.get(job.job)).toMatchObject({ isUndoBegun: true, removed: 0 })
      const { missing, extra } = await desk.desk.verify(desk.folder)
      expect(missing.length).toBeGreaterThanOrEqual(killedAfter)
      expect(extra).toEqual([])
      const { removed, vanished } = await undo(job.job)
      expect(removed + vanished).toBe(planned)
      expect(await everythingIn(desk.folder)).toEqual([])
      expect(desk.desk.jobs.get(job.job)).toMatchObject({ isUndoBegun: false, removed: planned })
    }
  })

  it('is refused while the share is away, goes on once it is back, and knows what is left', async () => {
    const { job } = await saveWith(desk, { request })
    await killUndo(job.job, 2)
    await rename(desk.folder, `${desk.folder} away`)
    await mkdir(desk.folder)
    const refused = { tag: 'folder-refused', reason: expect.stringContaining('nothing of this save is in it') }
    expect(await failureThrown(undo(job.job))).toMatchObject(refused)
    expect(await failureThrown(desk.desk.jobs.previewUndo(job.job))).toMatchObject(refused)
    expect(desk.desk.jobs.get(job.job)).toMatchObject({ saved: job.saved, removed: 0 })
    await rm(desk.folder, { recursive: true })
    await rename(`${desk.folder} away`, desk.folder)
    const { removed, vanished } = await undo(job.job)
    expect(vanished).toBeGreaterThanOrEqual(2)
    expect(removed + vanished).toBe(job.saved)
    expect(await everythingIn(desk.folder)).toEqual([])
  })

  it('is ended in the same folder, where nothing of the save is left', async () => {
    const { job } = await saveWith(desk, { request })
    await killUndo(job.job, 1)
    for (const name of await readdir(desk.folder)) await rm(join(desk.folder, name), { recursive: true })
    expect(await undo(job.job)).toMatchObject({ removed: 0, vanished: job.saved, isComplete: true })
    expect(desk.desk.jobs.get(job.job)).toMatchObject({ isUndoBegun: false, removed: job.saved })
  })
})

describe('an undo is refused', () => {
  it('while the job has not ended', async () => {
    service.faults.add({ match: 'document', kind: '404' })
    const { job } = await saveWith(desk, { request })
    expect(job.state).toBe('stopped')
    expect(await failureThrown(undo(job.job))).toMatchObject({
      tag: 'bad-usage',
      message: expect.stringContaining('has not ended'),
    })
  })

  it('where the folder has moved, and does its work once it is back', async () => {
    const { job } = await saveWith(desk, { request })
    await rename(desk.folder, `${desk.folder} moved`)
    expect(await failureThrown(undo(job.job))).toMatchObject({ tag: 'folder-gone' })
    await mkdir(desk.folder)
    expect(await failureThrown(undo(job.job))).toMatchObject({
      tag: 'folder-refused',
      next: expect.stringContaining('Nothing was removed'),
    })
    await rm(desk.folder, { recursive: true })
    await rename(`${desk.folder} moved`, desk.folder)
    expect(await undo(job.job)).toMatchObject({ removed: job.saved })
  })

  it('where none of its files is there any more, and its records stay', async () => {
    const { job } = await saveWith(desk, { request })
    for (const file of await filesIn(desk.folder)) await rm(join(desk.folder, file))
    expect(await failureThrown(undo(job.job))).toMatchObject({
      tag: 'bad-usage',
      message: `None of the ${job.saved} files of this save is in ${desk.folder} any more.`,
    })
    expect(await desk.desk.verify(desk.folder)).toMatchObject({ missing: { length: job.saved } })
  })
})
