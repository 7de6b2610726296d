import { AppError, failureOf } from '../../../shared/errors/app-error.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import type { Connection } from '../../../shared/model/connection.ts'
import type { JobSummary } from '../../../shared/model/job.ts'
import type { OpenedSession, OpenSessions } from '../sessions.ts'
import type { EventHub } from '../event-hub.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import { unexpectedFailure } from '../../../engine/base/logger.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import { jobView, type JobView, type LiveJob, type RunningJob, startRunningJob } from './running-job.ts'
import { isOutage } from '../../../engine/saving/transfer/outage-detector.ts'
import type { ServiceWaits } from './service-waits.ts'

export interface JobQueueParts {
  engine: Pick<ParcelDesk, 'jobs' | 'lockSaving' | 'logger'>
  sessions: Pick<OpenSessions, 'findFor' | 'beforeClose'>
  events: Pick<EventHub, 'emit'>
  clock: ClockPort
  /** As it is set now. */
  largestDocumentBytes: () => number
}

export interface QueueState extends JobQueueParts {
  waiting: QueuedJob[]
  running: { job: RunningJob; settled: Promise<void> } | undefined
  /** The accounts of jobs that wait for their service, by job. They hold no lock: it may be gone for hours. */
  away: Map<string, Account>
  waits: ServiceWaits
  /** Nothing is taken up any more. */
  isClosing: boolean
}

export interface QueuedJob {
  jobId: string
  account: Account
  /** Held until its end, so that no other process takes the data folder between two jobs. */
  lock: { release(): void }
}

export type Account = Pick<Connection, 'baseUrl' | 'username' | 'environment'>

/** A job as it stands in this process. */
export function viewOf(queue: QueueState, job: JobSummary): JobView {
  const { running, waiting } = queue
  const live = liveOf(queue, job.job)
  const isLockOurs = running !== undefined || waiting.length > 0
  // While the lock is ours nobody else saves: a job that says that it runs was killed.
  const isKilled = live === undefined && job.state === 'running' && isLockOurs
  return jobView(isKilled ? { ...job, state: 'stopped' } : job, live)
}

function liveOf({ running, waiting, waits }: QueueState, jobId: string): LiveJob | undefined {
  if (running?.job.jobId === jobId) return running.job.live()
  const nextTryInMs = waits.nextTryInMs(jobId)
  if (nextTryInMs !== undefined) return { state: 'waiting', nextTryInMs }
  return waiting.some((queued) => queued.jobId === jobId) ? { state: 'waiting' } : undefined
}

/** Tells the page how a job stands. Never fails: what cannot be read now is told with the next list. */
export function emitChanged(queue: QueueState, jobId: string): void {
  const job = readQuietly(queue, jobId)
  if (job !== undefined) queue.events.emit('jobs.changed', viewOf(queue, job), jobId)
}

function readQuietly({ engine }: QueueState, jobId: string): JobSummary | undefined {
  try {
    return engine.jobs.find(jobId, 'desk')
  } catch (thrown) {
    engine.logger.warn('job.not-told', { job: jobId, thrown })
    return undefined
  }
}

/** Carries out the next job, unless one runs. */
export function startNext(queue: QueueState): void {
  if (queue.running !== undefined || queue.isClosing) return
  const queued = queue.waiting.shift()
  if (queued === undefined) return
  const opened = queue.sessions.findFor(queued.account)
  if (opened === undefined) {
    giveUp(queue, queued, notSignedIn(queued.account))
    startNext(queue)
    return
  }
  const job = startJob(queue, queued, opened)
  const settled = job.result
    .then(
      ({ job: ended, endProblems }) => {
        for (const problem of endProblems) queue.events.emit('notices.raised', problem)
        return ended.failure?.tag
      },
      (thrown: unknown) => noteThrown(queue, queued.jobId, thrown),
    )
    .then((tag) => onJobEnded(queue, { queued, job, tag }))
  queue.running = { job, settled }
  emitChanged(queue, queued.jobId)
}

function startJob(queue: QueueState, { jobId }: QueuedJob, opened: OpenedSession): RunningJob {
  const { clock, events, largestDocumentBytes } = queue
  const before = readQuietly(queue, jobId)
  let told = ''
  const onProgress = (): void => {
    if (before === undefined) return
    const view = viewOf(queue, before)
    // A job that waits for the service stands still, and so does the page.
    const text = JSON.stringify(view)
    if (text !== told) events.emit('jobs.changed', view, jobId)
    told = text
  }
  return startRunningJob({ jobId, opened, clock, onProgress, largestDocumentBytes: largestDocumentBytes() })
}

