import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useDesk, type SearchProgress } from '../client/desk-store.ts'
import { selectionSummary, useSelectionCounts } from '../grid/store/grid-hooks.ts'
import { useSetTotals } from '../parcel/set-totals.ts'
import type { SetRow } from '../set/set-columns.ts'
import { ReadingNow } from '../set/list/ReadingNow.tsx'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { Foreign } from '../ui/base/Foreign.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { numberText, shortMoment } from '../ui/base/words.ts'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'
import { searchStore } from './search-store.ts'
import styles from './Search.module.css'

const { grid } = searchStore
/** Each row is a set. */
const contentsOfRows = (rows: readonly SetRow[]): readonly SetRow[] => rows

/** Always visible: how many sets there are, whether that is all of them, and how many are selected. */
export function SearchProgressLine({ actions }: { readonly actions: ReactNode }): ReactNode {
  const searchId = useStore(searchStore, (state) => state.searchId)
  const progress = useDesk(({ searches }) => (searchId === null ? undefined : searches.get(searchId)))
  const previous = useStore(searchStore, (state) => (state.showsPrevious ? state.previous : null))
  const counts = useSelectionCounts(grid)
  const totals = useSetTotals(grid, contentsOfRows)
  if (progress === undefined && previous === null) return <div className={styles.line} />
  const isRunning = progress?.state === 'running'
  const isWhole = previous === null && (progress?.isComplete === true || isRunning)
  return (
    <div className={styles.line}>
      {/* Not atomic: of a line that a tick changes, only what has changed is read out. */}
      <output
        aria-label="Results"
        aria-atomic={false}
        className={classes(styles.counts, base.ellipsis, !isWhole && styles.incomplete)}
      >
        {previous === null
          ? progress !== undefined && completeness(progress)
          : `${numberText(counts.rows)} as of ${shortMoment(previous.startedAt)}`}
        {selectionSummary(counts)}
        {totals !== '' && <Foreign text={totals} />}
      </output>
      <ReadingNow grid={grid} referenceOf={({ parcelRef }) => parcelRef} />
      {isRunning && (
        <>
          <ProgressBar
            label="Search"
            done={progress.requests}
            total={Math.max(progress.expectedRequests, progress.requests, 1)}
            text={`${progress.requests} of ${Math.max(progress.expectedRequests, progress.requests)} calls`}
          />
          <Button variant="quiet" onPress={() => void searchStore.actions.cancel()}>
            Stop
          </Button>
        </>
      )}
      <div className={styles.actions} data-shrinks>
        {actions}
      </div>
    </div>
  )
}

const count = (number: number): string => numberText(number)

type Counted = Pick<SearchProgress, 'state' | 'loaded' | 'total' | 'isComplete' | 'lacking'>

/** “1,240 of 1,240”, or what is missing and why: a count never claims more than the service said (product, promise 3). */
export function completeness(progress: Counted): string {
  const { state, loaded, total, isComplete, lacking } = progress
  const of = total === null ? count(loaded) : `${count(loaded)} of ${count(total)}`
  if (state === 'running') return `${of} so far`
  if (state === 'cancelled') return `${of}: stopped early`
  if (state === 'failed') return `${of}: the search failed`
  return isComplete ? of : `${of}: ${whyIncomplete(lacking)}`
}

/** Other reasons, such as a denied customer, are among the problems above the rows. */
function whyIncomplete({ unsent, unreadable }: Counted['lacking']): string {
  const reasons = [
    ...(unsent > 0 ? ['the service did not send the rest'] : []),
    ...(unreadable > 0 ? [`${unreadable === 1 ? '1 row' : `${count(unreadable)} rows`} could not be read`] : []),
  ]
  return reasons.length === 0 ? 'the search is incomplete' : reasons.join(', and ')
}
