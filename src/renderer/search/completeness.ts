import type { SearchProgress } from '../state/desk-store.ts'

const count = (number: number): string => number.toLocaleString('en')

/** “1,240 of 1,240”, or what is missing and why: a count is never more than was said (product, promise 3). */
export function completeness(progress: Pick<SearchProgress, 'state' | 'loaded' | 'total' | 'isComplete'>): string {
  const { state, loaded, total, isComplete } = progress
  const of = total === null ? count(loaded) : `${count(loaded)} of ${count(total)}`
  if (state === 'running') return `${of} so far`
  if (state === 'cancelled') return `${of}: stopped before the end`
  if (state === 'failed') return `${of}: the search failed`
  if (isComplete) return of
  return total !== null && loaded < total
    ? `${of}: the service did not send the rest`
    : `${of}: the search is incomplete`
}
