import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { SaveDialog } from '../saving/SaveDialog.tsx'
import { chosenLines, setsOf } from './chosen-lines.ts'
import { worklistStore } from './worklist-store.ts'

interface SaveWorklistProps {
  readonly onClose: () => void
  readonly onStarted: (jobId: string) => void
}

/** The lines that are selected, or, where none is, those that are shown. */
export function SaveWorklist({ onClose, onStarted }: SaveWorklistProps): ReactNode {
  const searchId = useStore(worklistStore, (state) => state.searchId)
  if (searchId === null) return null
  const lines = chosenLines()
  const ids = setsOf(lines)
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
