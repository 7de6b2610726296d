import { badUsage } from '../../../shared/errors/app-error.ts'
import type { JobSummary } from '../../../shared/model/job.ts'
import type { ParcelSession } from '../../../engine/parcel-desk.ts'
import {
  noteStopped,
  type QueueParts,
  refuseNotSignedIn,
  takeNext,
  tell,
  tryAgain,
  type Turn,
  type Turns,
  viewOf,
} from './job-scheduler.ts'
import type { JobView } from './running-job.ts'
import { createServiceWaits } from './service-waits.ts'
import { isUnfinished } from '../../../engine/saving/save-job.ts'
import type { SavePlan } from '../../../engine/saving/plan/save-plan.ts'

export interface JobQueue {
  /** Every job of this installation, the newest first. */
  list(): JobView[]
  /** Stores a plan as a job before it returns, and carries it out when its turn comes. Fails with locked, and like the disk. */
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
export function createJobQueue(parts: QueueParts): JobQueue {
  const waits = createServiceWaits({
    clock: parts.clock,
    onTick: (jobId) => {
      tell(turns, jobId)
    },
    onDue: (jobId) => {
      tryAgain(turns, jobId)
    },
  })
  const turns: Turns = { ...parts, waiting: [], running: undefined, away: new Map(), waits, isClosing: false }
  parts.sessions.beforeClose(async ({ sessionId }) => {
    if (turns.running?.job.sessionId === sessionId) await endRunning(turns)
  })
  return {
    list: () => parts.engine.jobs.list('desk').map((job) => viewOf(turns, job)),
    start: (session, plan, concurrency) => {
      const lock = parts.engine.lockSaving()
      try {
        const jobId = session.store(plan, concurrency)
        queueUp(turns, { jobId, account: session.connection, lock })
        return jobId
      } catch (thrown) {
        lock.release()
        throw thrown
      }
    },
    pause: (jobId) => {
      if (turns.running?.job.jobId === jobId) turns.running.job.pause()
      leaveQueue(turns, jobId)
      if (endWait(turns, jobId)) noteStopped(parts.engine, jobId, { tag: 'interrupted', job: jobId })
      tell(turns, jobId)
    },
    resume: (jobId) => {
      resume(turns, jobId)
    },
    cancel: (jobId) => cancel(turns, jobId),
    stop: async () => {
      turns.isClosing = true
      waits.endAll()
      // They are stored: the next start of the application lists them as stopped.
      for (const { jobId } of [...turns.waiting]) leaveQueue(turns, jobId)
      await endRunning(turns)
    },
  }
}

function queueUp(turns: Turns, turn: Turn): void {
  turns.waiting.push(turn)
  tell(turns, turn.jobId)
  takeNext(turns)
}

function leaveQueue({ waiting }: Turns, jobId: string): void {
  const at = waiting.findIndex((turn) => turn.jobId === jobId)
  if (at >= 0) waiting.splice(at, 1)[0]?.lock.release()
}

/** True where the job waited for its service. */
function endWait({ away, waits }: Turns, jobId: string): boolean {
  away.delete(jobId)
  return waits.end(jobId)
}

async function endRunning({ running }: Turns): Promise<void> {
  await running?.job.end()
  await running?.settled
}

function resume(turns: Turns, jobId: string): void {
  const { engine, sessions, running, waiting } = turns
  if (waiting.some((turn) => turn.jobId === jobId)) return
  if (running?.job.jobId === jobId) {
    running.job.goOn()
    tell(turns, jobId)
    return
  }
  const job = findJob(turns, jobId)
  if (!isUnfinished(job)) throw badUsage(`This job is ${job.state}; there is nothing to go on with.`)
  const account = { baseUrl: job.origin, username: job.username, environment: job.environment }
  if (sessions.findFor(account) === undefined) refuseNotSignedIn(account)
  endWait(turns, jobId)
  queueUp(turns, { jobId, account, lock: engine.lockSaving() })
}

async function cancel(turns: Turns, jobId: string): Promise<void> {
  const { engine, running } = turns
  if (running?.job.jobId === jobId) {
    running.job.cancel()
    tell(turns, jobId)
    await running.settled
    return
  }
  leaveQueue(turns, jobId)
  endWait(turns, jobId)
  // Another process may be carrying it out.
  const lock = engine.lockSaving()
  try {
    const cleared = engine.jobs.cancel(jobId)
    // At once: to look for what a killed run left in a hundred thousand folders takes seconds.
    tell(turns, jobId)
    await cleared
  } finally {
    lock.release()
  }
  tell(turns, jobId)
}

function findJob({ engine }: Turns, jobId: string): JobSummary {
  const job = engine.jobs.find(jobId)
  if (job === undefined) throw badUsage('There is no such job.', 'Reload the list of jobs.')
  return job
}
