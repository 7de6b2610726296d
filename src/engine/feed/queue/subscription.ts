import { defaultBytes } from '../../../shared/model/size-limits.ts'
import { formatBytes } from '../../../shared/text/format.ts'
import type { ClockPort } from '../../ports/clock.ts'
import type { Delivery } from '../../ports/link.ts'
import { createConnectionLoop, type ConnectionLoop } from './connection-loop.ts'
import type { SubscriptionOptions } from './queue-source.ts'
import { createStatusBoard, type QueueStatus } from './queue-status.ts'

/** Takes the messages of a queue until it is stopped, through every fault, with a sentence for every state. */
export interface Subscription {
  status(): QueueStatus
  start(): void
  /** Connects at once where it waits, also after a refusal. */
  retryNow(): void
  /** After sleep or a change of network: drops the connection, however healthy it looks, and connects again (T43). */
  reconnect(): void
  /** Resolves once acknowledgements have arrived and the connection is closed. */
  stop(): Promise<void>
}

/** Its state is `off` until it is started. */
export function createSubscription(options: SubscriptionOptions): Subscription {
  const {
    clock,
    store,
    onStatus,
    reader = 'desk',
    largestMessageBytes = () => defaultBytes('largestMessageMb'),
  } = options
  const loopOptions: SubscriptionOptions = {
    ...options,
    store: (batch) => store(batch.map((delivery) => truncateMessage(delivery, largestMessageBytes()))),
  }
  const board = createStatusBoard(clock, onStatus, reader)
  let loop: ConnectionLoop | undefined
  let ended = Promise.resolve()
  return {
    status: board.status,
    start: () => {
      if (loop !== undefined) return
      const started = createConnectionLoop(loopOptions, board)
      loop = started
      void detectSleep(clock, started.reconnect, started.stopped)
      // Once the one before has disconnected: else it would count as another program at the queue.
      ended = ended.then(started.run)
    },
    retryNow: () => loop?.retryNow(),
    reconnect: () => loop?.reconnect(),
    stop: async () => {
      loop?.stop()
      if (loop !== undefined) board.show({ state: 'off' })
      loop = undefined
      await ended
    },
  }
}

const CHECK_EVERY_MS = 5_000
const SLEEP_THRESHOLD_MS = 10_000

/**
 * Calls `onWake` when the wall clock has run ahead of the monotonic one, which stands still while a computer sleeps: the
 * connection may be dead without a sign of it (T43). A clock that was set back is not sleep. Ends with the signal.
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
 * The message whole or, where it is too large, its beginning and a remark, which makes it unreadable. It is stored and
 * acknowledged like any other: refused, it would come again for ever and hold up everything behind it.
 */
function truncateMessage(delivery: Delivery, largestBytes: number): Delivery {
  const { body } = delivery
  if (body.length <= largestBytes) return delivery
  const remark = `\n[cut here: the message has ${formatBytes(body.length)}, and at most ${formatBytes(largestBytes)} are kept]`
  // A copy, so that the memory of the rest is freed.
  return { ...delivery, body: Buffer.concat([body.subarray(0, largestBytes), Buffer.from(remark)]) }
}
