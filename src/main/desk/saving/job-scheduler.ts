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
import { isLineTrouble } from '../../../engine/saving/transfer/outage-detector.ts'
import type { ServiceWaits } from './service-waits.ts'

export interface QueueParts {
  engine: Pick<ParcelDesk, 'jobs' | 'lockSaving' | 'logger'>
  sessions: Pick<OpenSessions, 'findFor' | 'beforeClose'>
  events: Pick<EventHub, 'emit'>
  clock: ClockPort
  /** As it is set now. */
  largestDocumentBytes: () => number
}

export interface Turns extends QueueParts {
  waiting: Turn[]
  running: { job: RunningJob; settled: Promise<void> } | undefined
  /** The accounts of jobs that wait for their service, by job. They hold no lock: it may be gone for hours. */
  away: Map<string, Account>
  waits: ServiceWaits
  /** Nothing is taken up any more. */
  isClosing: boolean
}

export interface Turn {
  jobId: string
  account: Account
  /** Held until its end, so that no other process takes the data folder between two jobs. */
  lock: { release(): void }
}

export type Account = Pick<Connection, 'baseUrl' | 'username' | 'environment'>

/** A job as it stands in this process. */
export function viewOf(turns: Turns, job: JobSummary): JobView {
  const { running, waiting } = turns
  const live = liveOf(turns, job.job)
  const isLockOurs = running !== undefined || waiting.length > 0
  // While the lock is ours nobody else saves: a job that says that it runs was killed.
  const isKilled = live === undefined && job.state === 'running' && isLockOurs
  return jobView(isKilled ? { ...job, state: 'stopped' } : job, live)
}

function liveOf({ running, waiting, waits }: Turns, jobId: string): LiveJob | undefined {
  if (running?.job.jobId === jobId) return running.job.live()
  const nextTryInMs = waits.nextTryInMs(jobId)
  if (nextTryInMs !== undefined) return { state: 'waiting', nextTryInMs }
  return waiting.some((turn) => turn.jobId === jobId) ? { state: 'waiting' } : undefined
}

/** Tells the page how a job stands. Never fails: what cannot be read now is told with the next list. */
export function tell(turns: Turns, jobId: string): void {
  const job = readQuietly(turns, jobId)
  if (job !== undefined) turns.events.emit('jobs.changed', viewOf(turns, job), jobId)
}

function readQuietly({ engine }: Turns, jobId: string): JobSummary | undefined {
  try {
    return engine.jobs.find(jobId, 'desk')
  } catch (thrown) {
    engine.logger.warn('job.not-told', { job: jobId, thrown })
    return undefined
  }
}

/** Carries out the next job, unless one runs. */
export function takeNext(turns: Turns): void {
  if (turns.running !== undefined || turns.isClosing) return
  const turn = turns.waiting.shift()
  if (turn === undefined) return
  const opened = turns.sessions.findFor(turn.account)
  if (opened === undefined) {
    giveUp(turns, turn, notSignedIn(turn.account))
    takeNext(turns)
    return
  }
  const job = startJob(turns, turn, opened)
  const settled = job.result
    .then(
      ({ job: ended, endProblems }) => {
        for (const problem of endProblems) turns.events.emit('notices.raised', problem)
        return ended.failure?.tag
      },
      (thrown: unknown) => noteThrown(turns, turn.jobId, thrown),
    )
    .then((tag) => settle(turns, { turn, job, tag }))
  turns.running = { job, settled }
  tell(turns, turn.jobId)
}

function startJob(turns: Turns, { jobId }: Turn, opened: OpenedSession): RunningJob {
  const { clock, events, largestDocumentBytes } = turns
  const before = readQuietly(turns, jobId)
  let told = ''
  const onProgress = (): void => {
    if (before === undefined) return
    const view = viewOf(turns, before)
    // A job that waits for the service stands still, and so does the page.
    const text = JSON.stringify(view)
    if (text !== told) events.emit('jobs.changed', view, jobId)
    told = text
  }
  return startRunningJob({ jobId, opened, clock, onProgress, largestDocumentBytes: largestDocumentBytes() })
}

/** It could not be carried out at all: its folder is gone, say, or the ledger cannot be read. */
function noteThrown({ engine }: Turns, jobId: string, thrown: unknown): Failure['tag'] {
  engine.logger.warn('job.broken', { job: jobId, thrown })
  const failure = failureOf(thrown) ?? unexpectedFailure(engine.logger, `carrying out job ${jobId}`, thrown)
  noteStopped(engine, jobId, failure)
  return failure.tag
}

interface Ended {
  turn: Turn
  job: RunningJob
  /** Why it stopped; undefined where it is done. */
  tag: Failure['tag'] | undefined
}

/** What follows the end of a job: others of a refused account, whoever is next, and the page that is told. */
async function settle(turns: Turns, { turn, job, tag }: Ended): Promise<void> {
  const wish = job.wish()
  if (wish === 'be-cancelled' && tag !== undefined) await cancelQuietly(turns, turn.jobId)
  turns.running = undefined
  if (tag === 'sign-in-refused') stopAccount(turns, turn.account)
  if (wish === 'go-on' && tag === 'interrupted' && !turns.isClosing) turns.waiting.push(turn)
  else turn.lock.release()
  const isAway = tag !== undefined && isLineTrouble(tag) && (wish === undefined || wish === 'go-on')
  if (isAway && !turns.isClosing) awaitService(turns, turn)
  else turns.waits.end(turn.jobId)
  tell(turns, turn.jobId)
  takeNext(turns)
}

/** The job goes on without being asked when its service is back. Others have their turn meanwhile. */
function awaitService({ away, waits }: Turns, { jobId, account }: Pick<Turn, 'jobId' | 'account'>): void {
  away.set(jobId, account)
  waits.begin(jobId)
}

/** A service that was gone is tried once more, unless another process saves now. */
export function tryAgain(turns: Turns, jobId: string): void {
  const account = turns.away.get(jobId)
  if (account === undefined || turns.isClosing) return
  turns.away.delete(jobId)
  try {
    turns.waiting.push({ jobId, account, lock: turns.engine.lockSaving() })
  } catch {
    awaitService(turns, { jobId, account })
  }
  tell(turns, jobId)
  takeNext(turns)
}

async function cancelQuietly({ engine }: Turns, jobId: string): Promise<void> {
  await engine.jobs.cancel(jobId, true).catch((thrown: unknown) => {
    engine.logger.warn('job.not-cancelled', { job: jobId, thrown })
  })
}

/** A refused password is not tried again by the jobs that wait: that would lock the account (T31). */
function stopAccount(turns: Turns, account: Account): void {
  const { username, baseUrl } = account
  for (const [jobId, owner] of turns.away) {
    if (!isSame(owner, account)) continue
    turns.away.delete(jobId)
    turns.waits.end(jobId)
    noteStopped(turns.engine, jobId, { tag: 'sign-in-refused', username, origin: new URL(baseUrl).origin })
    tell(turns, jobId)
  }
  const refused = turns.waiting.filter((turn) => isSame(turn.account, account))
  for (const turn of refused) {
    turns.waiting.splice(turns.waiting.indexOf(turn), 1)
    giveUp(turns, turn, { tag: 'sign-in-refused', username, origin: new URL(baseUrl).origin })
  }
}

function giveUp(turns: Turns, { jobId, lock }: Turn, failure: Failure): void {
  noteStopped(turns.engine, jobId, failure)
  lock.release()
  tell(turns, jobId)
}

export function noteStopped({ jobs, logger }: Turns['engine'], jobId: string, failure: Failure): void {
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
