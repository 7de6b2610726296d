import { availableParallelism } from 'node:os'

/**
 * How many files or journeys are tested at once: half as many as there are cores, as each of them may start programs of its
 * own; three at least, as they wait for disks, brokers and answers for a third of their time.
 */
export const WORKERS = Math.max(3, Math.floor(availableParallelism() / 2))
