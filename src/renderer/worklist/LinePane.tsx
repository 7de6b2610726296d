import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { useCurrentRow } from '../grid/store/grid-hooks.ts'
import { setStore } from '../set/set-store.ts'
import { SetPane } from '../set/SetPane.tsx'
import { setIdsOfRow } from './store/worklist-rows.ts'
import { worklistStore } from './store/worklist-store.ts'

/** The set of the current row and its preview: of a line with several, the first until it is opened. */
export function LinePane(): ReactNode {
  const row = useCurrentRow(useStore(worklistStore, ({ grid }) => grid))
  const setId = row === undefined ? null : (setIdsOfRow(row)[0] ?? null)
  useEffect(() => setStore.actions.show('worklist', setId), [setId])
  return <SetPane place="worklist" />
}
