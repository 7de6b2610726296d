import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLogger } from '../../../../src/engine/base/logger.ts'
import { MANIFEST_JSON } from '../../../../src/engine/saving/archive/manifest.ts'
import { readManifest } from '../../../../src/engine/saving/archive/manifest-parts.ts'
import { cancelJob } from '../../../../src/engine/saving/cancel-job.ts'
import { ownThreadDisk } from '../../../../src/engine/saving/disk/disk.ts'
import { partName } from '../../../../src/engine/saving/disk/part-files.ts'
import type { Job } from '../../../../src/engine/saving/records/job-rows.ts'
import type { SavingStores } from '../../../../src/engine/saving/records/saving-stores.ts'
import { createManualClock } from '../../../support/manual-clock.ts'
import { tempFolder } from '../../../support/temp-folder.ts'
import { openTestLedger, sampleItem, sampleJob, savedVersion, sha256Of } from '../../../support/test-ledger.ts'
import { NO_SIGNATURES } from '../../../../src/shared/model/document-signatures.ts'

/** A killed run has saved `saved.pdf` and recorded it, given `named.pdf` its name, and begun `a.pdf`. */
async function killedJob() {
  const folder = await tempFolder()
  const store = openTestLedger(await tempFolder())
  const stores: SavingStores = {
    ...store,
    environment: 'production',
    quarantineDir: '',
    disk: () => ownThreadDisk,
    startDiskThread: () => undefined,
    clock: createManualClock(),
    logger: createLogger({ write: () => undefined }),
  }
  const job: Job = { ...sampleJob(folder), state: 'running' }
  store.jobs.create(job, [
    { ...sampleItem('saved.pdf'), state: 'saved' },
    sampleItem('named.pdf'),
    sampleItem('Customer/a.pdf'),
    sampleItem('Nobody/b.pdf'),
  ])
  store.record(savedVersion(folder, 'saved.pdf', 'saved'))
  const arrived = {
    bytes: 5,
    sha256: sha256Of('named'),
    isLengthDeclared: true,
    remark: null,
    signatures: NO_SIGNATURES,
  }
  store.jobs.noteArrived(job.id, [{ item: { seq: 1 }, arrived }])
  for (const name of ['saved', 'named']) await writeFile(join(folder, `${name}.pdf`), name)
  await mkdir(join(folder, 'Customer'))
  const left = partName('a.pdf', job.id)
  await writeFile(join(folder, 'Customer', left), 'half')
  return { ...store, stores, folder, job, left, names: () => readdir(join(folder, 'Customer')) }
}

async function manifestOf(folder: string): Promise<string[]> {
  const paths: string[] = []
  for await (const { path } of (await readManifest(folder))?.documents() ?? []) paths.push(path)
  return paths.toSorted()
}

describe('cancelJob', () => {
  it('cancels the job last, so that one that a kill leaves unfinished can be cancelled again', async () => {
    const { jobs, stores, job, folder, names } = await killedJob()
    const toldBefore: unknown[] = []
    const setState: typeof jobs.setState = (...given) => {
      toldBefore.push(jobs.counts(job.id).saved, existsSync(join(folder, MANIFEST_JSON)))
      jobs.setState(...given)
    }
    await cancelJob({ ...stores, jobs: { ...jobs, setState } }, job, false)
    expect(toldBefore).toEqual([2, true])
    expect(jobs.find(job.id)?.state).toBe('cancelled')
    expect(await names()).toEqual([])
  })

  it('has manifest and ledger tell everything that a killed run left under its name', async () => {
    const { stores, ledger, jobs, folder, job } = await killedJob()
    expect(await cancelJob(stores, job, false)).toEqual([])
    expect(await manifestOf(folder)).toEqual(['named.pdf', 'saved.pdf'])
    expect(ledger.at(folder, 'named.pdf')).toMatchObject({ jobId: job.id, placed: 'new' })
    expect(jobs.counts(job.id)).toMatchObject({ saved: 2, pending: 2 })
  })

  it('touches no folder after a run that this process ended itself', async () => {
    const { stores, folder, job, left, names } = await killedJob()
    await cancelJob(stores, job, true)
    expect(await names()).toEqual([left])
    expect(await manifestOf(folder)).toEqual([])
  })

  it.each([
    ['is gone', false],
    ['is an empty one, as where a drive was disconnected', true],
  ])('cancels a job whose folder %s, says so, and writes nothing there', async (_, isEmpty) => {
    const { stores, jobs, folder, job } = await killedJob()
    await rename(folder, `${folder} moved`)
    if (isEmpty) await mkdir(folder)
    const [problem, ...others] = await cancelJob(stores, job, false)
    expect(others).toEqual([])
    expect(problem).toEqual({ where: folder, message: expect.stringContaining('not everything that it saved') })
    expect(jobs.find(job.id)?.state).toBe('cancelled')
    expect(await readdir(folder).catch(() => [])).toEqual([])
    await rm(`${folder} moved`, { recursive: true })
  })

  it('promises of a folder that is gone what the next save into it will do, and no more', async () => {
    const { stores, folder, job } = await killedJob()
    const away = `${folder} moved`
    await rename(folder, away)
    const [incomplete] = await cancelJob(stores, job, false)
    const promised = 'The next save into the folder brings the manifest up to date'
    const unknown =
      'except for 1 file that may be there without a record: “Verify folder” lists such under “Other files”.'
    expect(incomplete?.message).toContain(`${promised}, ${unknown}`)
    await rename(away, folder)
    expect(await cancelJob(stores, job, false)).toEqual([])
    await rename(folder, away)
    const [complete] = await cancelJob(stores, job, false)
    expect(complete?.message).toContain(`${promised}.`)
    await rm(away, { recursive: true })
  })

  it('begins no manifest for a job that saved nothing, and does not ask for its folder', async () => {
    const folder = await tempFolder()
    const { stores } = await killedJob()
    const job: Job = { ...sampleJob(folder), id: '20260204T0819-ffffffff', state: 'stopped' }
    stores.jobs.create(job, [sampleItem('a.pdf')])
    expect(await cancelJob(stores, job, false)).toEqual([])
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
    expect(await cancelJob(stores, job, false)).toEqual([])
  })
})
