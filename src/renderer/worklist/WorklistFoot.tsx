import { Save } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '../commands/CommandButton.tsx'
import { useSelectionCounts } from '../grid/store/use-selection-counts.ts'
import { useDesk } from '../client/desk-store.ts'
import { useChosenSets } from './use-worklist-commands.ts'
import { worklistGrid, worklistStore } from './worklist-store.ts'
import styles from './WorklistScreen.module.css'
import { FOUND_WORDS } from './found-words.ts'
import type { WorklistLine } from './worklist-line.ts'

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

const ORDER = ['found', 'several', 'missing', 'unknown', 'waiting'] as const

/** “120 references: 112 found, 3 several, 5 missing”; what is none is left out. */
function countLines(lines: readonly Pick<WorklistLine, 'state'>[], references: number): string {
  const parts = ORDER.flatMap((state) => {
    const count = lines.filter((line) => line.state === state).length
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${FOUND_WORDS[state].toLowerCase()}`]
  })
  const all = references === 1 ? '1 reference' : `${references.toLocaleString('en')} references`
  return parts.length === 0 ? all : `${all}: ${parts.join(', ')}`
}

/** “ · 50 lines pasted, 3 repeated, 1 blank”: why there are fewer references than lines; empty where there are not. */
export function pastedLines(lines: readonly string[]): string {
  const filled = lines.filter((line) => line !== '')
  const repeated = filled.length - new Set(filled).size
  const blank = lines.length - filled.length
  if (repeated + blank === 0) return ''
  const parts = [
    `${lines.length.toLocaleString('en')} lines pasted`,
    ...(repeated > 0 ? [`${repeated.toLocaleString('en')} repeated`] : []),
    ...(blank > 0 ? [`${blank.toLocaleString('en')} blank`] : []),
  ]
  return ` · ${parts.join(', ')}`
}
