import { ArrowLeft, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { SetPane } from '../../set/SetPane.tsx'
import { wholeWindow } from '../../set/whole-window.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import { GuardedPart } from '../../ui/feedback/Boundary.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { entryStore } from '../store/inbox-store.ts'
import { EntryDetail } from './EntryDetail.tsx'
import styles from './EntryPane.module.css'

interface EntryPaneProps {
  /** Shows the entry’s set instead of the entry. */
  readonly isSetShown: boolean
  readonly onOpenSet: () => void
  readonly onBack: () => void
}

/** The entry under the keyboard, or its set with its documents. */
export function EntryPane({ isSetShown, onOpenSet, onBack }: EntryPaneProps): ReactNode {
  const { entryId, view, failure } = useStore(entryStore)
  const isWhole = useStore(wholeWindow, (state) => state.isWhole)
  if (isSetShown) {
    return (
      <div className={styles.set}>
        {!isWhole && (
          <div className={styles.back}>
            <Button variant="quiet" icon={ArrowLeft} onPress={onBack}>
              Back to the entry
            </Button>
          </div>
        )}
        <div className={styles.content}>
          <SetPane place="inbox" />
        </div>
      </div>
    )
  }
  if (entryId === null) {
    return (
      <EmptyState icon={Mail} title="No entry is chosen">
        <p>Go from entry to entry with J and K to see what changed, who did it and the history of the set.</p>
      </EmptyState>
    )
  }
  return (
    <div className={styles.pane}>
      {failure !== null && <FailureNotice failure={failure} />}
      {view === null && failure === null && <SkeletonRows label="Reading the entry" rows={6} columnsRem={[8, 14]} />}
      {view !== null && (
        <GuardedPart name="This entry" watched={view} elsewhere="Other entries can be opened.">
          <EntryDetail key={view.entry.entryId} view={view} onOpenSet={onOpenSet} />
        </GuardedPart>
      )}
    </div>
  )
}
