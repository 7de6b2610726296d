import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useSelectionCounts } from '../grid/store/use-selection-counts.ts'
import { shortMoment } from '../ui/base/words.ts'
import { useDesk, type SearchProgress } from '../client/desk-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'
import { cancelSearch, searchGrid, searchStore } from './search-store.ts'
import styles from './SearchScreen.module.css'

/** Always in sight: how many there are, whether that is all, and how many are selected. */
export function SearchProgressLine({ actions }: { readonly actions: ReactNode }): ReactNode {
  const searchId = useStore(searchStore, (state) => state.searchId)
  const progress = useDesk(({ searches }) => (searchId === null ? undefined : searches.get(searchId)))
  const earlier = useStore(searchStore, (state) => (state.showsEarlier ? state.earlier : null))
  const { selected, hidden, shown, rows } = useSelectionCounts(searchGrid)
  if (progress === undefined && earlier === null) return <div className={styles.line} />
  const isRunning = progress?.state === 'running'
  const isWhole = earlier === null && (progress?.isComplete === true || isRunning)
  return (
    <div className={styles.line}>
      <output aria-label="Results" className={isWhole ? undefined : styles.incomplete}>
        {earlier === null
          ? progress !== undefined && completeness(progress)
          : `${rows.toLocaleString('en')} as of ${shortMoment(earlier.askedAt)}`}
        {shown < rows && ` · ${shown.toLocaleString('en')} shown`}
        {selected > 0 && ` · ${selected.toLocaleString('en')} selected`}
        {hidden > 0 && ` (${hidden.toLocaleString('en')} of them hidden by the filter)`}
      </output>
      {isRunning && (
        <>
          <ProgressBar
            label="Search"
            done={progress.requests}
            total={Math.max(progress.expectedRequests, progress.requests, 1)}
            text={`${progress.requests} of ${Math.max(progress.expectedRequests, progress.requests)} calls`}
          />
          <Button variant="quiet" onPress={() => void cancelSearch()}>
            Stop
          </Button>
        </>
      )}
      <span className={styles.push} />
      {actions}
    </div>
  )
}

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
