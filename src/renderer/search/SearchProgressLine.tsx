import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useSelectionCounts } from '../grid/store/use-selection-counts.ts'
import { shortMoment } from '../ui/base/words.ts'
import { useDesk } from '../client/use-desk.ts'
import { Button } from '../ui/actions/Button.tsx'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'
import { cancelSearch, searchGrid, searchStore } from './search-store.ts'
import { completeness } from './completeness.ts'
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
