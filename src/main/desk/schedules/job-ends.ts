import { AppError } from '../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../../shared/errors/failure.ts'
import type { ScheduleSave } from '../../../engine/schedules/execute-schedule.ts'
import type { EventHub } from '../event-hub.ts'
import type { JobQueue } from '../saving/job-queue.ts'
import type { JobView } from '../saving/running-job.ts'

interface JobEndsDependencies {
  queue: Pick<JobQueue, 'list'>
  events: Pick<EventHub, 'listen'>
}

/** Waits for jobs that a schedule started. */
export interface JobEnds {
  /** Resolves when it is done, cancelled or stopped. Fails with interrupted when the signal fires; the job goes on. */
  ended(jobId: string, signal: AbortSignal): Promise<ScheduleSave>
}

export function createJobEnds({ queue, events }: JobEndsDependencies): JobEnds {
  return {
    ended: async (jobId, signal) => {
      const over = Promise.withResolvers<JobView>()
      const look = (job: JobView | undefined): void => {
        if (job?.jobId === jobId && isOver(job)) over.resolve(job)
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
        const job = await over.promise
        return { jobId, saved: job.saved, failure: failureOfJob(job) }
      } finally {
        end()
        signal.removeEventListener('abort', onAbort)
      }
    },
  }
}

function isOver({ state }: JobView): boolean {
  return state === 'done' || state === 'cancelled' || state === 'stopped'
}

function failureOfJob({ state, failure, failed, planned, jobId }: JobView): DescribedFailure | null {
  if (state === 'cancelled') {
    return {
      tag: 'interrupted',
      message: 'Its save was cancelled in Downloads.',
      next: 'Run the schedule again when it suits.',
    }
  }
  if (state === 'stopped') {
    const { message, next } = failure ?? describeFailure({ tag: 'interrupted', job: jobId }, 'desk')
    return { tag: 'interrupted', message, next }
  }
  return failed === 0 ? null : describeFailure({ tag: 'some-not-saved', failed, planned }, 'desk')
}
