import { ignoring } from '../../../shared/errors/ignoring.ts'
import { AppError, badUsage, failureOf } from '../../../shared/errors/app-error.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import type { JobSummary } from '../../../shared/model/job.ts'
import { type AccountIdentity, isSameAccount } from '../../../shared/words/account-names.ts'
import { askedWaitMs } from '../../../engine/base/retry.ts'
import { unexpectedFailure } from '../../../engine/base/logger.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import { isOutage } from '../../../engine/saving/transfer/outage-detector.ts'
import type { EventHub } from '../event-hub.ts'
import type { OpenedSession, OpenSessions } from '../sessions.ts'
import { jobView, type JobView, type LiveJob, type RunningJob, startRunningJob } from './running-job.ts'
import { createServiceWaits, type ServiceWaits } from './service-waits.ts'

export interface QueuedJob {
  jobId: string
  account: AccountIdentity
  /** Held until the job has ended, so that no other process takes the data folder between two jobs. */
  lock: { release(): void }
  /** The ids of documents that a person wants even if they are damaged. */
  acceptsDamaged?: readonly string[] | undefined
}

/**
 * Runs jobs one after another, since they share service and disk and one job fills either. The others wait in line, or
 * for a service that is away.
 */
export interface JobScheduler {
  /** Puts a job in line. It takes over the lock. */
  enqueue(queued: QueuedJob): void
  /** Takes a job that waits out of the line. */
  remove(jobId: string): void
  /** Lets what is in progress finish and starts nothing new; a job that waits is taken out of the line. */
  pause(jobId: string): void
  /** Takes back a pause of the running job. True where the job runs or waits in line: nothing else is to be done. */
  keepRunning(jobId: string): boolean
  /** Aborts the job where it is the running one; resolves when it has ended. Undefined where it does not run. */
  cancelRunning(jobId: string): Promise<void> | undefined
  /** Pauses the running job if it belongs to this session; resolves when it has ended. */
  stopSession(sessionId: string): Promise<void>
  /** Starts no more jobs; resolves when the running one has ended. */
  stop(): Promise<void>
  /** Runs work while no job runs; jobs that come meanwhile wait. Fails with bad-usage where one runs or waits. */
  runAlone<Result>(work: () => Promise<Result>): Promise<Result>
  /** A job as it stands in this process. */
  view(job: JobSummary): JobView
  /** Sends the page the state of a job. Never fails: what cannot be read now is sent with the next list. */
  emitChanged(jobId: string): void
}

export interface SchedulerDependencies {
  engine: Pick<ParcelDesk, 'jobs' | 'lockSaving' | 'logger'>
  sessions: Pick<OpenSessions, 'findFor'>
  events: Pick<EventHub, 'emit'>
  clock: ClockPort
  /** By the current settings. */
  largestDocumentBytes: () => number
}

interface SchedulerOptions extends SchedulerDependencies {
  /** Of a job that does not run. */
  isCancelling: (jobId: string) => boolean
}

interface SchedulerState extends SchedulerOptions {
  waiting: QueuedJob[]
  running: { job: RunningJob; ended: Promise<void> } | undefined
  /** The accounts of jobs that wait for their service, by job. These hold no lock: the service may be away for hours. */
  away: Map<string, AccountIdentity>
  waits: ServiceWaits
  /** The work that runs in place of a job. */
  alone: Promise<unknown> | undefined
  isClosing: boolean
}

export function createJobScheduler(options: SchedulerOptions): JobScheduler {
  const state: SchedulerState = {
    ...options,
    waiting: [],
    running: undefined,
    away: new Map(),
    waits: createServiceWaits(options.clock),
    alone: undefined,
    isClosing: false,
  }
  return {
    enqueue: (queued) => {
      endWait(state, queued.jobId)
      state.waiting.push(queued)
      emitChanged(state, queued.jobId)
      startNext(state)
    },
    remove: (jobId) => {
      leaveLine(state, jobId)
      endWait(state, jobId)
    },
    pause: (jobId) => {
      runningJob(state, jobId)?.pause()
      leaveLine(state, jobId)
      if (endWait(state, jobId)) noteStopped(state, jobId, { tag: 'interrupted', job: jobId })
      emitChanged(state, jobId)
    },
    keepRunning: (jobId) => {
      const running = runningJob(state, jobId)
      if (running === undefined) return isInLine(state, jobId)
      running.resume()
      emitChanged(state, jobId)
      return true
    },
    cancelRunning: (jobId) => {
      const running = runningJob(state, jobId)
      if (running === undefined) return undefined
      running.cancel()
      emitChanged(state, jobId)
      return state.running?.ended
    },
    stopSession: async (sessionId) => {
      if (state.running?.job.sessionId === sessionId) await stopRunning(state)
    },
    stop: async () => {
      state.isClosing = true
      state.waits.endAll()
      // They are stored: the next start of the application lists them as stopped.
      for (const { jobId } of state.waiting.slice()) leaveLine(state, jobId)
      await stopRunning(state)
      await state.alone?.catch(ignoring('its own caller is told'))
    },
    runAlone: (work) => runAlone(state, work),
    view: (job) => viewOf(state, job),
    emitChanged: (jobId) => {
      emitChanged(state, jobId)
    },
  }
}

