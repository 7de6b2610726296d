import { ignoring } from '../../../shared/errors/ignoring.ts'
/** A timeout that can be stopped while waiting for somebody else, such as typing a password. */
export interface Deadline {
  /** Rejects with the given error when the time is up; never resolves. */
  readonly passed: Promise<never>
  stop(): void
  restart(): void
}

export function createDeadline(timeMs: number, error: () => Error): Deadline {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(ignoring('nobody may be waiting any more when it rejects'))
  const pass = (): void => {
    // A hidden window gets no frames to draw, so its time does not count.
    if (document.visibilityState === 'hidden') restart()
    else reject(error())
  }
  let timer = setTimeout(pass, timeMs)
  const restart = (): void => {
    clearTimeout(timer)
    timer = setTimeout(pass, timeMs)
  }
  return { passed: promise, stop: () => clearTimeout(timer), restart }
}

/** The result of work with a time limit. The caller has to end work that continues after that. */
export async function within<T>(timeMs: number, work: Promise<T>, error: () => Error): Promise<T> {
  const deadline = createDeadline(timeMs, error)
  try {
    return await Promise.race([work, deadline.passed])
  } finally {
    deadline.stop()
  }
}

/** The result of work, or a rejection with the signal’s reason as soon as it fires. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(ignoring('nobody may be waiting any more when it rejects'))
  const onAbort = (): void => reject(abortReason(signal))
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason
  return reason instanceof Error ? reason : new DOMException('The work was stopped.', 'AbortError')
}
