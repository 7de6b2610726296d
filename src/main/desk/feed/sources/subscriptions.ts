import type { QueueStatus } from '../../../../engine/feed/queue/queue-status.ts'
import type { Subscription } from '../../../../engine/feed/queue/subscription.ts'

/** A queue or a stream that is to be subscribed to. */
export interface Wanted {
  /** The customer’s, or another that no customer has. */
  id: string
  brokerId: string
  /** Changes when the settings of its connection change. */
  key: string
  subscribe(): Subscription
}

/** Several subscriptions, kept to what is wanted now. */
export interface Subscriptions {
  /** Subscribes to exactly these. Unchanged subscriptions stay. */
  follow(wanted: readonly Wanted[]): Promise<void>
  /** Retries what a broker has with what is entered now, such as another password or certificate. */
  reconnectBroker(brokerId: string): void
  /** Undefined for what is not subscribed to. */
  status(id: string): QueueStatus | undefined
  retryNow(): void
  reconnect(): void
}

export function createSubscriptions(): Subscriptions {
  const followed = new Map<string, { wanted: Wanted; subscription: Subscription }>()
  const unsubscribe = async (id: string): Promise<void> => {
    const left = followed.get(id)
    followed.delete(id)
    await left?.subscription.stop()
  }
  return {
    follow: async (current) => {
      const keys = new Map(current.map((one) => [one.id, one.key]))
      const left = [...followed].filter(([id, { wanted }]) => keys.get(id) !== wanted.key)
      const leaving = Promise.all(left.map(([id]) => unsubscribe(id)))
      for (const wanted of current) {
        if (followed.has(wanted.id)) continue
        const subscription = wanted.subscribe()
        followed.set(wanted.id, { wanted, subscription })
        subscription.start()
      }
      await leaving
    },
    reconnectBroker: (brokerId) => {
      for (const { wanted, subscription } of followed.values()) {
        if (wanted.brokerId === brokerId) subscription.retryNow()
      }
    },
    status: (id) => followed.get(id)?.subscription.status(),
    retryNow: () => {
      for (const { subscription } of followed.values()) subscription.retryNow()
    },
    reconnect: () => {
      for (const { subscription } of followed.values()) subscription.reconnect()
    },
  }
}
