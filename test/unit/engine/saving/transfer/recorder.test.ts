import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError, failureOf } from '../../../../../src/shared/errors/app-error.ts'
import type { JobItem } from '../../../../../src/engine/saving/records/job-rows.ts'
import { createRecorder, type Recorder } from '../../../../../src/engine/saving/transfer/recorder.ts'
import { asPlatform } from '../../../../support/as-platform.ts'
import { failureThrown } from '../../../../support/failure-thrown.ts'
import { createManualClock, type ManualClock } from '../../../../support/manual-clock.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import {
  openTestLedger,
  sampleItem,
  sampleJob,
  savedVersion,
  type TestLedger,
} from '../../../../support/test-ledger.ts'

describe('createRecorder', () => {
  let folder: string
  let store: TestLedger
  let recorder: Recorder
  let clock: ManualClock
  let failures: unknown[]
  let checkRoot: () => Promise<void>
  let newFolders: string[]
  const job = sampleJob('')

  beforeEach(async () => {
    folder = await tempFolder()
    await mkdir(join(folder, 'customer/shipment'), { recursive: true })
    store = openTestLedger(await tempFolder())
    failures = []
    newFolders = []
    const items = Array.from({ length: 300 }, (_, seq) => sampleItem(`customer/shipment/${seq}.pdf`))
    store.jobs.create({ ...job, folder }, items)
    const onFailure = (thrown: unknown): void => void failures.push(thrown)
    checkRoot = () => Promise.resolve()
    clock = createManualClock()
    const folders = { check: () => checkRoot(), takeNew: () => newFolders.splice(0) }
    recorder = createRecorder({ ...store, clock }, { jobId: job.id, folders, onFailure })
  })

  const record = (seq: number): void => {
    const relativePath = `customer/shipment/${seq}.pdf`
    const version = savedVersion(folder, relativePath)
    const { bytes, sha256 } = version
    const item: JobItem = {
      ...sampleItem(relativePath),
      seq,
      state: 'saved',
      attempts: 1,
      bytes,
      sha256,
      failure: null,
      remark: null,
    }
    recorder.record({ item, version })
  }
  const savedCount = (): number => store.jobs.counts(job.id).saved

  it('writes the folders that the job made, for it to be undone', async () => {
    newFolders.push('customer', 'customer/shipment')
    record(0)
    await recorder.flush()
    newFolders.push('customer/other')
    record(1)
    await recorder.flush()
    expect(store.jobs.folders(job.id)).toEqual(['customer', 'customer/other', 'customer/shipment'])
  })

  it('writes what was recorded within 50 ms, to job and ledger', async () => {
    record(0)
    await clock.advance(49)
    expect(savedCount()).toBe(0)
    await clock.advance(1)
    await expect.poll(savedCount).toBe(1)
    expect([...store.ledger.inFolder(folder)]).toHaveLength(1)
  })

  it('writes 256 entries at once, without waiting for more', async () => {
    for (let seq = 0; seq < 256; seq += 1) record(seq)
    await vi.waitFor(() => expect(savedCount()).toBe(256), { timeout: 60_000 })
  })

  it('writes everything when it is flushed, each once', async () => {
    for (let seq = 0; seq < 150; seq += 1) record(seq)
    await recorder.flush()
    expect(savedCount()).toBe(150)
    await recorder.flush()
    expect(failures).toEqual([])
  })

  it('enters a document that was not saved in the job only', async () => {
    const item: JobItem = {
      ...sampleItem('a.pdf'),
      seq: 3,
      state: 'failed',
      attempts: 10,
      failure: { tag: 'not-found', endpoint: 'x' },
      remark: null,
    }
    recorder.record({ item })
    await recorder.flush()
    expect(store.jobs.counts(job.id)).toMatchObject({ failed: 1, saved: 0 })
    expect([...store.ledger.inFolder(folder)]).toEqual([])
  })

  it.each(['linux', 'win32'] as const)('records no file whose folder has vanished, on %s too', async (platform) => {
    asPlatform(platform)
    await rm(folder, { recursive: true })
    record(0)
    expect(await failureThrown(recorder.flush())).toMatchObject({ tag: 'folder-gone' })
    expect(savedCount()).toBe(0)
  })

  it('records nothing when the archive is no longer the folder that the files were put into', async () => {
    checkRoot = () => Promise.reject(new AppError({ tag: 'folder-gone', folder }))
    record(0)
    expect(await failureThrown(recorder.flush())).toMatchObject({ tag: 'folder-gone' })
    expect(savedCount()).toBe(0)
  })

  it('reports at once that it cannot write, and writes a batch as a whole or not at all', async () => {
    store.database.exec('DROP TABLE saved_versions')
    record(0)
    await clock.advance(50)
    await expect.poll(() => failures.map(failureOf)).toMatchObject([{ tag: 'storage-failed' }])
    expect(savedCount()).toBe(0)
    expect(await failureThrown(recorder.flush())).toMatchObject({ tag: 'storage-failed' })
  })
})
