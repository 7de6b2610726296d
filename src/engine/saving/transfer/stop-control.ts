import type { Failure } from '../../../shared/errors/failure.ts'
import type { ClockPort } from '../../ports/clock.ts'

export interface StopOptions {
  maxMinutes?: number
  /** First signal: start nothing new, finish what is in progress. */
  stop?: AbortSignal
  /** Second signal: abort what is in progress. */
  abort?: AbortSignal
}

const MS_PER_MINUTE = 60_000

/** Why and how far a run stops. The first reason counts. */
export interface StopControl {
  /** Null as long as nothing stops the run. */
  reason(): Failure | null
  /** Fires when nothing new may be started. */
  closed: AbortSignal
  /** Fires when what is in progress must be aborted too. */
  aborted: AbortSignal
  /** Stops the run at once, for a failure that concerns every document. */
  stopWith(failure: Failure): void
  /** Stops listening to signals and time. */
  release(): void
}

/**
 * Listens to the requests to stop: the first signal and the time limit let what is in progress finish, the second signal
 * aborts it (command line, Ctrl+C).
 */
export function createStopControl({ stop, abort, maxMinutes }: StopOptions, clock: ClockPort): StopControl {
  const closed = new AbortController()
  const aborted = new AbortController()
  const released = new AbortController()
  let reason: Failure | null = null
  const close = (failure: Failure): void => {
    reason ??= failure
    closed.abort()
  }
  const stopWith = (failure: Failure): void => {
    close(failure)
    aborted.abort()
  }
  onAbort(stop, released.signal, () => {
    close({ tag: 'interrupted' })
  })
  onAbort(abort, released.signal, () => {
    stopWith({ tag: 'interrupted' })
  })
  if (maxMinutes !== undefined) {
    const onTimeOver = (): void => {
      close({ tag: 'stopped-early', reason: `The time of ${maxMinutes} minutes is over`, pending: 0 })
    }
    void clock.wait(maxMinutes * MS_PER_MINUTE, released.signal).then(onTimeOver, () => undefined)
  }
  return {
    reason: () => reason,
    closed: closed.signal,
    aborted: aborted.signal,
    stopWith,
    release: () => {
      released.abort()
    },
  }
}

/** Also acts on a signal that fired before the run. */
function onAbort(signal: AbortSignal | undefined, released: AbortSignal, act: () => void): void {
  if (signal?.aborted === true) act()
  signal?.addEventListener('abort', act, { once: true, signal: released })
}
