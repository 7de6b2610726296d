import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../client/desk-store.ts'
import { selectionSummary, useSelectionCounts } from '../grid/store/grid-hooks.ts'
import { SaveSetsButton } from '../set/SetGridScreen.tsx'
import { countOf, numberText } from '../ui/base/words.ts'
import { LINE_STATE_LABELS, type WorklistLine } from './LineState.tsx'
import { useSelectedSetCount } from './use-worklist-commands.ts'
import { worklistStore } from './worklist-store.ts'
import styles from './WorklistScreen.module.css'

/** How many references were found, and one click to save them all. */
export function WorklistFoot(): ReactNode {
  const { grid } = worklistStore
  const { searchId, lines, references } = useStore(worklistStore)
  useStore(grid, (state) => state.revision)
  const progress = useDesk(({ searches }) => (searchId === null ? undefined : searches.get(searchId)))
  const counts = useSelectionCounts(grid)
  const isRunning = progress?.state === 'running'
  return (
    <div className={styles.foot}>
      <output aria-label="Lines">
        {countLines(grid.actions.allRows(), references.length)}
        {pastedLines(lines)}
        {selectionSummary(counts)}
        {isRunning && ` · ${progress.requests} of ${Math.max(progress.expectedRequests, progress.requests)} calls`}
      </output>
      <SaveSetsButton
        sets={useSelectedSetCount()}
        isSelection={counts.selected > 0}
        isNarrowed={counts.shown < counts.rows}
      />
    </div>
  )
}

const ORDER = ['found', 'several', 'missing', 'unknown', 'waiting'] as const

/** “120 references: 112 found, 3 several, 5 missing”; states without a line are left out. */
function countLines(lines: readonly Pick<WorklistLine, 'state'>[], references: number): string {
  const parts = ORDER.flatMap((state) => {
    const count = lines.filter((line) => line.state === state).length
    return count === 0 ? [] : [`${numberText(count)} ${LINE_STATE_LABELS[state].toLowerCase()}`]
  })
  const all = countOf(references, 'reference')
  return parts.length === 0 ? all : `${all}: ${parts.join(', ')}`
}

/** “ · 50 lines pasted, 3 repeated, 1 blank”: why there are fewer references than lines; otherwise empty. */
export function pastedLines(lines: readonly string[]): string {
  const filled = lines.filter((line) => line !== '')
  const repeated = filled.length - new Set(filled).size
  const blank = lines.length - filled.length
  if (repeated + blank === 0) return ''
  const parts = [
    `${numberText(lines.length)} lines pasted`,
    ...(repeated > 0 ? [`${numberText(repeated)} repeated`] : []),
    ...(blank > 0 ? [`${numberText(blank)} blank`] : []),
  ]
  return ` · ${parts.join(', ')}`
}
