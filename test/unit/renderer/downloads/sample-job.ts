import type { Job, JobDocument } from '../../../../src/renderer/downloads/job-words.ts'

export function sampleJob(more: Partial<Job> = {}): Job {
  return {
    jobId: 'job',
    state: 'running',
    createdAt: '2026-03-03T10:00:00Z',
    endedAt: null,
    environment: 'test',
    baseUrl: 'https://exchange.example',
    username: 'ops',
    folder: '/archive',
    rule: null,
    planned: 10,
    saved: 4,
    skipped: 1,
    failed: 0,
    pending: 5,
    bytes: 3_000_000,
    bytesPerSecond: null,
    etaSeconds: null,
    note: null,
    isServiceAway: false,
    failure: null,
    ...more,
  }
}

export function sampleDocument(more: Partial<JobDocument> = {}): JobDocument {
  return {
    setId: 'set',
    documentId: 'document',
    name: 'Bill of Lading',
    path: '/archive/a.pdf',
    state: 'saved',
    attempts: 1,
    bytes: 6_000,
    sha256: 'ab',
    failure: null,
    ...more,
  }
}
