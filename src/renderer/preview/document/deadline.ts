/** A time that may pass only once; somebody else’s doing, such as typing a password, stops it. */
export interface Deadline {
  /** Rejects with what was given when the time is up; never resolves. */
  readonly passed: Promise<never>
  stop(): void
  restart(): void
}

export function createDeadline(timeMs: number, error: () => Error): Deadline {
  const { promise, reject } = Promise.withResolvers<never>()
  // Nobody may be waiting any more when it passes.
  promise.catch(() => undefined)
  const pass = (): void => {
    // A hidden window is given no frames to draw in, so that its time does not count.
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

/** The result of work that must not take longer. What goes on after that is the caller’s to end. */
export async function within<T>(timeMs: number, work: Promise<T>, error: () => Error): Promise<T> {
  const deadline = createDeadline(timeMs, error)
  try {
    return await Promise.race([work, deadline.passed])
  } finally {
    deadline.stop()
  }
}

/** The result of work, or the signal’s reason as soon as it fires. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
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
