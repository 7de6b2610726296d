import { ClipboardPaste, FileDown, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../client/desk-store.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import { ColumnChooser } from '../grid/ColumnChooser.tsx'
import { totalDocuments } from '../parcel/SavedCount.tsx'
import { SaveDialog } from '../saving/SaveDialog.tsx'
import { SearchNotices } from '../search/SearchNotices.tsx'
import { SetGridScreen } from '../set/SetGridScreen.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { LinePane } from './LinePane.tsx'
import { importDropped, PasteTarget, usePasteShortcut } from './PasteTarget.tsx'
import { useSavingCommands, useWorklistCommands, WORKLIST_GRID } from './use-worklist-commands.ts'
import { setIdsOf, worklistStore } from './worklist-store.ts'
import { WorklistFoot } from './WorklistFoot.tsx'
import styles from './WorklistScreen.module.css'

/** The spreadsheet beside the screen: one line per reference, in its order. */
export function WorklistScreen({ onStarted }: { readonly onStarted: (jobId: string) => void }): ReactNode {
  const references = useStore(worklistStore, (state) => state.references)
  const [isSaving, setIsSaving] = useState(false)
  useWorklistCommands()
  useSavingCommands(() => setIsSaving(true))
  usePasteShortcut()
  if (references.length === 0) return <PasteTarget />
  return (
    <>
      <SetGridScreen
        place="worklist"
        firstPaneWidthPx={480}
        setIdsOf={({ setIds }) => setIds}
        head={<Head />}
        grid={{ store: worklistStore.grid, label: WORKLIST_GRID }}
        foot={<WorklistFoot />}
        pane={<LinePane />}
        onDrop={importDropped}
      />
      {isSaving && <SaveWorklist onClose={() => setIsSaving(false)} onStarted={onStarted} />}
    </>
  )
}

function Head(): ReactNode {
  const { searchId, failure } = useStore(worklistStore)
  const progress = useDesk(({ searches }) => (searchId === null ? undefined : searches.get(searchId)))
  return (
    <>
      <WorklistBar />
      <SearchNotices failure={failure} progress={progress} />
    </>
  )
}

/** What can be done with the list. */
function WorklistBar(): ReactNode {
  const { grid } = worklistStore
  const quickFilter = useStore(grid, (state) => state.quickFilter)
  return (
    <div className={styles.bar}>
      <SearchField label="Filter the list" value={quickFilter} onChange={(text) => grid.actions.setQuickFilter(text)} />
      <CommandButton id="worklist.again" icon={RotateCw} variant="quiet" />
      <CommandButton id="worklist.new" icon={ClipboardPaste} variant="quiet" />
      <CommandButton id="worklist.export" icon={FileDown} variant="quiet" />
      <span className={styles.push} />
      <ColumnChooser store={grid} />
    </div>
  )
}

interface SaveWorklistProps {
  readonly onClose: () => void
  readonly onStarted: (jobId: string) => void
}

/** The selected lines or, without a selection, those that are shown. */
function SaveWorklist({ onClose, onStarted }: SaveWorklistProps): ReactNode {
  const searchId = useStore(worklistStore, (state) => state.searchId)
  if (searchId === null) return null
  const lines = worklistStore.actions.linesToSave()
  const setIds = setIdsOf(lines)
  return (
    <SaveDialog
      selection={{ searchId, setIds, sets: setIds.length, documents: totalDocuments(lines) }}
      sampleSetIds={setIds.slice(0, 5)}
      onClose={onClose}
      onStarted={onStarted}
    />
  )
}
