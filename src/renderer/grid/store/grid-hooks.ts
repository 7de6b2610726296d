import { useStore } from 'zustand'
import { numberText } from '../../ui/base/words.ts'
import type { GridStore } from './create-grid-store.ts'
import type { SelectionCounts } from './grid-state.ts'

/** The row that the keyboard or the pointer was in last, as it is now; undefined without one. */
export function useCurrentRow<Row>(store: GridStore<Row>): Row | undefined {
  useStore(store, (state) => state.currentId)
  useStore(store, (state) => state.revision)
  return store.actions.currentRow()
}

/** How many rows are loaded, shown and selected, and how many of the selected the filter hides. */
export function useSelectionCounts<Row>(store: GridStore<Row>): SelectionCounts {
  return useStore(store, () => store.actions.selectionCounts())
}

/** “ · 12 shown · 3 ticked (1 of them hidden by the filter)”: what follows the total in the foot of a list. */
export function selectionSummary({ selected, hidden, shown, rows }: SelectionCounts): string {
  return [
    shown < rows ? ` · ${numberText(shown)} shown` : '',
    selected > 0 ? ` · ${numberText(selected)} ticked` : '',
    hidden > 0 ? ` (${numberText(hidden)} of them hidden by the filter)` : '',
  ].join('')
}
