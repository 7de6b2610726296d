import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useStore } from 'zustand'
import { sumQuantities } from '../../shared/text/sum-quantities.ts'
import { useDesk, type SearchProgress } from '../client/desk-store.ts'
import { selectionSummary, useSelectionCounts } from '../grid/store/grid-hooks.ts'
import { totalDocuments } from '../parcel/SavedCount.tsx'
import type { SetRow } from '../set/set-columns.ts'
import { classes } from '../ui/base/classes.ts'
import { Foreign } from '../ui/base/Foreign.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { countOf, decimalText, numberText, shortMoment } from '../ui/base/words.ts'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'
import { searchStore } from './search-store.ts'
import styles from './Search.module.css'

const { grid } = searchStore

/** Always visible: how many sets there are, whether that is all of them, and how many are selected. */
export function SearchProgressLine({ actions }: { readonly actions: ReactNode }): ReactNode {
  const searchId = useStore(searchStore, (state) => state.searchId)
  const progress = useDesk(({ searches }) => (searchId === null ? undefined : searches.get(searchId)))
  const previous = useStore(searchStore, (state) => (state.showsPrevious ? state.previous : null))
  const counts = useSelectionCounts(grid)
  const totals = useSelectionTotals()
  if (progress === undefined && previous === null) return <div className={styles.line} />
  const isRunning = progress?.state === 'running'
  const isWhole = previous === null && (progress?.isComplete === true || isRunning)
  return (
    <div className={styles.line}>
      <output aria-label="Results" className={classes(styles.counts, !isWhole && styles.incomplete)}>
        {previous === null
          ? progress !== undefined && completeness(progress)
          : `${numberText(counts.rows)} as of ${shortMoment(previous.startedAt)}`}
        {selectionSummary(counts)}
        {totals !== '' && <Foreign text={totals} />}
      </output>
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

/** What is in the ticked sets, for the foot of the list; empty without ticks. */
function useSelectionTotals(): string {
  // Deferred: adding up a hundred thousand rows may wait until their ticks are drawn.
  const selection = useDeferredValue(useStore(grid, (state) => state.selection))
  const revision = useDeferredValue(useStore(grid, (state) => state.revision))
  return useMemo(
    () => totalsOf(revision === -1 || selection.size === 0 ? [] : grid.actions.selectedRows()),
    [selection, revision],
  )
}

/** More units than these would not be read. */
const MAX_UNITS = 3

/** “ · 74 documents · 32,750.5 MT (3 not counted)” */
function totalsOf(rows: readonly Pick<SetRow, 'documents' | 'quantity'>[]): string {
  if (rows.length === 0) return ''
  const documents = totalDocuments(rows)
  const { sums, uncounted } = sumQuantities(rows.map(({ quantity }) => quantity))
  const amounts = sums.map(({ total, unit }) => `${decimalText(total)}${unit === '' ? ' without a unit' : ` ${unit}`}`)
  return [
    documents === null ? ' · documents not all listed' : ` · ${countOf(documents, 'document')}`,
    amounts.length === 0 || amounts.length > MAX_UNITS ? '' : ` · ${amounts.join(' + ')}`,
    amounts.length > 0 && amounts.length <= MAX_UNITS && uncounted > 0 ? ` (${numberText(uncounted)} not counted)` : '',
  ].join('')
}
