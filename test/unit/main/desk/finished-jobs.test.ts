import { expect, it } from 'vitest'
import { createEventHub } from '../../../../src/main/desk/event-hub.ts'
import type { JobView } from '../../../../src/main/desk/saving/running-job.ts'
import { createManualClock } from '../../../support/manual-clock.ts'

const JOB: JobView = {
  jobId: 'job',
  state: 'running',
  createdAt: '2026-03-01T08:00:00.000Z',
  endedAt: null,
  environment: 'test',
  baseUrl: 'https://exchange.example',
  username: 'ops@aurora.example',
  folder: '/saved',
  rule: null,
  planned: 2,
  saved: 0,
  skipped: 0,
  failed: 0,
  pending: 2,
  bytes: 0,
  bytesPerSecond: null,
  etaSeconds: null,
  note: null,
  isServiceAway: false,
  failure: null,
}

it('reports every job of a rule as done, although the rule answers each end with an event of its own', () => {
  const hub = createEventHub(createManualClock())
  // As rules do, and before the page hears of either: they were listening first.
  hub.listen((event) => {
    if (event.name === 'jobs.changed') hub.emit('notices.raised', { where: 'rule', message: event.payload.jobId })
  })
  const shown = new Map<string, JobView['state']>()
  let seen = hub.lastNumber()
  hub.listen((event) => {
    // What renderer/desk.ts does: an older number is part of what the page has already.
    if (event.number <= seen) return
    seen = event.number
    if (event.name === 'jobs.changed') shown.set(event.payload.jobId, event.payload.state)
  })
  const jobIds = Array.from({ length: 20 }, (_, at) => `job ${at}`)
  for (const state of ['running', 'done'] as const) {
    for (const jobId of jobIds) hub.emit('jobs.changed', { ...JOB, jobId, state }, jobId)
  }
  hub.flush()
  expect([...shown]).toEqual(jobIds.map((jobId) => [jobId, 'done']))
})