/** It could not be carried out at all: its folder is gone, say, or the ledger cannot be read. */
function noteThrown({ engine }: QueueState, jobId: string, thrown: unknown): Failure['tag'] {
  engine.logger.warn('job.broken', { job: jobId, thrown })
  const failure = failureOf(thrown) ?? unexpectedFailure(engine.logger, `carrying out job ${jobId}`, thrown)
  noteStopped(engine, jobId, failure)
  return failure.tag
}

interface Ended {
  queued: QueuedJob
  job: RunningJob
  /** Why it stopped; undefined where it is done. */
  tag: Failure['tag'] | undefined
}

/** What follows the end of a job: others of a refused account, whoever is next, and the page that is told. */
async function onJobEnded(queue: QueueState, { queued, job, tag }: Ended): Promise<void> {
  const intent = job.stopIntent()
  if (intent === 'cancel' && tag !== undefined) await cancelQuietly(queue, queued.jobId)
  queue.running = undefined
  if (tag === 'sign-in-refused') stopAccount(queue, queued.account)
  if (intent === 'resume' && tag === 'interrupted' && !queue.isClosing) queue.waiting.push(queued)
  else queued.lock.release()
  const isAway = tag !== undefined && isOutage(tag) && (intent === undefined || intent === 'resume')
  if (isAway && !queue.isClosing) awaitService(queue, queued)
  else queue.waits.end(queued.jobId)
  emitChanged(queue, queued.jobId)
  startNext(queue)
}

/** The job goes on without being asked when its service is back. Others have their queued meanwhile. */
function awaitService({ away, waits }: QueueState, { jobId, account }: Pick<QueuedJob, 'jobId' | 'account'>): void {
  away.set(jobId, account)
  waits.begin(jobId)
}

/** A service that was gone is tried once more, unless another process saves now. */
export function retryAwayJob(queue: QueueState, jobId: string): void {
  const account = queue.away.get(jobId)
  if (account === undefined || queue.isClosing) return
  queue.away.delete(jobId)
  try {
    queue.waiting.push({ jobId, account, lock: queue.engine.lockSaving() })
  } catch {
    awaitService(queue, { jobId, account })
  }
  emitChanged(queue, jobId)
  startNext(queue)
}

async function cancelQuietly({ engine }: QueueState, jobId: string): Promise<void> {
  await engine.jobs.cancel(jobId, true).catch((thrown: unknown) => {
    engine.logger.warn('job.not-cancelled', { job: jobId, thrown })
  })
}

/** A refused password is not tried again by the jobs that wait: that would lock the account (T31). */
function stopAccount(queue: QueueState, account: Account): void {
  const { username, baseUrl } = account
  for (const [jobId, owner] of queue.away) {
    if (!isSame(owner, account)) continue
    queue.away.delete(jobId)
    queue.waits.end(jobId)
    noteStopped(queue.engine, jobId, { tag: 'sign-in-refused', username, origin: new URL(baseUrl).origin })
    emitChanged(queue, jobId)
  }
  const refused = queue.waiting.filter((queued) => isSame(queued.account, account))
  for (const queued of refused) {
    queue.waiting.splice(queue.waiting.indexOf(queued), 1)
    giveUp(queue, queued, { tag: 'sign-in-refused', username, origin: new URL(baseUrl).origin })
  }
}

function giveUp(queue: QueueState, { jobId, lock }: QueuedJob, failure: Failure): void {
  noteStopped(queue.engine, jobId, failure)
  lock.release()
  emitChanged(queue, jobId)
}

export function noteStopped({ jobs, logger }: QueueState['engine'], jobId: string, failure: Failure): void {
  try {
    jobs.noteStopped(jobId, failure)
  } catch (thrown) {
    logger.warn('job.not-noted', { job: jobId, thrown })
  }
}

function notSignedIn({ username, baseUrl }: Account): Failure {
  const what = `This job belongs to ${username} at ${new URL(baseUrl).origin}, who is not signed in.`
  return { tag: 'no-credentials', what, next: 'Sign in as that user, then resume the job.' }
}

function isSame(one: Account, other: Account): boolean {
  return one.baseUrl === other.baseUrl && one.username === other.username && one.environment === other.environment
}

export function refuseNotSignedIn(account: Account): never {
  throw new AppError(notSignedIn(account))
}
