import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { SaveDialog } from '../saving/SaveDialog.tsx'
import { worklistGrid, worklistStore } from './worklist-store.ts'

interface SaveWorklistProps {
  /** A line that was only clicked is selected too, so that nobody means it by “all”. */
  readonly which: 'all' | 'selected'
  readonly onClose: () => void
  readonly onStarted: (jobId: string) => void
}

/** The whole list, whatever the filter hides of it, or the lines that are selected. */
export function SaveWorklist({ which, onClose, onStarted }: SaveWorklistProps): ReactNode {
  const searchId = useStore(worklistStore, (state) => state.searchId)
  if (searchId === null) return null
  const lines = which === 'selected' ? worklistGrid.actions.selectedRows() : worklistGrid.actions.allRows()
  const ids = [...new Set(lines.flatMap(({ setIds }) => setIds))]
  const documents = lines.every((line) => line.documents !== null)
    ? lines.reduce((sum, line) => sum + (line.documents ?? 0), 0)
    : null
  return (
    <SaveDialog
      selection={{ searchId, setIds: ids, sets: ids.length, documents }}
      sampleSetIds={ids.slice(0, 5)}
      onClose={onClose}
      onStarted={(jobId) => {
        onClose()
        onStarted(jobId)
      }}
    />
  )
}
