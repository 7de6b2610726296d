import { describe, expect, it } from 'vitest'
import {
  cancelConsequence,
  jobStatus,
  jobStateWords,
  jobTitle,
  lastPart,
  progressText,
  resumeLabel,
  timingText,
} from '../../../../src/renderer/downloads/job-words.ts'
import { sampleJob } from '../../../support/sample-job.ts'

const failure = (tag: string): { tag: string; message: string; next: string } => ({ tag, message: 'why', next: 'what' })

describe('the status of a job', () => {
  it.each([
    ['paused', 'by the user', { failure: failure('interrupted') }],
    ['stopped', 'by a full disk', { failure: failure('disk-full') }],
    ['not-all', 'with documents that failed', { failed: 2, pending: 0, failure: failure('some-not-saved') }],
    ['stopped', 'with failed ones and others to come', { failed: 2, pending: 3, failure: failure('disk-full') }],
  ] as const)('is “%s” when it stopped %s', (look, _why, more) => {
    expect(jobStatus(sampleJob({ state: 'stopped', ...more }))).toBe(look)
  })

  it('is “away” while its service does not answer', () => {
    const away = sampleJob({ state: 'waiting', isServiceAway: true, failure: failure('service-unreachable') })
    expect(jobStatus(away)).toBe('away')
    expect(jobStateWords(away)).toBe('Waiting for the service')
    expect(jobStatus(sampleJob({ state: 'pausing', isServiceAway: true }))).toBe('pausing')
  })

  it('says how many documents were not saved, because “stopped” alone would worry or reassure wrongly', () => {
    expect(jobStateWords(sampleJob({ state: 'stopped', failed: 1_200, pending: 0 }))).toBe('1,200 not saved')
  })
})

describe('the progress of a job', () => {
  it('counts existing files as settled', () => {
    expect(progressText(sampleJob())).toBe('5 of 10 documents, 3.0 MB')
  })

  it('shows known rate and time left while it runs', () => {
    expect(timingText(sampleJob({ bytesPerSecond: 1_200_000, etaSeconds: 200 }))).toBe(
      '1.2 MB a second, 3 min 20 s left',
    )
    expect(timingText(sampleJob())).toBe('')
  })

  it('shows how long a finished job took, but not a stopped one', () => {
    const ended = { endedAt: '2026-03-03T10:02:05Z' }
    expect(timingText(sampleJob({ state: 'done', ...ended }))).toMatch(/^ended .*, after 2 min 5 s$/)
    expect(timingText(sampleJob({ state: 'stopped', ...ended }))).toMatch(/^stopped (?!.*after)/)
  })
})

describe('the actions of a job', () => {
  it('are named after what they would do', () => {
    expect(resumeLabel(sampleJob({ failed: 0, pending: 5 }))).toBe('Resume')
    expect(resumeLabel(sampleJob({ failed: 2, pending: 0 }))).toBe('Retry 2 failed')
    expect(resumeLabel(sampleJob({ failed: 2, pending: 5 }))).toBe('Resume and retry')
  })

  it('say before cancelling what stays and what will be missing', () => {
    expect(cancelConsequence(sampleJob())).toContain(
      '5 documents already in the folder stay there. 5 documents will not be saved.',
    )
  })
})

describe('the short name of a folder', () => {
  it.each([
    ['C:\\Trade\\Aurora\\', 'Aurora'],
    ['/srv/trade/Aurora', 'Aurora'],
    ['\\\\server\\share', 'share'],
    ['/', '/'],
  ])('of %s is its last part', (path, name) => {
    expect(lastPart(path)).toBe(name)
  })
})

const AURORA = { customers: ['Aurora Grain SA'], customerCount: 1, sets: 178, parcel: null, worklist: null }

describe('the title of a job', () => {
  it.each([
    ['Aurora Grain SA, 178 sets', AURORA],
    ['Aurora Grain SA and 2 more, 1,300 sets', { ...AURORA, customerCount: 3, sets: 1_300 }],
    ['PR-1, Aurora Grain SA', { ...AURORA, sets: 1, parcel: 'PR-1' }],
    ['Aurora Grain SA, 1 set', { ...AURORA, sets: 1 }],
    ['Worklist of 46 references', { ...AURORA, worklist: { name: null, references: 46 } }],
    ['Worklist “Monday vessels”, 46 references', { ...AURORA, worklist: { name: 'Monday vessels', references: 46 } }],
    ['12 sets', { ...AURORA, customers: [], customerCount: 0, sets: 12 }],
    ['A save without documents', { ...AURORA, customers: [], customerCount: 0, sets: 0 }],
    ['a⟨RLO⟩b, 2 sets', { ...AURORA, customers: ['a\u202Eb'], sets: 2 }],
  ])('is “%s”', (title, subject) => {
    expect(jobTitle(sampleJob({ subject }))).toBe(title)
  })
})
