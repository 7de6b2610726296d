import { availableParallelism } from 'node:os'

const cores = availableParallelism()

/**
 * How many files or journeys are tested at once: half as many as there are cores, as each of them may start programs of its
 * own; on small machines one more than there are cores, as they wait for disks, brokers and answers for a third of their time.
 */
export const WORKERS = Math.max(Math.min(cores + 1, 3), Math.floor(cores / 2))
