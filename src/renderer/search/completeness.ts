import type { SearchProgress } from '../client/desk-store.ts'

const count = (number: number): string => number.toLocaleString('en')

type Counted = Pick<SearchProgress, 'state' | 'loaded' | 'total' | 'isComplete' | 'lacking'>

/** “1,240 of 1,240”, or what is missing and why: a count is never more than was said (product, promise 3). */
export function completeness(progress: Counted): string {
  const { state, loaded, total, isComplete, lacking } = progress
  const of = total === null ? count(loaded) : `${count(loaded)} of ${count(total)}`
  if (state === 'running') return `${of} so far`
  if (state === 'cancelled') return `${of}: stopped before the end`
  if (state === 'failed') return `${of}: the search failed`
  return isComplete ? of : `${of}: ${whyIncomplete(lacking)}`
}

/** Of other reasons, such as a customer who is denied, the problems above the rows tell. */
function whyIncomplete({ unsent, unreadable }: Counted['lacking']): string {
  const reasons = [
    ...(unsent > 0 ? ['the service did not send the rest'] : []),
    ...(unreadable > 0 ? [`${unreadable === 1 ? '1 row' : `${count(unreadable)} rows`} could not be read`] : []),
  ]
  return reasons.length === 0 ? 'the search is incomplete' : reasons.join(', and ')
}
