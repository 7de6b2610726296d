import type { AppError } from '../../shared/errors/app-error.ts'
import type { BrokerTarget, MessageProperties } from './link.ts'

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
  /** The same for the same body, by which a reader may know it again. */
  messageId: string
  properties?: MessageProperties | undefined
  /** Ours, which stand before those of the sender. */
  headers: Readonly<Record<string, string>>
}

/** Confirmed by the broker, in at least one queue; given back, because nothing is bound for its key; or refused. */
export type PublishAnswer = 'confirmed' | 'returned' | AppError

export interface Publisher {
  /**
   * Resolves when the broker has answered for all of them, with undefined, or else with why some may not have been published:
   * not-published, exchange-refused, connection-lost. An answer that comes later is told as well. What is still on its way on
   * this connection is not sent once more, but waited for. Never fails.
   */
  publish(
    messages: readonly OutgoingMessage[],
    onAnswer: (message: OutgoingMessage, answer: PublishAnswer) => void,
  ): Promise<AppError | undefined>
  /** Why nothing can be published now, such as a broker that is short of disk space; undefined where it can. */
  trouble(): AppError | undefined
  /** False once the connection has ended: nothing more can be published on it. */
  readonly isOpen: boolean
  /** Never fails. */
  close(): Promise<void>
}
