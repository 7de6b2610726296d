import { describe, expect, it } from 'vitest'
import { jobTrouble, troubleNews } from '../../../../src/renderer/downloads/job-trouble.ts'
import type { Job } from '../../../../src/renderer/downloads/job-words.ts'
import { sampleJob } from '../../../support/sample-job.ts'

const AURORA = { customers: ['Aurora Grain SA'], customerCount: 1, sets: 178, parcel: null, worklist: null }
const failure = { tag: 'disk-full', message: 'The disk is full.', next: 'Free some space.' }
const stopped = sampleJob({ jobId: 'stopped', state: 'stopped', failure })
const away = sampleJob({ jobId: 'away', state: 'waiting', isServiceAway: true })
const partly = sampleJob({ jobId: 'partly', state: 'stopped', failed: 2, pending: 0 })
const NOTHING: ReadonlySet<string> = new Set()

describe('what is wrong with saves', () => {
  it('is counted by kind, and leads to the one that needs somebody most', () => {
    const trouble = jobTrouble([sampleJob(), away, partly, stopped], NOTHING)
    expect(trouble).toMatchObject({
      tone: 'danger',
      text: '1 save stopped, 1 save not complete, 1 save waiting for the service',
      job: stopped,
    })
    expect(jobTrouble([sampleJob(), away], NOTHING)).toMatchObject({ tone: 'warning', job: away })
  })

  it('is nothing where the user paused, nor where an incomplete save has been looked at', () => {
    const paused = sampleJob({ state: 'stopped', failure: { ...failure, tag: 'interrupted' } })
    expect(jobTrouble([sampleJob(), paused], NOTHING)).toBeUndefined()
    expect(jobTrouble([partly], new Set(['partly']))).toBeUndefined()
    expect(jobTrouble([stopped], new Set(['stopped']))).toBeDefined()
  })

  it('is told once, when it happens, with the reason', () => {
    const running: Job = sampleJob({ jobId: 'stopped', subject: AURORA })
    const news = { ...stopped, subject: AURORA }
    expect(troubleNews(running, news)).toBe('Aurora Grain SA, 178 sets: stopped. The disk is full.')
    expect(troubleNews(news, news)).toBeNull()
    expect(troubleNews(undefined, news)).toBeNull()
    expect(troubleNews(news, { ...running, state: 'done' })).toBeNull()
  })
})
