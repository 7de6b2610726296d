import { ignoring } from '../../../shared/errors/ignoring.ts'
import { defaultBytes } from '../../../shared/model/size-limits.ts'
import type { ClockPort } from '../../ports/clock.ts'
import { createConnectionLoop, type ConnectionLoop } from './connection-loop.ts'
import type { SubscriptionOptions } from './queue-source.ts'
import { readableLink } from './readable-link.ts'
import { createStatusBoard, type QueueStatus } from './queue-status.ts'

/** Takes the messages of a queue until it is stopped, through every fault, with a sentence for every state. */
export interface Subscription {
  status(): QueueStatus
  start(): void
  /** Connects at once where it waits, also after a refusal. */
  retryNow(): void
  /** After sleep or a change of network: drops the connection, however healthy it looks, and connects again (T43). */
  reconnect(): void
  /** Messages that wait in the queue; undefined while it is not connected, or where the broker does not answer. */
  countWaiting(): Promise<number | undefined>
  /** Resolves once acknowledgements have arrived and the connection is closed. */
  stop(): Promise<void>
}

/** Its state is `off` until it is started. */
export function createSubscription(options: SubscriptionOptions): Subscription {
  const { clock, onStatus, reader = 'desk', largestMessageBytes = () => defaultBytes('largestMessageMb') } = options
  const loopOptions: SubscriptionOptions = {
    ...options,
    link: readableLink(options.link, largestMessageBytes),
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
    countWaiting: async () => await loop?.countWaiting(),
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
    await clock.wait(CHECK_EVERY_MS, signal).catch(ignoring('being stopped ends the wait'))
    if (signal.aborted) return
    const now = aheadMs()
    if (now - before > SLEEP_THRESHOLD_MS) onWake()
    before = now
  }
}
