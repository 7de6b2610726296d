import type { BrokerTarget } from './link.ts'

/** Publishes to an exchange by AMQP 0-9-1. It declares nothing: the exchange and what is bound to it are the administrator’s. */
export interface PublisherPort {
  /**
   * Connects and checks that the exchange exists. Fails with broker-refused, virtual-host-refused, exchange-missing,
   * service-unreachable, tls-untrusted, timed-out, connection-lost, bad-usage (an invalid certificate or key).
   */
  open(target: PublishTarget): Promise<Publisher>
}

export interface PublishTarget extends BrokerTarget {
  exchange: string
  /** The longest that the broker may take to confirm messages; it confirms nothing while it is short of memory or disk. */
  confirmTimeoutMs: number
}

export interface OutgoingMessage {
  routingKey: string
  body: Uint8Array
  headers: Readonly<Record<string, string>>
}

export interface Publisher {
  /**
   * Resolves when the broker has confirmed all of them, each in at least one queue. Fails with not-published (also where
   * nothing is bound to a routing key), exchange-refused, connection-lost; then some of them may have been published.
   */
  publish(messages: readonly OutgoingMessage[]): Promise<void>
  /** Whether the broker gives the message back, because nothing is bound for it. Fails like `publish`. */
  isReturned(message: OutgoingMessage): Promise<boolean>
  /** False once the connection has ended: nothing more can be published on it. */
  readonly isOpen: boolean
  /** Never fails. */
  close(): Promise<void>
}
