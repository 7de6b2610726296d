import { badUsage } from '../../../shared/errors/app-error.ts'
import type { JobSummary } from '../../../shared/model/job.ts'
import type { ParcelSession } from '../../../engine/parcel-desk.ts'
import {
  noteStopped,
  type JobQueueParts,
  refuseNotSignedIn,
  startNext,
  emitChanged,
  retryAwayJob,
  type QueuedJob,
  type QueueState,
  viewOf,
} from './job-scheduler.ts'
import type { JobView } from './running-job.ts'
import { createServiceWaits } from './service-waits.ts'
import { isUnfinished } from '../../../engine/saving/save-job.ts'
import type { SavePlan } from '../../../engine/saving/plan/save-plan.ts'

export interface JobQueue {
  /** Every job of this installation, the newest first. */
  list(): JobView[]
  /** Stores a plan as a job before it returns, and carries it out when its queued comes. Fails with locked, and like the disk. */
  start(session: ParcelSession, plan: SavePlan, concurrency: number): string
  /** Takes up nothing new and stores what is under way. Nothing happens to a job that neither runs nor waits. */
  pause(jobId: string): void
  /** Fails with no-credentials where its account is not signed in, bad-usage where it is done or cancelled, locked. */
  resume(jobId: string): void
  /** Drops what is under way; resolves when the job has ended. Fails with bad-usage where it is done, locked. */
  cancel(jobId: string): Promise<void>
  /** Takes no job up any more and stops the one that runs, so that it can go on with the next start. */
  stop(): Promise<void>
}

/** Carries jobs out one after another: service and disk are shared, and one job fills either. */
export function createJobQueue(parts: JobQueueParts): JobQueue {
  const waits = createServiceWaits({
    clock: parts.clock,
    onTick: (jobId) => {
      emitChanged(queue, jobId)
    },
    onDue: (jobId) => {
      retryAwayJob(queue, jobId)
    },
  })
  const queue: QueueState = { ...parts, waiting: [], running: undefined, away: new Map(), waits, isClosing: false }
  parts.sessions.beforeClose(async ({ sessionId }) => {
    if (queue.running?.job.sessionId === sessionId) await endRunning(queue)
  })
  return {
    list: () => parts.engine.jobs.list('desk').map((job) => viewOf(queue, job)),
    start: (session, plan, concurrency) => {
      const lock = parts.engine.lockSaving()
      try {
        const jobId = session.store(plan, concurrency)
        queueUp(queue, { jobId, account: session.connection, lock })
        return jobId
      } catch (thrown) {
        lock.release()
        throw thrown
      }
    },
    pause: (jobId) => {
      if (queue.running?.job.jobId === jobId) queue.running.job.pause()
      leaveQueue(queue, jobId)
      if (endWait(queue, jobId)) noteStopped(parts.engine, jobId, { tag: 'interrupted', job: jobId })
      emitChanged(queue, jobId)
    },
    resume: (jobId) => {
      resume(queue, jobId)
    },
    cancel: (jobId) => cancel(queue, jobId),
    stop: async () => {
      queue.isClosing = true
      waits.endAll()
      // They are stored: the next start of the application lists them as stopped.
      for (const { jobId } of queue.waiting.slice()) leaveQueue(queue, jobId)
      await endRunning(queue)
    },
  }
}

function queueUp(queue: QueueState, queued: QueuedJob): void {
  queue.waiting.push(queued)
  emitChanged(queue, queued.jobId)
  startNext(queue)
}

function leaveQueue({ waiting }: QueueState, jobId: string): void {
  const at = waiting.findIndex((queued) => queued.jobId === jobId)
  if (at >= 0) waiting.splice(at, 1)[0]?.lock.release()
}

/** True where the job waited for its service. */
function endWait({ away, waits }: QueueState, jobId: string): boolean {
  away.delete(jobId)
  return waits.end(jobId)
}

async function endRunning({ running }: QueueState): Promise<void> {
  await running?.job.pauseAndWait()
  await running?.settled
}

function resume(queue: QueueState, jobId: string): void {
  const { engine, sessions, running, waiting } = queue
  if (waiting.some((queued) => queued.jobId === jobId)) return
  if (running?.job.jobId === jobId) {
    running.job.resume()
    emitChanged(queue, jobId)
    return
  }
  const job = findJob(queue, jobId)
  if (!isUnfinished(job)) throw badUsage(`This job is ${job.state}; there is nothing to go on with.`)
  const account = { baseUrl: job.origin, username: job.username, environment: job.environment }
  if (sessions.findFor(account) === undefined) refuseNotSignedIn(account)
  endWait(queue, jobId)
  queueUp(queue, { jobId, account, lock: engine.lockSaving() })
}

async function cancel(queue: QueueState, jobId: string): Promise<void> {
  const { engine, running } = queue
  if (running?.job.jobId === jobId) {
    running.job.cancel()
    emitChanged(queue, jobId)
    await running.settled
    return
  }
  leaveQueue(queue, jobId)
  endWait(queue, jobId)
  // Another process may be carrying it out.
  const lock = engine.lockSaving()
  try {
    const cleared = engine.jobs.cancel(jobId)
    // At once: to look for what a killed run left in a hundred thousand folders takes seconds.
    emitChanged(queue, jobId)
    await cleared
  } finally {
    lock.release()
  }
  emitChanged(queue, jobId)
}

function findJob({ engine }: QueueState, jobId: string): JobSummary {
  const job = engine.jobs.find(jobId)
  if (job === undefined) throw badUsage('There is no such job.', 'Reload the list of jobs.')
  return job
}
