import { setTimeout as pause } from 'node:timers/promises'
import type { RunningBroker } from './private-broker.ts'

/** Leaves the cores to those who take: some thousands of messages a second are load enough. */
const PAUSE_MS = 5

export interface StubbornPublisher {
  /** Bodies that the broker has confirmed. */
  readonly confirmed: string[]
  /** Ends after the batch that is under way. */
  stop(): Promise<void>
}

/**
 * Publishes bodies in small batches, one soon after another, until it is stopped. A batch that the broker did
 * not confirm is published again, so that some messages come twice, as from any service that loses its connection.
 */
export function startStubbornPublisher(
  broker: RunningBroker,
  queue: string,
  body: (number: number) => string,
): StubbornPublisher {
  const confirmed: string[] = []
  let isStopped = false
  const run = async (): Promise<void> => {
    while (!isStopped) {
      const batch = Array.from({ length: 50 }, (_, index) => body(confirmed.length + index))
      if (await isConfirmed(broker.publish(queue, batch))) confirmed.push(...batch)
      await pause(PAUSE_MS)
    }
  }
  const ended = run()
  return {
    confirmed,
    stop: async () => {
      isStopped = true
      await ended
    },
  }
}

async function isConfirmed(publishing: Promise<void>): Promise<boolean> {
  try {
    await publishing
    return true
  } catch {
    return false
  }
}
