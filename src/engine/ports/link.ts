import type { Failure } from '../../shared/errors/failure.ts'
import type { ServerIdentity } from './network.ts'

/** AMQP 0-9-1 as the engine needs it from a host. It only consumes: it declares, binds and purges nothing (T38). */
export interface LinkPort {
  /**
   * One attempt: connects, checks that the queue exists, and consumes from it. Resolves once messages flow. Fails with
   * broker-refused, virtual-host-refused (also by a broker that is starting), queue-missing, queue-refused (no right to
   * read), queue-held (another program uses it exclusively), not-a-stream, service-unreachable, tls-untrusted, timed-out, connection-lost,
   * bad-usage (an invalid certificate or key), interrupted.
   */
  connect(target: LinkTarget, receiver: LinkReceiver, signal?: AbortSignal): Promise<Link>
  /** The same up to the queue, from which it takes nothing, then ends the connection. Fails as `connect` does. */
  inspect(target: LinkTarget, signal?: AbortSignal): Promise<QueueFound>
}

/** What a connection for a look has found. All texts come from the broker. */
export interface QueueFound {
  /** Name and version of the broker. */
  product: string
  /** Undefined where the connection is not encrypted. */
  server: ServerIdentity | undefined
  waiting: number
  consumers: number
  /** Only where it was asked for, and the broker tells it. */
  kind?: QueueKind
}

export type QueueKind = 'classic' | 'quorum' | 'stream'

/** A broker, and how to log in. */
export interface BrokerTarget {
  host: string
  port: number
  virtualHost: string
  username: string
  password: string
  /** Never 0: nothing else would notice a dead link. */
  heartbeatSeconds: number
  /** For connecting and the handshake together. */
  timeoutMs: number
  /** Undefined: plain text. All in PEM. */
  tls?: { ca?: string; certificate?: string; key?: string }
}

/** Where to begin to read a stream: an offset, a moment, the oldest message, or the next that comes. */
export type StreamStart = number | Date | 'first' | 'next'

export interface LinkTarget extends BrokerTarget {
  queue: string
  /** Only where the queue is a stream. */
  stream?: StreamStart
  /** The most unacknowledged messages in transit. */
  prefetch: number
  /** Uses one connection together with others to the same broker as the same user, each on its own channel. */
  isShared?: boolean
  /** For a look: also what kind of queue it is, and whether this user may read it. */
  asksKind?: boolean
  /** Takes the queue for this program alone; refused with queue-held while another takes from it. */
  isExclusive?: boolean
}

export interface Delivery {
  /** Counts up from 1; meaningful only on this link. */
  tag: number
  body: Buffer
  isRedelivered: boolean
  /** How often it came back to its queue, where the broker counts: it may drop a message that did so too often. */
  returns?: number
  /** Left out where its sender has set none. */
  properties?: MessageProperties
  /** Its place in the stream, if it comes from one. */
  offset?: number
}

/** What a sender says beside the body, as far as it is passed on. */
export interface MessageProperties {
  contentType?: string
  contentEncoding?: string
  /** Seconds since 1970. */
  timestamp?: number
  /** Without those of brokers, which begin with `x-`. */
  headers?: Readonly<Record<string, string | number | boolean>>
}

export interface LinkReceiver {
  delivered(delivery: Delivery): void
  /** A message has begun to arrive. It is delivered once it is whole, which a large one may be minutes later. */
  arriving?(): void
  /** The broker has run out of memory or disk, and gives this reason; undefined when it has recovered. */
  blocked(reason: string | undefined): void
  /**
   * Called once when the link ends other than by `close`: a lost connection, a missed heartbeat, a deleted queue
   * (queue-cancelled).
   */
  lost(failure: Failure): void
}

export interface Link {
  /** Messages in the queue when consuming began. */
  readonly waiting: number
  /** Other programs that take messages from the same queue (T36), as the broker reports. */
  readonly otherConsumers: number
  /** Acknowledges every delivery up to this one. Does nothing on a link that has ended: the broker sends them again. */
  acknowledgeUpTo(tag: number): void
  /**
   * Takes nothing new, and keeps what it has taken. A queue that was taken exclusively is free for others meanwhile. Does nothing
   * at a stream, where what is read stays. Never fails.
   */
  pause(): Promise<void>
  /** Takes messages again. Where that is refused the link ends, as told to the receiver. Never fails. */
  resume(): Promise<void>
  /** Messages that wait in the queue now; undefined where the broker does not answer. Never fails. */
  countWaiting(): Promise<number | undefined>
  /** Waits for acknowledgements to arrive, then ends the link. Never fails. */
  close(): Promise<void>
}
