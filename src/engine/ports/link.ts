import type { Failure } from '../../shared/errors/failure.ts'

/** What the engine asks of a host's AMQP 0-9-1. It consumes; it declares, binds and purges nothing (T38). */
export interface LinkPort {
  /**
   * One attempt: connects, looks whether the queue is there, consumes from it. Resolves once messages flow. Fails with
   * broker-refused, virtual-host-refused (also by a broker that is just starting), queue-missing, queue-refused (no right to
   * read), queue-held (another program has it for itself), service-unreachable, tls-untrusted, timed-out, connection-lost,
   * bad-usage (a certificate or key that is none), interrupted.
   */
  connect(target: LinkTarget, receiver: LinkReceiver, signal?: AbortSignal): Promise<Link>
}

export interface LinkTarget {
  host: string
  port: number
  virtualHost: string
  username: string
  password: string
  queue: string
  /** Never 0: without it a dead link is noticed by nobody. */
  heartbeatSeconds: number
  /** Messages on their way and not acknowledged; what bounds the memory of a long backlog. */
  prefetch: number
  /** For connecting and the handshake together. */
  timeoutMs: number
  /** Undefined: plain text. All in PEM. */
  tls?: { ca?: string; certificate?: string; key?: string }
}

export interface Delivery {
  /** Counts up from 1; means something on this link alone. */
  tag: number
  body: Buffer
  isRedelivered: boolean
}

export interface LinkReceiver {
  delivered(delivery: Delivery): void
  /** The broker has run out of memory or disk, with its reason; undefined when it has recovered. */
  blocked(reason: string | undefined): void
  /** The end, said once, whoever ended it but `close`: a cut, a missed heartbeat, a deleted queue (queue-cancelled). */
  lost(failure: Failure): void
}

export interface Link {
  /** Messages in the queue when consuming began. */
  readonly waiting: number
  /** Other programs that take messages from the same queue (T36), as the broker told. */
  readonly otherConsumers: number
  /** Acknowledges every delivery up to this one. Nothing happens on a link that has ended: the broker sends them again. */
  acknowledgeUpTo(tag: number): void
  /** Lets acknowledgements arrive, then ends the link. Never fails. */
  close(): Promise<void>
}
