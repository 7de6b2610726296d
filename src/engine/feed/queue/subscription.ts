import { usualBytes } from '../../../shared/model/size-limits.ts'
import { cutMessage } from './cut-message.ts'
import type { SubscriptionParts } from './queue-source.ts'
import { createStatusBoard, type QueueStatus } from './status-board.ts'
import { createRun, type Run } from './connection-loop.ts'
import { watchSleep } from './watch-sleep.ts'

/** Takes what a queue has, for as long as it may: through every fault, and never without a sentence about it. */
export interface Subscription {
  status(): QueueStatus
  start(): void
  /** Connects at once where it waits, also after a refusal. */
  tryNow(): void
  /** After sleep or a change of network: drops the link, however sound it looks, and connects anew (T43). */
  noteWake(): void
  /** Resolves once the acknowledgements have arrived and the link is closed. */
  stop(): Promise<void>
}

/** Says off until it is started. */
export function createSubscription(given: SubscriptionParts): Subscription {
  const { store, largestMessageBytes = () => usualBytes('largestMessageMb') } = given
  const parts: SubscriptionParts = {
    ...given,
    store: (batch) => store(batch.map((delivery) => cutMessage(delivery, largestMessageBytes()))),
  }
  const board = createStatusBoard(parts.clock, parts.onStatus, parts.reader ?? 'desk')
  let run: Run | undefined
  let isEnded = Promise.resolve()
  return {
    status: board.status,
    start: () => {
      if (run !== undefined) return
      const started = createRun(parts, board)
      run = started
      void watchSleep(parts.clock, started.wake, started.stopped)
      // After an earlier one has let go of the queue, or that would count as another program there.
      isEnded = isEnded.then(started.follow)
    },
    tryNow: () => run?.tryNow(),
    noteWake: () => run?.wake(),
    stop: async () => {
      run?.stop()
      if (run !== undefined) board.show({ state: 'off' })
      run = undefined
      await isEnded
    },
  }
}
