import { useStore } from 'zustand'
import type { GridStore } from '../store/create-grid-store.ts'

/** The row that the keyboard or the pointer was in last, as it is now; undefined for none. */
export function useCurrentRow<Row>(store: GridStore<Row>): Row | undefined {
  const currentId = useStore(store, (state) => state.currentId)
  useStore(store, (state) => state.revision)
  return store.actions.rowAt(store.actions.positionOf(currentId))
}
