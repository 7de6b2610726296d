import { AppError } from '../../shared/errors/app-error.ts'

interface UnderWay<T> {
  result: Promise<T>
  waiting: number
  stop: AbortController
}

/**
 * Work that all who ask for it at the same time share. A caller whose signal fires gives up alone, with interrupted; when
 * the last one gives up, the work itself is stopped, so that it does not go on unseen.
 */
export function shareWork<T>(work: (signal: AbortSignal) => Promise<T>): (signal?: AbortSignal) => Promise<T> {
  let underWay: UnderWay<T> | undefined
  const start = (): UnderWay<T> => {
    const stop = new AbortController()
    return { result: work(stop.signal), waiting: 0, stop }
  }
  return async (signal) => {
    if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' })
    const joined = (underWay ??= start())
    joined.waiting += 1
    try {
      return await untilAborted(joined.result, signal)
    } finally {
      joined.waiting -= 1
      if (joined.waiting === 0) {
        if (underWay === joined) underWay = undefined
        joined.stop.abort()
      }
    }
  }
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work
  const given = Promise.withResolvers<never>()
  const onAbort = (): void => {
    given.reject(new AppError({ tag: 'interrupted' }))
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, given.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
