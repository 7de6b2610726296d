import { AppError } from '../../shared/errors/app-error.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClockPort } from '../ports/clock.ts'

interface Flight<T> {
  result: Promise<T>
  waiting: number
  stop: AbortController
}

/**
 * Work that all who ask for it at the same time share. A caller whose signal fires gives up alone, with interrupted; when
 * the last one gives up, the work itself is stopped, so that it does not go on unseen.
 */
export function singleFlight<T>(work: (signal: AbortSignal) => Promise<T>): (signal?: AbortSignal) => Promise<T> {
  let current: Flight<T> | undefined
  const start = (): Flight<T> => {
    const stop = new AbortController()
    return { result: work(stop.signal), waiting: 0, stop }
  }
  return async (signal) => {
    if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' })
    const joined = (current ??= start())
    joined.waiting += 1
    try {
      return await untilAborted(joined.result, signal)
    } finally {
      joined.waiting -= 1
      if (joined.waiting === 0) {
        if (current === joined) current = undefined
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

/** Work that is never done twice at once; whoever asks for it while it is done has it done once more afterwards. */
export interface Coalesced {
  /** Resolves when nobody’s asking is left. Never fails. */
  run(): Promise<void>
  /** What is under way has ended. */
  done(): Promise<void>
}

export function coalesce(work: () => Promise<void>, onThrown: (thrown: unknown) => void): Coalesced {
  let isRunning = false
  let isRequested = false
  let running = Promise.resolve()
  const runAll = async (): Promise<void> => {
    while (isRequested) {
      isRequested = false
      try {
        await work()
      } catch (thrown) {
        onThrown(thrown)
      }
    }
    // In the same turn as the last look: who asks from now on begins anew.
    isRunning = false
  }
  return {
    run: () => {
      isRequested = true
      if (isRunning) return running
      isRunning = true
      running = runAll()
      return running
    },
    done: () => running,
  }
}

/** Runs what it is given one after the other, in the order given, whether what came before went well or not. */
export function serialize(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    const mine = last.then(work, work)
    last = mine
    return await mine
  }
}

/**
 * Maps with at most `limit` under way at once; results in the order of the items. The first failure stops new items and
 * is thrown once those under way have settled, so that nothing goes on behind the caller's back.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const failures: unknown[] = []
  const entries = items.entries()
  const work = async (): Promise<void> => {
    for (const [index, item] of entries) {
      if (failures.length > 0) return
      try {
        results[index] = await map(item, index)
      } catch (thrown) {
        failures.push(thrown)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
  if (failures.length > 0) throw failures[0]
  return results
}

/** Shorter than anybody notices in a page that waits for an answer. */
const LONGEST_TURN_MS = 20

/**
 * Hands the items on and lets others have their turn now and then: planning everything takes seconds. Fails with interrupted
 * at the next such turn once `signal` is aborted.
 */
export async function* yieldingToEventLoop<Item>(
  items: Iterable<Item>,
  signal?: AbortSignal,
): AsyncGenerator<Item, undefined> {
  let endMs = performance.now() + LONGEST_TURN_MS
  for (const item of items) {
    yield item
    if (performance.now() < endMs) continue
    await nextTurn()
    if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' })
    endMs = performance.now() + LONGEST_TURN_MS
  }
  return undefined
}

/** Takes all steps and returns what comes of them, with pauses as above. Fails as above. */
export async function runYielding<Result>(steps: Generator<undefined, Result>, signal?: AbortSignal): Promise<Result> {
  let endMs = performance.now() + LONGEST_TURN_MS
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() < endMs) continue
    await nextTurn()
    if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' })
    endMs = performance.now() + LONGEST_TURN_MS
  }
}

/** Tells at once, and of what comes too soon after it once more when the time is there. */
export interface Throttled {
  call(): void
  stop(): void
}

/** For what is costly to put together: it is asked for only when it is told. */
export function throttle(clock: ClockPort, gapMs: number, tell: () => void): Throttled {
  const stopping = new AbortController()
  let toldAtMs = Number.NEGATIVE_INFINITY
  let isWaiting = false
  const tellNow = (): void => {
    isWaiting = false
    toldAtMs = clock.monotonicMs()
    tell()
  }
  return {
    call: () => {
      if (isWaiting || stopping.signal.aborted) return
      const leftMs = toldAtMs + gapMs - clock.monotonicMs()
      if (leftMs <= 0) {
        tellNow()
        return
      }
      isWaiting = true
      // Only the end of the application interrupts it.
      void clock.wait(leftMs, stopping.signal).then(tellNow, () => undefined)
    },
    stop: () => {
      stopping.abort()
    },
  }
}
