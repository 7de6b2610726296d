import { availableParallelism } from 'node:os'

const cores = availableParallelism()

/**
 * How many files or journeys of a layer are tested at once: half as many as there are cores, as each of them may start programs
 * of its own; on small machines two. Two layers run beside each other, so that what waits for disks and brokers is made up for
 * by the other; more workers only took turns, and what polls did so for longer (measured: 55 s with three, 51 with two).
 */
export const WORKERS = Math.max(Math.min(cores, 2), Math.floor(cores / 2))

/** Tests of integration wait for brokers, programs and time limits more than they compute. */
export const INTEGRATION_WORKERS = WORKERS + 1
