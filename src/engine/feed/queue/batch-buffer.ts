import { ignoring } from '../../../shared/errors/ignoring.ts'
import type { Delivery, Link } from '../../ports/link.ts'
import { keepTrying, type Retries, type Step } from './keep-trying.ts'
import type { SubscriptionOptions } from './queue-source.ts'

export interface BufferOptions extends Retries {
  /** See `SubscriptionOptions`. */
  store: SubscriptionOptions['store']
  /** See `SubscriptionOptions`. */
  batchLimit?: SubscriptionOptions['batchLimit']
  /** A batch is stored, passed on and acknowledged. */
  onStored: () => void
  /** Everything works again. */
  onWorks: () => void
  /** What could not be stored or passed on is not to be tried again. */
  onRefused: (by: Step, thrown: unknown) => void
}

/**
 * What has come by one link, until it is acknowledged there. What cannot be stored or passed on is kept and tried again, also
 * when the link has ended; meanwhile nothing new is taken.
 */
export interface BatchBuffer {
  push(delivery: Delivery): void
  /** Messages that arrived before wait for the link on which they are acknowledged. */
  open(link: Link): void
  /** Takes up whether something can be passed on, as if it were a batch. Nothing where one is on its way. */
  prove(passOn: () => Promise<void>): void
  /** Drops what is not stored yet: the broker sends it again. */
  close(): void
  /** Resolves when what is stored was passed on and acknowledged, or is not to be tried again. Never fails. */
  settled(): Promise<void>
  /** Resolves when something has to be tried again. */
  heldUp(): Promise<void>
  /** Messages that have come and are not acknowledged. */
  unacknowledged(): number
}

/**
 * One turn of the event loop reads 64 KB, about 130 messages. While more arrive the commit waits, because its flush costs as
 * much as storing fifty messages. A single message waits for one turn, far less than a millisecond.
 */
const FLUSH_AT_ONCE = 1_000
const MAX_TURNS = 10

export function createBatchBuffer(options: BufferOptions): BatchBuffer {
  const { store, onStored, onWorks, onRefused } = options
  let pending: Delivery[] = []
  let link: Link | undefined
  let isClosed = false
  /** How many batches have failed and are not through yet. */
  let failing = 0
  /** Batches on their way, and the messages in them. */
  let [unsettled, taken] = [0, 0]
  let passedOn: Promise<void> = Promise.resolve()
  const held = new Set<() => void>()

  const acknowledge = (batch: readonly Delivery[]): void => {
    const last = batch.at(-1)
    if (last === undefined) return
    taken -= batch.length
    link?.acknowledgeUpTo(last.tag)
    onStored()
  }
  const beginFailing = (): void => {
    failing += 1
    if (failing > 1) return
    for (const tell of held) tell()
    void link?.pause()
  }
  const endFailing = (): void => {
    failing -= 1
    if (failing > 0) return
    onWorks()
    if (isClosed) return
    void link?.resume()
    schedule()
  }
  /** Batches are acknowledged in order: acknowledging one acknowledges those before it. */
  const inTurn = (by: Step, work: () => Promise<void>): void => {
    const before = passedOn
    unsettled += 1
    const run = async (): Promise<void> => {
      await before
      try {
        await work()
      } catch (thrown) {
        onRefused(by, thrown)
        throw thrown
      } finally {
        unsettled -= 1
      }
    }
    passedOn = run()
    passedOn.catch(ignoring('whoever waits for it is told'))
  }
  const passOnInTurn = (passOn: () => Promise<void>, batch: readonly Delivery[]): void => {
    const passing = passOn()
    let isBehindAnother = false
    // It may be refused while an earlier batch is still on its way; unhandled until its turn, that would end the program.
    passing.catch(() => {
      isBehindAnother = failing > 0
      beginFailing()
    })
    inTurn('passing-on', async () => {
      try {
        await passing
      } catch (thrown) {
        // What held up the batch before it works now.
        const first = isBehindAnother ? {} : { thrown }
        await keepTrying({ by: 'passing-on', attempt: passOn, ...first }, options)
        acknowledge(batch)
        endFailing()
        return
      }
      acknowledge(batch)
    })
  }
  const storeInTurn = (batch: readonly Delivery[], thrown: unknown): void => {
    beginFailing()
    inTurn('store', async () => {
      const passOn = await keepTrying({ by: 'store', attempt: () => store(batch), thrown }, options)
      if (passOn !== undefined) await keepTrying({ by: 'passing-on', attempt: passOn }, options)
      acknowledge(batch)
      endFailing()
    })
  }
  const flush = (): void => {
    if (failing > 0) return
    const limit = options.batchLimit?.() ?? Infinity
    const batch = pending.slice(0, limit)
    if (batch.length === 0) return
    taken += batch.length
    pending = pending.slice(limit)
    let passOn: ReturnType<typeof store>
    try {
      passOn = store(batch)
    } catch (thrown) {
      storeInTurn(batch, thrown)
      return
    }
    // Also where storing this batch was the reason to stop: the link closes a turn later at the earliest.
    if (passOn === undefined) acknowledge(batch)
    else passOnInTurn(passOn, batch)
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
    prove: (passOn) => {
      if (unsettled === 0 && !isClosed) passOnInTurn(passOn, [])
    },
    close: () => {
      isClosed = true
      pending = []
    },
    settled: () => passedOn.catch(ignoring('only the end is waited for')),
    unacknowledged: () => pending.length + taken,
    heldUp: () => (failing > 0 ? Promise.resolve() : new Promise((resolve) => held.add(resolve))),
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
