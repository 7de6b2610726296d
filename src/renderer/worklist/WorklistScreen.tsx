import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Grid } from '../grid/Grid.tsx'
import { Problems } from '../search/Problems.tsx'
import { SetPane } from '../set/SetPane.tsx'
import { showSet } from '../set/set-store.ts'
import { usePaneWidth } from '../state/use-pane-width.ts'
import { useDesk } from '../state/use-desk.ts'
import { rememberView } from '../state/views-store.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { SplitPane } from '../ui/SplitPane.tsx'
import { PasteTarget } from './PasteTarget.tsx'
import { SaveWorklist } from './SaveWorklist.tsx'
import { takeDropped } from './take-dropped.ts'
import { takeText, worklistGrid, worklistStore } from './worklist-store.ts'
import { useSavingCommands, useWorklistCommands, WORKLIST_GRID } from './use-worklist-commands.ts'
import { WorklistBar } from './WorklistBar.tsx'
import { WorklistFoot } from './WorklistFoot.tsx'
import styles from './WorklistScreen.module.css'

/** The spreadsheet beside the screen: one line a reference, in its order. */
export function WorklistScreen({ onStarted }: { readonly onStarted: (jobId: string) => void }): ReactNode {
  const references = useStore(worklistStore, (state) => state.references)
  const [saving, setSaving] = useState<'all' | 'selected'>()
  const [paneWidthPx, setPaneWidthPx] = usePaneWidth('worklist', 480)
  const [isPaneOpen, setIsPaneOpen] = useState(false)
  useWorklistCommands()
  useSavingCommands(setSaving)
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
        pane={<SetPane place="worklist" />}
      />
      {saving !== undefined && (
        <SaveWorklist which={saving} onClose={() => setSaving(undefined)} onStarted={onStarted} />
      )}
    </>
  )
}

function Lines({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  const { searchId, failure } = useStore(worklistStore)
  const progress = useDesk(({ searches }) => (searchId === null ? undefined : searches.get(searchId)))
  return (
    // Pasting or dropping anywhere here begins a new list; the keyboard pastes too.
    <div
      className={styles.lines}
      onPaste={(event) => {
        if (event.target instanceof HTMLInputElement) return
        void takeText(event.clipboardData.getData('text'))
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={takeDropped}
    >
      <WorklistBar />
      {failure !== null && <FailureNotice failure={failure} />}
      {progress?.failure !== undefined && progress.failure !== null && <FailureNotice failure={progress.failure} />}
      <Problems problems={progress?.problems ?? []} />
      <div className={styles.grid}>
        <Grid
          store={worklistGrid}
          label={WORKLIST_GRID}
          onFocusRow={(line) => showSet('worklist', line?.setIds[0] ?? null)}
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
