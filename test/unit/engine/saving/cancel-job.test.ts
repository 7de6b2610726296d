import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cancelJob } from '../../../../src/engine/saving/jobs-service.ts'
import { partName } from '../../../../src/engine/saving/disk/target-folders.ts'
import { openTestLedger, sampleItem, sampleJob } from '../../../support/test-ledger.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

async function killedJob() {
  const folder = await tempFolder()
  const { jobs } = openTestLedger(await tempFolder())
  const job = { ...sampleJob(folder), state: 'stopped' as const }
  jobs.create(job, [sampleItem('Customer/a.pdf'), sampleItem('Nobody/b.pdf')])
  await mkdir(join(folder, 'Customer'))
  const left = partName('a.pdf', job.id)
  await writeFile(join(folder, 'Customer', left), 'half')
  return { jobs, job, left, names: () => readdir(join(folder, 'Customer')) }
}

describe('giving up a job', () => {
  it('has it cancelled before it looks for what a killed run left, which may take long', async () => {
    const { jobs, job, left, names } = await killedJob()
    const cleared = cancelJob({ jobs }, job, false)
    expect(jobs.find(job.id)?.state).toBe('cancelled')
    expect(await names()).toEqual([left])
    await cleared
    expect(await names()).toEqual([])
  })

  it('looks into no folder after a run that this process has ended itself', async () => {
    const { jobs, job, left, names } = await killedJob()
    await cancelJob({ jobs }, job, true)
    expect(await names()).toEqual([left])
  })
})
