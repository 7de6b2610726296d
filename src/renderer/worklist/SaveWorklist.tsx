import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { SaveDialog } from '../saving/SaveDialog.tsx'
import { worklistGrid, worklistStore } from './worklist-store.ts'

interface SaveWorklistProps {
  readonly onClose: () => void
  readonly onStarted: (jobId: string) => void
}

/** The lines that are selected, or the whole list. */
export function SaveWorklist({ onClose, onStarted }: SaveWorklistProps): ReactNode {
  const searchId = useStore(worklistStore, (state) => state.searchId)
  if (searchId === null) return null
  const selected = worklistGrid.actions.selectedRows()
  const lines = selected.length > 0 ? selected : worklistGrid.actions.shownRows()
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
