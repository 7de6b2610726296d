import { failureOf } from '../../../shared/errors/app-error.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import type { Delivery, Link, LinkPort, LinkReceiver, LinkTarget } from '../../ports/link.ts'
import type { SubscriptionOptions } from './queue-source.ts'

export interface ConsumeOptions {
  link: LinkPort
  /** Where to connect; its password may first have to be read from the keychain. */
  target: () => Promise<LinkTarget>
  /** See `SubscriptionOptions`. */
  store: SubscriptionOptions['store']
  /** See `SubscriptionOptions`. */
  batchLimit?: (() => number) | undefined
  onLive: (link: Link) => void
  onBlocked: (reason: string | undefined) => void
  /** A batch is stored, passed on and acknowledged. */
  onStored: () => void
  /** See `SubscriptionOptions`. */
  toFailure: (thrown: unknown) => Failure
}

/** What ended it: a failure to connect; the link, after it was live; or a batch that could not be stored or passed on. */
export type FailedBy = 'connecting' | 'link' | 'store' | 'passing-on'
export type ConsumerEnd = { by: 'signal' } | { by: FailedBy; failure: Failure }

/**
 * One link from connecting to its end. Stores what arrives, has it passed on where others depend on this program, and then
 * acknowledges it, on this link only (T39). Batches need no timer to grow under load: while one is being stored, the next
 * arrives. Never fails.
 */
export async function consumeUntilClosed(options: ConsumeOptions, signal: AbortSignal): Promise<ConsumerEnd> {
  const ended = Promise.withResolvers<ConsumerEnd>()
  const end = (ending: ConsumerEnd): void => ended.resolve(ending)
  const buffer = createBatchBuffer(options, (refused) => {
    buffer.close()
    end(refused)
  })
  const onAbort = (): void => {
    buffer.close()
    end({ by: 'signal' })
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const receiver: LinkReceiver = {
      delivered: buffer.push,
      blocked: options.onBlocked,
      lost: (failure) => end({ by: 'link', failure }),
    }
    const link = await options.link.connect(await options.target(), receiver, signal)
    if (!signal.aborted) options.onLive(link)
    buffer.open(link)
    const ending = await ended.promise
    buffer.close()
    await buffer.settled()
    await link.close()
    return ending
  } catch (thrown) {
    if (signal.aborted) return { by: 'signal' }
    return { by: 'connecting', failure: failureOf(thrown) ?? options.toFailure(thrown) }
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/**
 * One turn of the event loop reads 64 KB, about 130 messages. While more arrive the commit waits, because its flush costs as
 * much as storing fifty messages. A single message waits for one turn, far less than a millisecond.
 */
const FLUSH_AT_ONCE = 1_000
const MAX_TURNS = 10

interface BatchBuffer {
  push(delivery: Delivery): void
  /** Messages that arrived before wait for the link on which they are acknowledged. */
  open(link: Link): void
  /** Drops what is not stored yet: the broker sends it again. */
  close(): void
  /** Resolves when what is stored was passed on and acknowledged, or could not be. Never fails. */
  settled(): Promise<void>
}

type OnRefused = (refused: { by: 'store' | 'passing-on'; failure: Failure }) => void

function createBatchBuffer(options: ConsumeOptions, onRefused: OnRefused): BatchBuffer {
  let pending: Delivery[] = []
  let link: Link | undefined
  let isClosed = false
  let passedOn: Promise<void> = Promise.resolve()
  let isPassedOn = true
  const acknowledge = (last: Delivery): void => {
    link?.acknowledgeUpTo(last.tag)
    options.onStored()
  }
  const acknowledgeAfter = (passing: Promise<void>, last: Delivery): void => {
    const before = passedOn
    // It may be refused while an earlier batch is still on its way; unhandled until its turn, that would end the program.
    passing.catch(() => undefined)
    const next = async (): Promise<void> => {
      try {
        await before
        await passing
        // Acknowledging this batch would acknowledge one before it that could not be passed on.
        if (isPassedOn) acknowledge(last)
      } catch (thrown) {
        isPassedOn = false
        onRefused({ by: 'passing-on', failure: failureOf(thrown) ?? options.toFailure(thrown) })
      }
    }
    passedOn = next()
  }
  const flush = (): void => {
    const limit = options.batchLimit?.() ?? Infinity
    const batch = pending.slice(0, limit)
    const last = batch.at(-1)
    if (last === undefined) return
    pending = pending.slice(limit)
    let passing: Promise<void> | void
    try {
      passing = options.store(batch)
    } catch (thrown) {
      onRefused({ by: 'store', failure: failureOf(thrown) ?? options.toFailure(thrown) })
      return
    }
    // Also where storing this batch was the reason to stop: the link closes a turn later at the earliest.
    if (passing === undefined) acknowledge(last)
    else acknowledgeAfter(passing, last)
    if (pending.length > 0) schedule()
  }
  const flushSoon = debounceByTurns(() => pending.length, flush)
  const schedule = (): void => {
    if (link !== undefined) flushSoon()
  }
  return {
    push: (delivery) => {
      if (isClosed) return
      pending.push(delivery)
      schedule()
    },
    open: (opened) => {
      link = opened
      schedule()
    },
    close: () => {
      isClosed = true
      pending = []
    },
    settled: () => passedOn,
  }
}

/** Calls `flush` after a turn in which nothing arrived, or with `FLUSH_AT_ONCE` messages, or after `MAX_TURNS`. */
function debounceByTurns(count: () => number, flush: () => void): () => void {
  let isScheduled = false
  const checkAgain = (before: number, turns: number): void => {
    const isFlowing = count() > before && count() < FLUSH_AT_ONCE && turns < MAX_TURNS
    if (isFlowing) {
      setImmediate(checkAgain, count(), turns + 1)
      return
    }
    isScheduled = false
    flush()
  }
  return () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(checkAgain, 0, 1)
  }
}
