import type { Broker } from './private-broker.ts'

export interface StubbornPublisher {
  /** Bodies that the broker has confirmed. */
  readonly confirmed: string[]
  /** Ends after the batch that is under way. */
  stop(): Promise<void>
}

/**
 * Publishes bodies in small batches, one after another without a pause, until it is stopped. A batch that the broker did
 * not confirm is published again, so that some messages come twice, as from any service that loses its connection.
 */
export function startStubbornPublisher(
  broker: Broker,
  queue: string,
  body: (number: number) => string,
): StubbornPublisher {
  const confirmed: string[] = []
  let isStopped = false
  const run = async (): Promise<void> => {
    while (!isStopped) {
      const batch = Array.from({ length: 50 }, (_, index) => body(confirmed.length + index))
      if (await isConfirmed(broker.publish(queue, batch))) confirmed.push(...batch)
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
    await new Promise((resolve) => setTimeout(resolve, 50))
    return false
  }
}
