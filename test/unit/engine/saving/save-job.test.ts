import { describe, expect, it } from 'vitest'
import { failureOfRun } from '../../../../src/engine/saving/save-job.ts'

const counts = { planned: 10, saved: 10, skipped: 0, failed: 0, pending: 0, removed: 0, bytes: 1 }
const interrupted = { tag: 'interrupted' } as const

describe('why a run did not complete', () => {
  it('is nothing where every document was tried and none failed, even where a request to stop came later', () => {
    expect([failureOfRun(counts, null, 'job'), failureOfRun(counts, interrupted, 'job')]).toEqual([null, null])
  })

  it('is what stopped it, else the documents that failed', () => {
    const left = { ...counts, saved: 7, failed: 1, pending: 2 }
    expect(failureOfRun(left, interrupted, 'job')).toEqual({ tag: 'interrupted', job: 'job' })
    expect(failureOfRun(left, null, 'job')).toEqual({ tag: 'some-not-saved', failed: 1, planned: 10 })
  })

  it('is never nothing while a document is pending, whatever left it', () => {
    const left = { ...counts, saved: 8, pending: 2 }
    expect(failureOfRun(left, null, 'job')).toMatchObject({ tag: 'stopped-early', pending: 2 })
  })
})
