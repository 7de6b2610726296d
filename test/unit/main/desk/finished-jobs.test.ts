import { expect, it } from 'vitest'
import { createEventHub } from '../../../../src/main/desk/event-hub.ts'
import type { JobView } from '../../../../src/main/desk/saving/running-job.ts'
import { createManualClock } from '../../../support/manual-clock.ts'
import { sampleJob } from '../../../support/sample-job.ts'

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
    for (const jobId of jobIds) hub.emit('jobs.changed', sampleJob({ jobId, state }), jobId)
  }
  hub.flush()
  expect([...shown]).toEqual(jobIds.map((jobId) => [jobId, 'done']))
})
