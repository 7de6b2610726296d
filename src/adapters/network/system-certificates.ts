import { getCACertificates } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { messageOf } from '../../shared/errors/app-error.ts'
import { untilAborted, withinTime } from '../../engine/base/async.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'

/** The certificate authorities that the system trusts. */
export interface SystemCertificates {
  /** In PEM. Fails with interrupted, or with an error that says why they could not be read. */
  read(signal?: AbortSignal): Promise<readonly string[]>
  /** Called when reading them begins to take long, and when that is over. */
  onSlow(listener: (isSlow: boolean) => void): void
}

/** Somebody who waits for a connection wants to know why. */
const SLOW_MS = 2_000
/** On managed Macs 100 seconds have been seen. */
const MAX_READING_MS = 300_000

interface ThreadOptions {
  /** The entry of the thread, `certificates-worker.ts`. */
  program: URL
  clock: Pick<ClockPort, 'wait'>
}

/**
 * Reads them once, on a thread, because the system may take minutes, in which this one would answer nobody. Where it is late,
 * callers fail at once until it is done, as nothing ends it; where it has failed, the next one tries again.
 */
export function createSystemCertificates({ program, clock }: ThreadOptions): SystemCertificates {
  const listeners: ((isSlow: boolean) => void)[] = []
  let reading: Promise<readonly string[]> | undefined
  const lateError = (): Error => new Error(`the system has not named them within ${MAX_READING_MS / 60_000} minutes`)
  const start = (): Promise<readonly string[]> => {
    const work = readOnThread(program)
    tellIfSlow(work, clock, (isSlow) => {
      for (const listener of listeners) listener(isSlow)
    })
    work.then(
      () => (reading = work),
      () => (reading = undefined),
    )
    return withinTime(work, { clock, timeMs: MAX_READING_MS, lateError })
  }
  return {
    onSlow: (listener) => void listeners.push(listener),
    read: async (signal) => {
      reading ??= start()
      return await untilAborted(reading, signal)
    },
  }
}

/** Where nothing else has to go on meanwhile. */
export const certificatesReadHere: SystemCertificates = {
  read: () => Promise.resolve(getCACertificates('system')),
  onSlow: () => undefined,
}

function readOnThread(program: URL): Promise<readonly string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
  try {
    const worker = new Worker(program)
    worker.once('message', resolve)
    worker.once('error', (thrown) => reject(new Error(`reading them failed: ${messageOf(thrown)}`)))
    worker.once('exit', () => reject(new Error('reading them ended early')))
  } catch (thrown) {
    reject(new Error(`reading them could not begin: ${messageOf(thrown)}`))
  }
  return promise
}

function tellIfSlow(work: Promise<unknown>, clock: ThreadOptions['clock'], tell: (isSlow: boolean) => void): void {
  const settled = new AbortController()
  const slow = clock.wait(SLOW_MS, settled.signal).then(
    () => {
      tell(true)
      return true
    },
    () => false,
  )
  const end = async (): Promise<void> => {
    settled.abort()
    if (await slow) tell(false)
  }
  work.then(end, end)
}
