import { Save } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '../frame/CommandButton.tsx'
import { useSelectionCounts } from '../grid/use-selection-counts.ts'
import { useDesk } from '../state/use-desk.ts'
import { countLines } from './count-lines.ts'
import { worklistGrid, worklistStore } from './worklist-store.ts'
import styles from './WorklistScreen.module.css'

/** How many of the list were found, and the one click for all of them. */
export function WorklistFoot(): ReactNode {
  const { searchId, references } = useStore(worklistStore)
  useStore(worklistGrid, (state) => state.revision)
  const progress = useDesk(({ searches }) => (searchId === null ? undefined : searches.get(searchId)))
  const counts = countLines(worklistGrid.actions.allRows(), references.length)
  const { selected } = useSelectionCounts(worklistGrid)
  const isRunning = progress?.state === 'running'
  return (
    <div className={styles.foot}>
      <output aria-label="Lines">
        {counts}
        {isRunning && ` · ${progress.requests} of ${Math.max(progress.expectedRequests, progress.requests)} calls`}
      </output>
      <span className={styles.push} />
      {selected > 1 && <CommandButton id="worklist.saveSelected">Save {selected} selected…</CommandButton>}
      <CommandButton id="save.open" variant="primary" icon={Save} />
    </div>
  )
}
