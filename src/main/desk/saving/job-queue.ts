import type { UndoResult } from '../../../shared/model/job.ts'
import type { AccountIdentity } from '../../../shared/words/account-names.ts'
import type { ParcelSession } from '../../../engine/parcel-desk.ts'
import type { SavePlan } from '../../../engine/saving/plan/save-plan.ts'
import { refuseDone, refuseFinished } from '../../../engine/saving/records/describe-job.ts'
import type { OpenedSession, OpenSessions } from '../sessions.ts'
import { createJobScheduler, refuseNotSignedIn, type SchedulerDependencies } from './job-scheduler.ts'
import type { JobView } from './running-job.ts'
import { createUndoJobs } from './undo-jobs.ts'

/** What the page can do with jobs. */
export interface JobQueue {
  /** Every job of this installation, the newest first. */
  list(): JobView[]
  /** Stores a plan as a job before it returns, and runs it when its turn comes. Fails with locked, and like the disk. */
  start(session: ParcelSession, plan: SavePlan, concurrency: number): string
  /** Starts nothing new and lets what is in progress finish. Does nothing to a job that neither runs nor waits. */
  pause(jobId: string): void
  /**
   * Does nothing to a job that is being cancelled. Fails with no-credentials where its account is not signed in, bad-usage
   * where it is done or cancelled, locked.
   */
  resume(jobId: string, acceptsDamaged?: readonly string[]): void
  /** Aborts what is in progress; resolves when the job is cancelled. Fails with bad-usage where it is done, locked. */
  cancel(jobId: string): Promise<void>
  /** Removes what an ended job wrote and nobody has changed since. Fails as `undoSave` does, and with locked. */
  undo(jobId: string): Promise<UndoResult>
  stopUndo(jobId: string): void
  /** Starts no more jobs and stops the running one, so that it can be resumed after the next start. */
  stop(): Promise<void>
}

interface JobQueueDependencies extends SchedulerDependencies {
  sessions: Pick<OpenSessions, 'findFor' | 'beforeClose'>
}

export function createJobQueue(dependencies: JobQueueDependencies): JobQueue {
  const { engine, sessions, events } = dependencies
  /** Jobs that do not run and are being cancelled, until what they saved is recorded. */
  const cancelling = new Map<string, Promise<void>>()
  const scheduler = createJobScheduler({ ...dependencies, isCancelling: (jobId) => cancelling.has(jobId) })
  const undoJobs = createUndoJobs({ ...dependencies, scheduler })
  sessions.beforeClose(({ sessionId }) => scheduler.stopSession(sessionId))
  const cancelStopped = async (jobId: string): Promise<void> => {
    for (const problem of await engine.jobs.cancel(jobId)) events.emit('notices.raised', problem)
  }
  return {
    list: () => engine.jobs.list('desk').map(scheduler.view),
    start: (session, plan, concurrency) => {
      const lock = engine.lockSaving()
      try {
        const jobId = session.store(plan, concurrency)
        scheduler.enqueue({ jobId, account: session.connection, lock })
        return jobId
      } catch (thrown) {
        lock.release()
        throw thrown
      }
    },
    pause: scheduler.pause,
    resume: (jobId, acceptsDamaged) => {
      if (cancelling.has(jobId) || scheduler.keepRunning(jobId)) return
      const { job: id, state, origin: baseUrl, username, environment } = engine.jobs.get(jobId)
      refuseFinished({ id, state })
      const account = { baseUrl, username, environment }
      sessionFor(sessions, account)
      scheduler.enqueue({ jobId, account, lock: engine.lockSaving(), acceptsDamaged })
    },
    cancel: async (jobId) => {
      const ended = scheduler.cancelRunning(jobId) ?? cancelling.get(jobId)
      if (ended !== undefined) {
        await ended
        return
      }
      scheduler.remove(jobId)
      const { job: id, state } = engine.jobs.get(jobId)
      refuseDone({ id, state })
      // Another process may be running it.
      const lock = engine.lockSaving()
      const cancelled = cancelStopped(jobId).finally(() => {
        lock.release()
        cancelling.delete(jobId)
        scheduler.emitChanged(jobId)
      })
      cancelling.set(jobId, cancelled)
      // At once: searching a hundred thousand folders for what a killed run left takes seconds.
      scheduler.emitChanged(jobId)
      await cancelled
    },
    undo: async (jobId) => {
      await Promise.allSettled(cancelling.values())
      return await undoJobs.undo(jobId)
    },
    stopUndo: undoJobs.stop,
    stop: async () => {
      undoJobs.stopAll()
      await Promise.allSettled([scheduler.stop(), ...cancelling.values()])
    },
  }
}

/** The open session of a job's account. Fails with no-credentials where it is not signed in. */
export function sessionFor(sessions: Pick<OpenSessions, 'findFor'>, account: AccountIdentity): OpenedSession {
  return sessions.findFor(account) ?? refuseNotSignedIn(account)
}
