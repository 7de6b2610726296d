import { Save } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '../commands/CommandButton.tsx'
import { useSelectionCounts } from '../grid/store/use-selection-counts.ts'
import { useDesk } from '../client/use-desk.ts'
import { countLines, pastedLines } from './count-lines.ts'
import { useChosenSets } from './use-worklist-commands.ts'
import { worklistGrid, worklistStore } from './worklist-store.ts'
import styles from './WorklistScreen.module.css'

/** How many of the list were found, and the one click for all of them. */
export function WorklistFoot(): ReactNode {
  const { searchId, lines, references } = useStore(worklistStore)
  useStore(worklistGrid, (state) => state.revision)
  const progress = useDesk(({ searches }) => (searchId === null ? undefined : searches.get(searchId)))
  const counts = countLines(worklistGrid.actions.allRows(), references.length)
  const { selected, hidden, shown, rows } = useSelectionCounts(worklistGrid)
  const isRunning = progress?.state === 'running'
  return (
    <div className={styles.foot}>
      <output aria-label="Lines">
        {counts}
        {pastedLines(lines)}
        {shown < rows && ` · ${shown.toLocaleString('en')} shown`}
        {selected > 0 && ` · ${selected.toLocaleString('en')} selected`}
        {hidden > 0 && ` (${hidden.toLocaleString('en')} of them hidden by the filter)`}
        {isRunning && ` · ${progress.requests} of ${Math.max(progress.expectedRequests, progress.requests)} calls`}
      </output>
      <SaveButton selected={selected} isNarrowed={shown < rows} />
    </div>
  )
}

/** Says what it saves: a tick that leads to more, or to other sets, is worse than none. */
function SaveButton({ selected, isNarrowed }: { readonly selected: number; readonly isNarrowed: boolean }): ReactNode {
  const count = useChosenSets()
  const sets = count === 1 ? '1 set' : `${count.toLocaleString('en')} sets`
  const words = selected > 0 ? `Save ${sets} selected…` : isNarrowed ? `Save ${sets} shown…` : 'Save all documents…'
  return (
    <CommandButton id="save.open" variant="primary" icon={Save}>
      {words}
    </CommandButton>
  )
}
