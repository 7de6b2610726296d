import { describe, expect, it } from 'vitest'
import { followJobs } from '../../../../src/main/electron/desk-state.ts'
import type { DeskEvent, Payload } from '../../../../src/shared/contract/contract.ts'
import { sampleJob } from '../../../support/sample-job.ts'

type JobState = Payload<'jobs.changed'>['state']

function openJobs() {
  const listeners: ((event: DeskEvent) => void)[] = []
  const jobs = followJobs({
    listen: (onEvent) => {
      listeners.push(onEvent)
      return () => undefined
    },
  })
  const change = (jobId: string, state: JobState): void => {
    for (const listener of listeners)
      listener({ number: 1, name: 'jobs.changed', payload: sampleJob({ jobId, state }) })
  }
  return { jobs, change }
}

describe('the running jobs', () => {
  it('are those that save or wait, until they end', () => {
    const { jobs, change } = openJobs()
    change('a', 'running')
    change('b', 'waiting')
    expect(jobs.ids()).toEqual(['a', 'b'])
    change('a', 'pausing')
    expect(jobs.ids()).toEqual(['a', 'b'])
    change('a', 'stopped')
    change('b', 'done')
    expect(jobs.ids()).toEqual([])
  })

  it('are reported when they start and end, and not with every document', () => {
    const { jobs, change } = openJobs()
    let told = 0
    jobs.onChange(() => (told += 1))
    change('a', 'running')
    change('a', 'running')
    change('a', 'running')
    expect(told).toBe(1)
    change('a', 'done')
    expect(told).toBe(2)
  })
})
