import { useStore } from 'zustand'
import { useCurrentRow, useSelectionCounts } from '../grid/store/grid-hooks.ts'
import { setStore } from '../set/set-store.ts'
import { useSetCommands } from '../set/use-set-commands.ts'
import { savedIdsOf, setIdsOfRow } from './store/worklist-rows.ts'
import { worklistStore } from './store/worklist-store.ts'

const READING = ['separator', 'read.whole', 'read.window']
const WITHOUT_READING = [
  'save.open',
  'documents.printSets',
  'pack.make',
  'separator',
  'worklist.openLine',
  'separator',
  'worklist.copyReferences',
  'sets.copyPaths',
  'separator',
  'sets.showFolder',
  'separator',
  'sets.followCustomer',
  'separator',
  'worklist.removeLines',
]
/** A set is read, and so is a line with one set: of several, or of none, nobody could tell which. */
const WITH_READING = WITHOUT_READING.toSpliced(2, 0, ...READING)

/** What can be done with the ticked lines and sets or, without ticks, with the current one. Returns the menu of the current row. */
export function useLineCommands(): readonly string[] {
  const grid = useStore(worklistStore, (state) => state.grid)
  const shown = useStore(setStore, ({ worklist }) => worklist.set?.row)
  const current = useCurrentRow(grid)
  const { selected } = useSelectionCounts(grid)
  const hidden = worklistStore.rows.hiddenTicks()
  const isPointed = useStore(grid, ({ pointedId }) => pointedId !== null)
  const hasTicks = !isPointed && (selected > 0 || hidden.length > 0)
  const { chosenRows } = worklistStore.actions
  const rows = hasTicks ? selected + hidden.length : 1
  const [only, ...others] = rows === 1 ? chosenRows().flatMap(setIdsOfRow) : []
  useSetCommands('Worklist', {
    rows,
    saved: () => savedIdsOf(chosenRows()),
    only: others.length === 0 && shown?.setId === only ? shown : undefined,
  })
  return current !== undefined && setIdsOfRow(current).length === 1 ? WITH_READING : WITHOUT_READING
}
