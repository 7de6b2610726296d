import { beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../../../../../../src/engine/base/logger.ts'
import { EMPTY_FEED, type StoredFeed, type StoredRule } from '../../../../../../src/engine/feed/feed-settings.ts'
import {
  changesAfterJob,
  type AttemptDependencies,
  attemptRun,
} from '../../../../../../src/main/desk/feed/rules/rule-attempt.ts'
import type { RuleRun } from '../../../../../../src/engine/feed/rule-runs.ts'
import type { JobView } from '../../../../../../src/main/desk/saving/running-job.ts'
import { AppError } from '../../../../../../src/shared/errors/app-error.ts'
import type { Failure, FailureTag } from '../../../../../../src/shared/errors/failure.ts'
import type { JobDocument } from '../../../../../../src/shared/model/job.ts'
import { feedEntry } from '../../../../../support/feed-entries.ts'
import { savedDocument } from '../../../../cli/demo-values.ts'
import { sampleJob } from '../../../../../support/sample-job.ts'
import { memoryFeed } from '../../../../../support/test-feed.ts'
import { createManualClock } from '../../../../../support/manual-clock.ts'

const rule: StoredRule = {
  ruleId: 'rule',
  name: 'File',
  isOn: true,
  customers: [],
  states: ['issued'],
  docTypes: [],
  folderId: 'f',
  pattern: '{name}',
  conflict: 'keep-both',
  folder: '/nowhere',
  since: '',
}
const run: RuleRun = {
  runId: 1,
  ruleId: 'rule',
  entryId: 1,
  ruleName: 'File',
  state: 'waiting',
  at: '',
  text: '',
  note: null,
  jobId: null,
  attempts: 0,
  nextTryAt: '',
}
const clock = createManualClock()
const logger = createLogger({ write: () => undefined })

let feed: StoredFeed
let jobs: JobView[]
let resumed: string[]
let failedDocuments: FailureTag[]
const documentsOf = (): JobDocument[] =>
  failedDocuments.map((tag) => savedDocument({ state: 'failed', failure: { tag, message: '', next: '' } }))
beforeEach(() => {
  failedDocuments = []
  feed = { ...EMPTY_FEED, rules: [rule] }
  jobs = []
  resumed = []
})

function partsFailing(failure: Failure): AttemptDependencies {
  return {
    clock,
    logger,
    concurrency: () => 4,
    settings: { read: () => feed },
    account: { online: () => Promise.reject(new AppError(failure)) },
    store: () => ({ ...memoryFeed(), read: () => ({ ...feedEntry(), raw: '' }) }),
    queue: { start: () => 'job', resume: (jobId) => void resumed.push(jobId), list: () => jobs },
    documentsOf,
  }
}

const attempt = (failure: Failure, change: Partial<RuleRun> = {}): Promise<Partial<RuleRun>> =>
  attemptRun(partsFailing(failure), { ...run, ...change }, new AbortController().signal)
const waitOf = ({ nextTryAt }: Partial<RuleRun>): number => Date.parse(nextTryAt ?? '') - clock.now().getTime()
const NOBODY: Failure = { tag: 'no-credentials', what: 'Nobody is signed in.' }

describe('an attempt of a rule', () => {
  it.each([
    NOBODY,
    { tag: 'folder-gone', folder: '/share' },
    { tag: 'locked', dataDir: '/data', holder: 'another' },
    { tag: 'service-unreachable', origin: 'https://a.example', reason: 'no route' },
    { tag: 'service-failing', endpoint: 'the search', status: 503 },
    { tag: 'sign-in-refused', username: 'ops', origin: 'https://a.example' },
  ] satisfies Failure[])('waits for what passes or what someone can end: $tag', async (failure) => {
    const changes = await attempt(failure)
    expect(changes).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(waitOf(changes)).toBe(5_000)
  })

  it('waits longer each time, up to an hour, and gives up in the end', async () => {
    const waits = [0, 1, 2, 3, 4, 8, 9, 51].map(async (attempts) => waitOf(await attempt(NOBODY, { attempts })) / 1_000)
    expect(await Promise.all(waits)).toEqual([5, 15, 30, 60, 120, 1_920, 3_600, 3_600])
    expect(await attempt(NOBODY, { attempts: 52 })).toMatchObject({
      state: 'failed',
      nextTryAt: null,
      attempts: 53,
      text: 'Nobody is signed in. Given up after 53 attempts.',
    })
  })

  it('fails with advice where waiting does not help', async () => {
    const changes = await attempt({ tag: 'path-too-long', path: '/long', limit: 259 })
    expect(changes).toMatchObject({ state: 'failed', nextTryAt: null })
    expect(changes.text).toContain('Choose a folder nearer to the root')
  })

  it('fails where the rule was removed or switched off meanwhile', async () => {
    feed = { ...feed, rules: [{ ...rule, isOn: false }] }
    expect(await attempt(NOBODY)).toMatchObject({ state: 'failed', text: expect.stringContaining('switched off') })
    feed = { ...feed, rules: [] }
    expect(await attempt(NOBODY)).toMatchObject({ state: 'failed', text: expect.stringContaining('removed') })
  })
})

const job = sampleJob({ state: 'done', folder: '/to', planned: 5, saved: 5, skipped: 0, pending: 0 })
const NOT_ALL: Partial<JobView> = {
  state: 'stopped',
  saved: 3,
  failed: 2,
  failure: { tag: 'some-not-saved', message: '2 of 5 documents could not be saved.', next: '' },
}
const after = (change: Partial<JobView>): Partial<RuleRun> =>
  changesAfterJob({ clock, logger, documentsOf }, { ...run, state: 'saving', jobId: 'job' }, { ...job, ...change })

describe('the job of a rule', () => {
  it('is reported at the entry when it ends', () => {
    expect(after({})).toMatchObject({ state: 'saved', text: '5 documents saved to /to.' })
    expect(after({ saved: 0, skipped: 5 })).toMatchObject({ state: 'nothing-new' })
    expect(after({ state: 'cancelled' })).toMatchObject({ state: 'failed' })
  })

  it('has failed where documents were refused: they would be refused again, for two days', () => {
    failedDocuments = ['not-a-whole-pdf', 'not-found']
    expect(after(NOT_ALL)).toMatchObject({
      state: 'failed',
      text: '2 of 5 documents not saved: Downloads says why.',
      nextTryAt: null,
    })
  })

  it('is retried where documents got no answer: a job of few ends before the service counts as gone', () => {
    failedDocuments = ['not-found', 'service-failing']
    const changes = after(NOT_ALL)
    expect(changes).toMatchObject({ state: 'waiting', text: '2 of 5 documents could not be saved.' })
    expect(waitOf(changes)).toBe(5_000)
  })

  it('stays paused where a user paused it', () => {
    const failure = { tag: 'interrupted', message: 'Stopped on request.', next: '' }
    expect(after({ state: 'stopped', failure })).toMatchObject({ state: 'waiting', nextTryAt: null })
  })

  it('is retried where a failure stopped it', () => {
    const failure = { tag: 'disk-full', message: 'The disk is full.', next: '' }
    const changes = after({ state: 'stopped', failure })
    expect(changes).toMatchObject({ state: 'waiting', text: 'The disk is full.' })
    expect(waitOf(changes)).toBe(5_000)
  })

  it('has failed, with advice, where what stopped it does not pass', () => {
    const failure = { tag: 'folder-refused', message: 'It is no folder.', next: 'Choose another.' }
    const changes = after({ state: 'stopped', failure })
    expect(changes).toMatchObject({ state: 'failed', text: 'It is no folder. Choose another.', nextTryAt: null })
  })

  it('is resumed where it was stopped, once its account is signed in', async () => {
    jobs = [{ ...job, state: 'stopped' }]
    const parts = { ...partsFailing(NOBODY), account: { online: () => Promise.reject(new AppError(NOBODY)) } }
    const waiting = await attemptRun(parts, { ...run, jobId: 'job' }, new AbortController().signal)
    expect([waiting.state, resumed]).toEqual(['waiting', []])
    jobs = [job]
    expect(await attempt(NOBODY, { jobId: 'job' })).toMatchObject({ state: 'saved' })
    jobs = []
    expect(await attempt(NOBODY, { jobId: 'job' })).toMatchObject({ state: 'failed' })
  })
})
