/**
 * A broker that says nothing is given up after two to three of these: a half-open link is seen within 30 s (T43), which
 * docs/decisions/heartbeat.md weighs.
 */
export const DEFAULT_HEARTBEAT_SECONDS = 10

/**
 * Messages on their way and not acknowledged. So many, because what arrives while a batch is stored becomes the next one:
 * with 100 a backlog takes twice as long (docs/benchmarks.md). It is not what bounds the memory, as nothing is read
 * from the connection while a batch is stored: 60 messages of 10 MB took 300 MB with 1,000 as with 1 (measured).
 */
export const DEFAULT_PREFETCH = 2_000

/** More makes nothing faster (measured), and all of them come again when the link breaks. */
export const MOST_PREFETCH = 2_000
