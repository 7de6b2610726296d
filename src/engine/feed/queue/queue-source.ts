import type { Failure, Reader } from '../../../shared/errors/failure.ts'
import type { ClockPort } from '../../ports/clock.ts'
import type { Delivery, LinkPort, LinkTarget } from '../../ports/link.ts'
import type { StreamReading } from '../stream/stream-link.ts'
import type { QueueUse } from '../../policy/guards.ts'
import type { QueueStatus } from './queue-status.ts'

/** A queue, and how to connect to it. */
export interface QueueSource {
  /** Tried one after another. */
  hosts: readonly { host: string; port: number }[]
  virtualHost: string
  queue: string
  username: string
  /** Called once, and again after a refusal: a keychain may prompt its owner each time. */
  password(): Promise<string>
  heartbeatSeconds: number
  prefetch: number
  /** Takes the queue for this program alone, and waits for it while another has it. */
  isExclusive?: boolean
  /** Only where the queue is a stream. */
  stream?: StreamReading
  /**
   * Undefined: plain text. Called for each attempt, because a certificate may be renewed under the same name, or be on a drive
   * that is not there yet; fails with file-refused.
   */
  tls?: (() => Promise<NonNullable<LinkTarget['tls']>>) | undefined
}

export interface SubscriptionOptions {
  link: LinkPort
  clock: ClockPort
  source: QueueSource
  /**
   * Stores a batch durably, or throws: then it is held, and stored later. Synchronous, so that nothing can come between storing
   * and acknowledging. Never called after `stop`.
   *
   * Where others depend on this program, returns what then passes the batch on, and resolves once they have it; it is called
   * again after it failed. Batches are acknowledged in order, several at once on their way. It must end in any case: stopping
   * waits for it.
   */
  store: (batch: readonly Delivery[]) => (() => Promise<void>) | void
  /** Throws where what comes could not be stored: nothing is taken before this works. */
  proveStorage?: () => void
  /** The same for passing it on; called again and again while nothing comes. */
  provePassing?: () => Promise<void>
  /** A larger message is truncated before it is stored. Default: 1 MB. */
  largestMessageBytes?: () => number
  /** The most messages to store in one batch; the rest wait. Default: all that have arrived. */
  batchLimit?: () => number
  onStatus: (status: QueueStatus) => void
  /** Logs something unexpected that was thrown, and returns it as a failure with the log’s reference. */
  toFailure: (thrown: unknown) => Failure
  /** From 0 to 1, like Math.random. */
  random?: () => number
  /** Whom the sentences are for. Default: the desk. */
  reader?: Reader
}

/** What a host without a page passes to subscribe; the engine adds the rest. */
export type SubscribeRequest = Pick<
  SubscriptionOptions,
  'source' | 'store' | 'proveStorage' | 'provePassing' | 'batchLimit' | 'onStatus'
> & {
  use: QueueUse
}
