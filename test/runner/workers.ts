import { availableParallelism } from 'node:os'

/**
 * How many files or journeys are tested at once. Two on two cores; half as many as there are cores on larger machines, as
 * each of them may start programs of its own.
 */
export const WORKERS = Math.max(2, Math.floor(availableParallelism() / 2))
