import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Grid } from '../grid/Grid.tsx'
import { Problems } from '../search/Problems.tsx'
import { usePaneWidth, rememberView } from '../client/views-store.ts'
import { useDesk } from '../client/desk-store.ts'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { SplitPane } from '../ui/layout/SplitPane.tsx'
import { LinePane } from './LinePane.tsx'
import { PasteTarget } from './PasteTarget.tsx'
import { takeDropped } from './take-dropped.ts'
import { worklistGrid, worklistStore } from './worklist-store.ts'
import { usePasteAnywhere } from './use-paste-anywhere.ts'
import { useSavingCommands, useWorklistCommands, WORKLIST_GRID } from './use-worklist-commands.ts'
import { WorklistFoot } from './WorklistFoot.tsx'
import styles from './WorklistScreen.module.css'
import { ClipboardPaste, FileDown, RotateCw } from 'lucide-react'
import { CommandButton } from '../commands/CommandButton.tsx'
import { ColumnChooser } from '../grid/ColumnChooser.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { SaveDialog } from '../saving/SaveDialog.tsx'
import { chosenLines, setsOf } from './chosen-lines.ts'

/** The spreadsheet beside the screen: one line a reference, in its order. */
export function WorklistScreen({ onStarted }: { readonly onStarted: (jobId: string) => void }): ReactNode {
  const references = useStore(worklistStore, (state) => state.references)
  const [isSaving, setIsSaving] = useState(false)
  const [paneWidthPx, setPaneWidthPx] = usePaneWidth('worklist', 480)
  const [isPaneOpen, setIsPaneOpen] = useState(false)
  useWorklistCommands()
  useSavingCommands(() => setIsSaving(true))
  usePasteAnywhere()
  if (references.length === 0) return <PasteTarget />
  return (
    <>
      <SplitPane
        label="Set and preview"
        widthPx={paneWidthPx}
        onResize={setPaneWidthPx}
        isOpen={isPaneOpen}
        onClose={() => setIsPaneOpen(false)}
        main={<Lines onOpen={() => setIsPaneOpen(true)} />}
        pane={<LinePane />}
      />
      {isSaving && <SaveWorklist onClose={() => setIsSaving(false)} onStarted={onStarted} />}
    </>
  )
}

function Lines({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  const { searchId, failure } = useStore(worklistStore)
  const progress = useDesk(({ searches }) => (searchId === null ? undefined : searches.get(searchId)))
  return (
    // Dropping anywhere here begins a new list.
    <div className={styles.lines} onDragOver={(event) => event.preventDefault()} onDrop={takeDropped}>
      <WorklistBar />
      {failure !== null && <FailureNotice failure={failure} />}
      {progress?.failure !== undefined && progress.failure !== null && <FailureNotice failure={progress.failure} />}
      <Problems problems={progress?.problems ?? []} />
      <div className={styles.grid}>
        <Grid
          store={worklistGrid}
          label={WORKLIST_GRID}
          onOpen={onOpen}
          onLayoutChange={(layout) =>
            rememberView('worklist-grid', { columns: [...layout.columns], sort: [...layout.sort] })
          }
        />
      </div>
      <WorklistFoot />
    </div>
  )
}

/** What can be done with the list. */
function WorklistBar(): ReactNode {
  const quickFilter = useStore(worklistGrid, (state) => state.quickFilter)
  return (
    <div className={styles.bar}>
      <SearchField
        label="Filter the list"
        value={quickFilter}
        onChange={(text) => worklistGrid.actions.setQuickFilter(text)}
      />
      <CommandButton id="worklist.again" icon={RotateCw} variant="quiet" />
      <CommandButton id="worklist.new" icon={ClipboardPaste} variant="quiet" />
      <CommandButton id="worklist.export" icon={FileDown} variant="quiet" />
      <span className={styles.push} />
      <ColumnChooser store={worklistGrid} />
    </div>
  )
}

interface SaveWorklistProps {
  readonly onClose: () => void
  readonly onStarted: (jobId: string) => void
}

/** The lines that are selected, or, where none is, those that are shown. */
function SaveWorklist({ onClose, onStarted }: SaveWorklistProps): ReactNode {
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
