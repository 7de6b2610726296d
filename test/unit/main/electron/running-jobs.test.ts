import { describe, expect, it } from 'vitest'
import { followJobs } from '../../../../src/main/electron/desk-state.ts'
import type { DeskEvent, Payload } from '../../../../src/shared/contract/contract.ts'

type JobState = Payload<'jobs.changed'>['state']

const JOB: Omit<Payload<'jobs.changed'>, 'jobId' | 'state'> = {
  createdAt: '2026-03-01T08:00:00.000Z',
  endedAt: null,
  environment: 'test',
  baseUrl: 'https://exchange.example',
  username: 'ops@aurora.example',
  folder: '/saved',
  rule: null,
  planned: 3,
  saved: 0,
  skipped: 0,
  failed: 0,
  pending: 3,
  bytes: 0,
  bytesPerSecond: null,
  etaSeconds: null,
  note: null,
  isServiceAway: false,
  failure: null,
}

function openJobs() {
  const listeners: ((event: DeskEvent) => void)[] = []
  const jobs = followJobs({
    listen: (onEvent) => {
      listeners.push(onEvent)
      return () => undefined
    },
  })
  const change = (jobId: string, state: JobState): void => {
    for (const listener of listeners) listener({ number: 1, name: 'jobs.changed', payload: { ...JOB, jobId, state } })
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
