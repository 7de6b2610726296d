import type { Failure } from '../../../shared/errors/failure.ts'
import type { SaveProgress } from '../../../shared/model/job.ts'

export interface RunOptions {
  concurrency?: number
  /** Default: 1 GB. A larger document is a failure of its own; the job goes on. */
  largestDocumentBytes?: number | undefined
  maxMinutes?: number
  onProgress?: (progress: SaveProgress) => void
  /** First signal: take up nothing new, store what is under way. */
  stop?: AbortSignal
  /** Second signal: drop what is under way. */
  abort?: AbortSignal
}

const MS_PER_MINUTE = 60_000

/** Why and how far a run stops. The first reason counts. */
export interface StopControl {
  /** Null as long as nothing stops the run. */
  reason(): Failure | null
  /** Fires when nothing new may be taken up. */
  closed: AbortSignal
  /** Fires when what is under way must be dropped too. */
  dropped: AbortSignal
  /** Stops the run at once: what is wrong concerns every document. */
  stopWith(failure: Failure): void
  /** Ends the watch over signals and time. */
  release(): void
}

/**
 * Watches the requests to stop: the first signal and the end of the time let what is under way be stored, the second
 * signal drops it (command line, Ctrl+C).
 */
export function createStopControl({ stop, abort, maxMinutes }: RunOptions): StopControl {
  const closed = new AbortController()
  const dropped = new AbortController()
  let reason: Failure | null = null
  const close = (failure: Failure): void => {
    reason ??= failure
    closed.abort()
  }
  const stopWith = (failure: Failure): void => {
    close(failure)
    dropped.abort()
  }
  const releases = [
    onAbort(stop, () => {
      close({ tag: 'interrupted' })
    }),
    onAbort(abort, () => {
      stopWith({ tag: 'interrupted' })
    }),
    afterMinutes(maxMinutes, () => {
      close({ tag: 'stopped-early', reason: `The time of ${maxMinutes} minutes is over`, pending: 0 })
    }),
  ]
  return {
    reason: () => reason,
    closed: closed.signal,
    dropped: dropped.signal,
    stopWith,
    release: () => {
      for (const release of releases) release()
    },
  }
}

function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted === true) act()
  signal?.addEventListener('abort', act, { once: true })
  return () => signal?.removeEventListener('abort', act)
}

function afterMinutes(minutes: number | undefined, act: () => void): () => void {
  const timer = minutes === undefined ? undefined : setTimeout(act, minutes * MS_PER_MINUTE)
  return () => {
    clearTimeout(timer)
  }
}
