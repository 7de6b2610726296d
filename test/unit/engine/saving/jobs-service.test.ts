import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { partName } from '../../../../src/engine/saving/disk/part-files.ts'
import { cancelJob } from '../../../../src/engine/saving/jobs-service.ts'
import { tempFolder } from '../../../support/temp-folder.ts'
import { openTestLedger, sampleItem, sampleJob } from '../../../support/test-ledger.ts'

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

describe('cancelJob', () => {
  it('cancels the job before it searches for what a killed run left, which may take long', async () => {
    const { jobs, job, left, names } = await killedJob()
    const clearing = cancelJob({ jobs }, job, false)
    expect(jobs.find(job.id)?.state).toBe('cancelled')
    expect(await names()).toEqual([left])
    await clearing
    expect(await names()).toEqual([])
  })

  it('searches no folder after a run that this process ended itself', async () => {
    const { jobs, job, left, names } = await killedJob()
    await cancelJob({ jobs }, job, true)
    expect(await names()).toEqual([left])
  })
})
