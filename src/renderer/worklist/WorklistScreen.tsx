import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Grid } from '../grid/Grid.tsx'
import { Problems } from '../search/Problems.tsx'
import { usePaneWidth } from '../client/use-pane-width.ts'
import { useDesk } from '../client/use-desk.ts'
import { rememberView } from '../client/views-store.ts'
import { FailureNotice } from '../ui/feedback/FailureNotice.tsx'
import { SplitPane } from '../ui/layout/SplitPane.tsx'
import { LinePane } from './LinePane.tsx'
import { PasteTarget } from './PasteTarget.tsx'
import { SaveWorklist } from './SaveWorklist.tsx'
import { takeDropped } from './take-dropped.ts'
import { worklistGrid, worklistStore } from './worklist-store.ts'
import { usePasteAnywhere } from './use-paste-anywhere.ts'
import { useSavingCommands, useWorklistCommands, WORKLIST_GRID } from './use-worklist-commands.ts'
import { WorklistBar } from './WorklistBar.tsx'
import { WorklistFoot } from './WorklistFoot.tsx'
import styles from './WorklistScreen.module.css'

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
