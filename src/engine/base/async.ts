import { setImmediate as nextTurn } from 'node:timers/promises'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { AppError } from '../../shared/errors/app-error.ts'
import type { ClockPort } from '../ports/clock.ts'

interface Flight<T> {
  result: Promise<T>
  waiting: number
  stop: AbortController
}

/**
 * Work that concurrent callers share. A caller whose signal fires gives up alone, with interrupted; when the last one
 * gives up, the work itself is aborted, so that it does not go on unnoticed.
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

/** The result of work, or interrupted once the signal fires. The work goes on; its result is dropped. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work
  if (signal.aborted) throw new AppError({ tag: 'interrupted' })
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

/** Resolves once the signal fires. */
export function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

export interface TimeLimit {
  clock: Pick<ClockPort, 'wait'>
  timeMs: number
  lateError: () => Error
}

/** The result of work, or a rejection once the time is up. The work goes on; its result is dropped. */
export async function withinTime<T>(work: Promise<T>, { clock, timeMs, lateError }: TimeLimit): Promise<T> {
  const settled = new AbortController()
  const late = clock.wait(timeMs, settled.signal).then(() => {
    throw lateError()
  })
  late.catch(ignoring('rejects also when the wait is over because the work has settled'))
  try {
    return await Promise.race([work, late])
  } finally {
    settled.abort()
  }
}

/** Work that never runs twice at once; requests that arrive during a run lead to one more run. */
export interface Coalesced {
  /** Resolves when no request is left. Never fails. */
  run(): Promise<void>
  /** Resolves when the current runs have ended. */
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
    // In the same turn as the last check of `isRequested`: the next request starts a new run.
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

/** Joins the calls of one turn of the event loop: the work begins after all of them, once for all. */
export function joinCalls<T>(work: () => T | Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined
  const begin = (): T | Promise<T> => {
    next = undefined
    return work()
  }
  return () => (next ??= nextTurn().then(begin))
}

/** Runs what it is given one after the other, in that order, whether or not the work before it failed. */
export function serialize(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    const mine = last.then(work, work)
    last = mine
    return await mine
  }
}

/**
 * Maps with at most `limit` calls in progress; results are in the order of the items. After the first failure no new item
 * is started; it is thrown once the calls in progress have settled, so that nothing goes on behind the caller's back.
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

/**
 * Passes the items through and yields to the event loop every 20 ms: a large plan takes seconds. Fails with interrupted at
 * the next yield once `signal` is aborted.
 */
export async function* yieldingToEventLoop<Item>(
  items: Iterable<Item>,
  signal?: AbortSignal,
): AsyncGenerator<Item, undefined> {
  const turn = createTurn(signal)
  for (const item of items) {
    yield item
    if (turn.isOver()) await turn.next()
  }
  return undefined
}

/** Runs a generator to its result, yielding and failing as `yieldingToEventLoop` does. */
export async function runYielding<Result>(steps: Generator<undefined, Result>, signal?: AbortSignal): Promise<Result> {
  const turn = createTurn(signal)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (turn.isOver()) await turn.next()
  }
}

/** Too short to be noticed in a page that waits for an answer. */
const MAX_TURN_MS = 20

/** How long the work has kept the event loop. `next` gives it up, and fails with interrupted once `signal` is aborted. */
function createTurn(signal: AbortSignal | undefined): { isOver(): boolean; next(): Promise<void> } {
  let endMs = performance.now() + MAX_TURN_MS
  return {
    isOver: () => performance.now() >= endMs,
    next: async () => {
      await nextTurn()
      if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' })
      endMs = performance.now() + MAX_TURN_MS
    },
  }
}

export interface Throttled {
  /** Runs the work now; within the gap after a run, once when the gap is over. */
  call(): void
  /** Drops a pending run; later calls do nothing. */
  stop(): void
}

/** Runs `work` at most once per gap. For what is expensive to compute: it runs only when its result is sent. */
export function throttle(clock: ClockPort, gapMs: number, work: () => void): Throttled {
  const stopped = new AbortController()
  let ranAtMs = Number.NEGATIVE_INFINITY
  let isPending = false
  const run = (): void => {
    isPending = false
    ranAtMs = clock.monotonicMs()
    work()
  }
  return {
    call: () => {
      if (isPending || stopped.signal.aborted) return
      const leftMs = ranAtMs + gapMs - clock.monotonicMs()
      if (leftMs <= 0) {
        run()
        return
      }
      isPending = true
      // Only `stop` interrupts the wait.
      void clock.wait(leftMs, stopped.signal).then(run, () => undefined)
    },
    stop: () => {
      stopped.abort()
    },
  }
}

/** Runs `work` after every `gapMs` until the returned function is called. */
export function repeatEvery(clock: ClockPort, gapMs: number, work: () => void): () => void {
  const stopped = new AbortController()
  const next = (): void => {
    const runAgain = (): void => {
      work()
      if (!stopped.signal.aborted) next()
    }
    void clock.wait(gapMs, stopped.signal).then(runAgain, () => undefined)
  }
  next()
  return () => {
    stopped.abort()
  }
}