function runningJob({ running }: SchedulerState, jobId: string): RunningJob | undefined {
  return running?.job.jobId === jobId ? running.job : undefined
}

function isInLine({ waiting }: SchedulerState, jobId: string): boolean {
  return waiting.some((queued) => queued.jobId === jobId)
}

function leaveLine({ waiting }: SchedulerState, jobId: string): void {
  const at = waiting.findIndex((queued) => queued.jobId === jobId)
  if (at >= 0) waiting.splice(at, 1)[0]?.lock.release()
}

/** True where the job waited for its service. */
function endWait({ away, waits }: SchedulerState, jobId: string): boolean {
  away.delete(jobId)
  return waits.end(jobId)
}

async function stopRunning({ running }: SchedulerState): Promise<void> {
  await running?.job.pauseAndWait()
  await running?.ended
}

async function runAlone<Result>(state: SchedulerState, work: () => Promise<Result>): Promise<Result> {
  if (state.running !== undefined || state.waiting.length > 0 || state.alone !== undefined) {
    throw badUsage('A save is running or waiting.', 'Try again when it has ended.')
  }
  const alone = work()
  state.alone = alone
  try {
    return await alone
  } finally {
    state.alone = undefined
    startNext(state)
  }
}

/** Starts the next job in line unless one is running. */
function startNext(state: SchedulerState): void {
  if (state.running !== undefined || state.alone !== undefined || state.isClosing) return
  const queued = state.waiting.shift()
  if (queued === undefined) return
  const opened = state.sessions.findFor(queued.account)
  if (opened === undefined) {
    giveUp(state, queued, notSignedIn(queued.account))
    startNext(state)
    return
  }
  const job = startJob(state, queued, opened)
  const ended = job.result
    .then(
      ({ failure, endProblems }) => {
        for (const problem of endProblems) state.events.emit('notices.raised', problem)
        return failure
      },
      (thrown: unknown) => noteThrown(state, queued.jobId, thrown),
    )
    .then((failure) => onJobEnded(state, { queued, job, failure }))
  state.running = { job, ended }
  emitChanged(state, queued.jobId)
}

function startJob(state: SchedulerState, { jobId, acceptsDamaged }: QueuedJob, opened: OpenedSession): RunningJob {
  const { clock, events, largestDocumentBytes } = state
  const before = readQuietly(state, jobId)
  let lastSent = ''
  const onProgress = (): void => {
    if (before === undefined) return
    const view = viewOf(state, before)
    // A job that waits for the service makes no progress: the page is sent nothing.
    const text = JSON.stringify(view)
    if (text !== lastSent) events.emit('jobs.changed', view, jobId)
    lastSent = text
  }
  return startRunningJob({
    jobId,
    opened,
    clock,
    onProgress,
    largestDocumentBytes: largestDocumentBytes(),
    acceptsDamaged,
  })
}

/** A job that could not run at all: its folder is gone, for instance, or the ledger cannot be read. */
function noteThrown(state: SchedulerState, jobId: string, thrown: unknown): Failure {
  const { logger } = state.engine
  logger.warn('job.broken', { job: jobId, thrown })
  const failure = failureOf(thrown) ?? unexpectedFailure(logger, `running job ${jobId}`, thrown)
  noteStopped(state, jobId, failure)
  return failure
}

interface JobEnd {
  queued: QueuedJob
  job: RunningJob
  /** Why it stopped; null where it is done. */
  failure: Failure | null
}

async function onJobEnded(state: SchedulerState, { queued, job, failure }: JobEnd): Promise<void> {
  const intent = job.stopIntent()
  if (intent === 'cancel' && failure !== null) await cancelQuietly(state, queued.jobId)
  state.running = undefined
  if (failure?.tag === 'sign-in-refused') stopAccount(state, queued.account)
  if (intent === 'resume' && failure?.tag === 'interrupted' && !state.isClosing) state.waiting.push(queued)
  else queued.lock.release()
  const isAway = failure !== null && isOutage(failure.tag) && (intent === undefined || intent === 'resume')
  if (isAway && !state.isClosing) awaitService(state, queued, askedWaitMs(failure))
  else state.waits.end(queued.jobId)
  emitChanged(state, queued.jobId)
  startNext(state)
}

