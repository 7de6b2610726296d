import type { Failure, Reader } from '../../../shared/errors/failure.ts'
import type { ClockPort } from '../../ports/clock.ts'
import type { Delivery, LinkPort, LinkTarget } from '../../ports/link.ts'
import type { QueueStatus } from './queue-status.ts'

export interface QueueSource {
  /** Tried one after another. */
  hosts: readonly { host: string; port: number }[]
  virtualHost: string
  queue: string
  username: string
  /** Asked once, and again after it was refused: a keychain may want its owner for each answer. */
  password(): Promise<string>
  heartbeatSeconds: number
  prefetch: number
  tls?: NonNullable<LinkTarget['tls']>
}

export interface SubscriptionOptions {
  link: LinkPort
  clock: ClockPort
  source: QueueSource
  /**
   * Stores a batch durably, or throws: then nothing of it is acknowledged, and it comes again. Synchronous, so that
   * nothing can come between storing and acknowledging. Not called any more once `stop` was.
   */
  store: (batch: readonly Delivery[]) => void
  /** What is larger is cut when it is stored. Default: 1 MB. */
  largestMessageBytes?: () => number
  /** How many messages may be stored at once; what is beyond waits. Default: all that have come. */
  batchLimit?: () => number
  onStatus: (status: QueueStatus) => void
  /** For what is thrown and none of ours: into the log, with a reference. */
  toFailure: (thrown: unknown) => Failure
  /** From 0 to 1, as Math.random. */
  random?: () => number
  /** Whose words the sentences are in. Default: the desk. */
  reader?: Reader
}

/** What a host without a page asks of a queue; the engine knows the rest. */
export type SubscribeRequest = Pick<SubscriptionOptions, 'source' | 'store' | 'batchLimit' | 'onStatus'>
