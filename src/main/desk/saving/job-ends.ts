import { AppError } from '../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../../shared/errors/failure.ts'
import type { JobSummary } from '../../../shared/model/job.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import { SAVE_CANCELLED, type ScheduleSave } from '../../../engine/schedules/execute-schedule.ts'
import type { EventHub } from '../event-hub.ts'
import type { JobQueue } from './job-queue.ts'
import type { JobView } from './running-job.ts'

interface JobEndsDependencies {
  engine: Pick<ParcelDesk, 'jobs'>
  queue: Pick<JobQueue, 'list'>
  events: Pick<EventHub, 'listen'>
}

/** Waits for jobs that a schedule or a pack started. */
export interface JobEnds {
  /**
   * Resolves when it is done, cancelled or stopped, or waits for its service. Fails with interrupted when the signal fires, and
   * the job goes on; with storage-failed.
   */
  ended(jobId: string, signal: AbortSignal): Promise<ScheduleSave>
}

export function createJobEnds({ engine, queue, events }: JobEndsDependencies): JobEnds {
  return {
    ended: async (jobId, signal) => {
      const over = Promise.withResolvers<ScheduleSave>()
      const look = (view: JobView | undefined): void => {
        if (view?.jobId !== jobId || !isOver(view)) return
        try {
          const job = engine.jobs.get(jobId, 'desk')
          // The event comes late: its service is being tried again.
          if (job.state === 'running') return
          over.resolve({ jobId, saved: job.saved, failure: failureOfJob(job, isAway(view)) })
        } catch (thrown) {
          over.reject(thrown)
        }
      }
      const onAbort = (): void => over.reject(new AppError({ tag: 'interrupted', job: jobId }))
      const end = events.listen((event) => {
        if (event.name === 'jobs.changed') look(event.payload)
      })
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        if (signal.aborted) onAbort()
        // It may have ended before anybody listened.
        look(queue.list().find((job) => job.jobId === jobId))
        return await over.promise
      } finally {
        end()
        signal.removeEventListener('abort', onAbort)
      }
    },
  }
}

/** One that waits for its service goes on without help, after hours perhaps: nothing else is kept waiting for that. */
function isOver(view: JobView): boolean {
  return view.state === 'done' || view.state === 'cancelled' || view.state === 'stopped' || isAway(view)
}

/** Waits for its service, and goes on without help. */
export function isAway({ state, isServiceAway }: JobView): boolean {
  return state === 'waiting' && isServiceAway
}

const GOES_ON = 'It waits in Downloads, and goes on by itself once the service answers.'

function failureOfJob({ state, failure, job }: JobSummary, isServiceAway: boolean): DescribedFailure | null {
  if (state === 'done') return null
  if (state === 'cancelled') return SAVE_CANCELLED
  const why = failure ?? describeFailure({ tag: 'interrupted', job }, 'desk')
  return isServiceAway ? { ...why, next: GOES_ON } : why
}
