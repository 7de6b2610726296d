import { useStore } from 'zustand'
import type { GridStore } from './create-grid-store.ts'
import type { SelectionCounts } from './grid-state.ts'

/** How many rows are loaded, shown and selected, and how many of the selected the filter hides. */
export function useSelectionCounts<Row>(store: GridStore<Row>): SelectionCounts {
  return useStore(store, () => store.actions.selectionCounts())
}
