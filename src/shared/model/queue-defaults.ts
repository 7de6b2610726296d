/**
 * A silent broker is given up after two to three heartbeats: a half-open connection is noticed within 30 s (T43). See
 * docs/decisions/heartbeat.md.
 */
export const DEFAULT_HEARTBEAT_SECONDS = 10

/**
 * Messages in flight and not acknowledged. This many, because what arrives while a batch is stored becomes the next batch:
 * with 100 a backlog takes twice as long (docs/benchmarks.md). It does not bound the memory, as nothing is read from the
 * connection while a batch is stored: 60 messages of 10 MB took 300 MB with 1,000 as with 1 (measured).
 */
export const DEFAULT_PREFETCH = 2_000

/** More is not faster (measured), and all of them are redelivered when the connection breaks. */
export const MAX_PREFETCH = 2_000

/** The stream of a customer at the firm’s broker. */
export const DEFAULT_STREAM = 'parcel.{customerId}'

/** The firm’s own exchange, to which a collector publishes. */
export const DEFAULT_EXCHANGE = 'parcel.status'