async function cancelQuietly({ engine }: SchedulerState, jobId: string): Promise<void> {
  await engine.jobs.cancel(jobId, true).catch((thrown: unknown) => {
    engine.logger.warn('job.not-cancelled', { job: jobId, thrown })
  })
}

/** Resumes the job automatically when its service is back. Other jobs run meanwhile. */
function awaitService(
  state: SchedulerState,
  { jobId, account }: Pick<QueuedJob, 'jobId' | 'account'>,
  askedMs?: number,
): void {
  state.away.set(jobId, account)
  state.waits.begin(jobId, {
    askedMs,
    onTick: () => {
      emitChanged(state, jobId)
    },
    onDue: () => {
      retryAwayJob(state, jobId)
    },
  })
}

/** Tries a service that was away again, unless another process is saving now. */
function retryAwayJob(state: SchedulerState, jobId: string): void {
  const account = state.away.get(jobId)
  if (account === undefined || state.isClosing) return
  state.away.delete(jobId)
  try {
    state.waiting.push({ jobId, account, lock: state.engine.lockSaving() })
  } catch {
    awaitService(state, { jobId, account })
  }
  emitChanged(state, jobId)
  startNext(state)
}

/** Stops the waiting jobs of an account whose password was refused: trying it again would lock the account (T31). */
function stopAccount(state: SchedulerState, account: AccountIdentity): void {
  const { username, baseUrl } = account
  const failure: Failure = { tag: 'sign-in-refused', username, origin: new URL(baseUrl).origin }
  for (const [jobId, owner] of state.away) {
    if (!isSameAccount(owner, account)) continue
    endWait(state, jobId)
    noteStopped(state, jobId, failure)
    emitChanged(state, jobId)
  }
  for (const queued of state.waiting.filter((one) => isSameAccount(one.account, account))) {
    state.waiting.splice(state.waiting.indexOf(queued), 1)
    giveUp(state, queued, failure)
  }
}

function giveUp(state: SchedulerState, { jobId, lock }: QueuedJob, failure: Failure): void {
  noteStopped(state, jobId, failure)
  lock.release()
  emitChanged(state, jobId)
}

function noteStopped({ engine: { jobs, logger } }: SchedulerState, jobId: string, failure: Failure): void {
  try {
    jobs.noteStopped(jobId, failure)
  } catch (thrown) {
    logger.warn('job.not-noted', { job: jobId, thrown })
  }
}

export function refuseNotSignedIn(account: AccountIdentity): never {
  throw new AppError(notSignedIn(account))
}

function notSignedIn({ username, baseUrl }: AccountIdentity): Failure {
  const what = `This job belongs to ${username} at ${new URL(baseUrl).origin}, who is not signed in.`
  return { tag: 'no-credentials', what, next: 'Sign in as that user, then resume the job.' }
}

function emitChanged(state: SchedulerState, jobId: string): void {
  const job = readQuietly(state, jobId)
  if (job !== undefined) state.events.emit('jobs.changed', viewOf(state, job), jobId)
}

function readQuietly({ engine }: SchedulerState, jobId: string): JobSummary | undefined {
  try {
    return engine.jobs.find(jobId, 'desk')
  } catch (thrown) {
    engine.logger.warn('job.not-told', { job: jobId, thrown })
    return undefined
  }
}

function viewOf(state: SchedulerState, job: JobSummary): JobView {
  const live = liveOf(state, job.job)
  const isLockOurs = state.running !== undefined || state.waiting.length > 0
  // While this process holds the lock nobody else saves: another job that is recorded as running was killed.
  const isKilled = live === undefined && job.state === 'running' && isLockOurs
  return jobView(isKilled ? { ...job, state: 'stopped' } : job, live)
}

function liveOf(state: SchedulerState, jobId: string): LiveJob | undefined {
  const running = runningJob(state, jobId)
  if (running !== undefined) return running.live()
  if (state.isCancelling(jobId)) return { state: 'cancelling' }
  const nextTryInMs = state.waits.nextTryInMs(jobId)
  if (nextTryInMs !== undefined) return { state: 'waiting', nextTryInMs }
  return isInLine(state, jobId) ? { state: 'waiting' } : undefined
}
