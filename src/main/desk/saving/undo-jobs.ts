import type { UndoProgress, UndoResult } from '../../../shared/model/job.ts'
import { throttle } from '../../../engine/base/async.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import type { EventHub } from '../event-hub.ts'
import type { JobScheduler } from './job-scheduler.ts'

const PROGRESS_GAP_MS = 200

/** Undoes saves, one at a time and never while a job runs. */
export interface UndoJobs {
  /** Fails as `undoSave` does, with bad-usage while a job runs or waits, and with locked. */
  undo(jobId: string): Promise<UndoResult>
  /** Lets what was removed be recorded. Does nothing to a job that is not being undone. */
  stop(jobId: string): void
  stopAll(): void
}

interface UndoDependencies {
  engine: Pick<ParcelDesk, 'jobs' | 'lockSaving'>
  scheduler: Pick<JobScheduler, 'runAlone' | 'view' | 'emitChanged'>
  events: Pick<EventHub, 'emit'>
  clock: ClockPort
}

export function createUndoJobs({ engine, scheduler, events, clock }: UndoDependencies): UndoJobs {
  const running = new Map<string, AbortController>()
  const emitProgress = (jobId: string, { done, total }: UndoProgress): void => {
    const note = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} files looked at`
    events.emit('jobs.changed', { ...scheduler.view(engine.jobs.get(jobId, 'desk')), note }, jobId)
  }
  const undo = async (jobId: string, stop: AbortController): Promise<UndoResult> => {
    const lock = engine.lockSaving()
    let latest: UndoProgress = { done: 0, total: 0 }
    const progress = throttle(clock, PROGRESS_GAP_MS, () => {
      emitProgress(jobId, latest)
    })
    try {
      return await engine.jobs.undo(jobId, {
        signal: stop.signal,
        onProgress: (next) => {
          latest = next
          progress.call()
        },
      })
    } finally {
      progress.stop()
      lock.release()
      running.delete(jobId)
      scheduler.emitChanged(jobId)
    }
  }
  return {
    undo: async (jobId) => {
      const stop = new AbortController()
      return await scheduler.runAlone(() => {
        running.set(jobId, stop)
        return undo(jobId, stop)
      })
    },
    stop: (jobId) => {
      running.get(jobId)?.abort()
    },
    stopAll: () => {
      for (const stop of running.values()) stop.abort()
    },
  }
}
