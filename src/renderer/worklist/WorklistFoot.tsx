import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../client/desk-store.ts'
import { useSelectionCounts } from '../grid/store/grid-hooks.ts'
import { SaveSetsButton } from '../set/SetGridScreen.tsx'
import { countOf, numberText, shortMoment } from '../ui/base/words.ts'
import { countTicks } from './store/tick-sets.ts'
import type { WorklistRow } from './store/worklist-rows.ts'
import { shownList } from './store/worklist-state.ts'
import { worklistStore } from './store/worklist-store.ts'
import { useSetsToSave } from './use-worklist-commands.ts'
import styles from './WorklistScreen.module.css'

/** How long the list is, what is ticked, and one click to save it. */
export function WorklistFoot(): ReactNode {
  const { grid, lists, shownId } = useStore(worklistStore)
  useStore(grid, (state) => state.revision)
  const counts = useSelectionCounts(grid)
  const list = shownList({ lists, shownId })
  const searchId = list?.searchId ?? ''
  const progress = useDesk(({ searches }) => searches.get(searchId))
  const { setIds } = useSetsToSave()
  const ticks = countTicks(grid.actions.selectedRows(), worklistStore.rows.hiddenTicks().length)
  const isNarrowed = counts.shown < counts.rows
  return (
    <div className={styles.foot}>
      <output aria-label="Lines">
        {countOf(list?.lines ?? 0, 'line')}
        {list !== undefined && list.references < list.lines && `, ${countOf(list.references, 'reference')}`}
        {isNarrowed && ` · ${numberText(shownLines(grid.actions.shownRows()))} shown`}
        {ticks !== '' && ` · ${ticks}`}
        {progress?.state === 'running'
          ? ` · ${numberText(progress.requests)} of ${numberText(Math.max(progress.expectedRequests, progress.requests))} calls`
          : checkedWords(list?.checkedAt ?? null)}
      </output>
      <SaveSetsButton sets={setIds.length} isSelection={ticks !== ''} isNarrowed={isNarrowed} />
    </div>
  )
}

function checkedWords(checkedAt: string | null): string {
  return checkedAt === null ? '' : ` · checked ${shortMoment(checkedAt)}`
}

function shownLines(rows: readonly WorklistRow[]): number {
  return rows.filter(({ kind }) => kind === 'line').length
}
