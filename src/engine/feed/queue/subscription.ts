import { usualBytes } from '../../../shared/model/size-limits.ts'
import type { SubscriptionOptions } from './queue-source.ts'
import { createStatusBoard, type QueueStatus } from './queue-status.ts'
import { createConnectionLoop, type ConnectionLoop } from './connection-loop.ts'
import type { ClockPort } from '../../ports/clock.ts'
import { formatBytes } from '../../../shared/text/format.ts'
import type { Delivery } from '../../ports/link.ts'

/** Takes what a queue has, for as long as it may: through every fault, and never without a sentence about it. */
export interface Subscription {
  status(): QueueStatus
  start(): void
  /** Connects at once where it waits, also after a refusal. */
  retryNow(): void
  /** After sleep or a change of network: drops the link, however sound it looks, and connects anew (T43). */
  reconnect(): void
  /** Resolves once the acknowledgements have arrived and the link is closed. */
  stop(): Promise<void>
}

/** Says off until it is started. */
export function createSubscription(given: SubscriptionOptions): Subscription {
  const { store, largestMessageBytes = () => usualBytes('largestMessageMb') } = given
  const parts: SubscriptionOptions = {
    ...given,
    store: (batch) => store(batch.map((delivery) => truncateMessage(delivery, largestMessageBytes()))),
  }
  const board = createStatusBoard(parts.clock, parts.onStatus, parts.reader ?? 'desk')
  let run: ConnectionLoop | undefined
  let isEnded = Promise.resolve()
  return {
    status: board.status,
    start: () => {
      if (run !== undefined) return
      const started = createConnectionLoop(parts, board)
      run = started
      void detectSleep(parts.clock, started.reconnect, started.stopped)
      // After an earlier one has let go of the queue, or that would count as another program there.
      isEnded = isEnded.then(started.run)
    },
    retryNow: () => run?.retryNow(),
    reconnect: () => run?.reconnect(),
    stop: async () => {
      run?.stop()
      if (run !== undefined) board.show({ state: 'off' })
      run = undefined
      await isEnded
    },
  }
}

const CHECK_EVERY_MS = 5_000
const SLEEP_THRESHOLD_MS = 10_000

/**
 * Calls `onWake` when the wall clock has run ahead of the monotonic one, which stands still while a computer sleeps: there
 * a link may be dead and nobody says so (T43). A clock set back is no sleep. Ends with the signal.
 */
async function detectSleep(clock: ClockPort, onWake: () => void, signal: AbortSignal): Promise<void> {
  const aheadMs = (): number => clock.now().getTime() - clock.monotonicMs()
  let before = aheadMs()
  while (!signal.aborted) {
    await clock.wait(CHECK_EVERY_MS, signal).catch(() => undefined)
    if (signal.aborted) return
    const now = aheadMs()
    if (now - before > SLEEP_THRESHOLD_MS) onWake()
    before = now
  }
}

/**
 * The message as it is kept: whole, or of one that is too large the beginning and a remark, which is then unreadable. It is
 * stored and acknowledged like any other: refused, it would come again for ever, and everything behind it would wait.
 */
function truncateMessage(delivery: Delivery, largestBytes: number): Delivery {
  const { body } = delivery
  if (body.length <= largestBytes) return delivery
  const remark = `\n[cut here: the message has ${formatBytes(body.length)}, and at most ${formatBytes(largestBytes)} are kept]`
  // A copy, so that the rest of the memory is given back.
  return { ...delivery, body: Buffer.concat([body.subarray(0, largestBytes), Buffer.from(remark)]) }
}
