import type { Payload } from '../../src/shared/contract/contract.ts'

/** A job as the page is told of it, under way. */
export function sampleJob(more: Partial<Payload<'jobs.changed'>> = {}): Payload<'jobs.changed'> {
  return {
    jobId: 'job',
    state: 'running',
    createdAt: '2026-03-03T10:00:00Z',
    endedAt: null,
    environment: 'test',
    baseUrl: 'https://exchange.example',
    username: 'ops',
    folder: '/archive',
    subject: { customers: ['Aurora Grain AG'], customerCount: 1, sets: 4, parcel: null, worklist: null },
    rule: null,
    planned: 10,
    saved: 4,
    skipped: 1,
    failed: 0,
    pending: 5,
    removed: 0,
    bytes: 3_000_000,
    bytesPerSecond: null,
    atOnce: null,
    etaSeconds: null,
    note: null,
    isServiceAway: false,
    alsoSaving: [],
    isUndoBegun: false,
    failure: null,
    ...more,
  }
}
