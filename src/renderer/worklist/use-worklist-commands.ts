import { useStore } from 'zustand'
import { LIST_NAMES } from '../../shared/text/format.ts'
import { call, failureIn } from '../client/desk-client.ts'
import { useDesk } from '../client/desk-store.ts'
import { showSavedFile } from '../client/notify.ts'
import { useCommands } from '../commands/use-commands.ts'
import { enterGrid } from '../grid/events/use-grid-focus.ts'
import { useSelectionCounts } from '../grid/store/grid-hooks.ts'
import { toCsv } from '../grid/store/write-rows.ts'
import { countOf } from '../ui/base/words.ts'
import { worklistColumns } from './worklist-columns.ts'
import { setIdsOf, worklistStore } from './worklist-store.ts'

/** The grid’s name for screen readers. */
export const WORKLIST_GRID = 'Worklist'

const { grid, actions } = worklistStore

/** What can be done with the list, for buttons, palette and keys alike. */
export function useWorklistCommands(): void {
  const { references, searchId, draft } = useStore(worklistStore)
  const isRunning = useDesk(({ searches }) => searches.get(searchId ?? '')?.state === 'running')
  const isEnabled = references.length > 0
  const group = 'Worklist'
  useCommands([
    {
      id: 'worklist.lookUp',
      title: 'Look them up',
      group,
      shortcut: 'Mod+Enter',
      isEnabled: !isEnabled && draft.trim() !== '',
      run: () => void actions.importText(worklistStore.getState().draft),
    },
    {
      id: 'worklist.again',
      title: 'Look up again',
      group,
      shortcut: ['F5', 'Mod+Enter'],
      isEnabled: isEnabled && !isRunning,
      run: () => void actions.lookUpAgain(),
    },
    { id: 'worklist.new', title: 'New list', group, isEnabled, run: actions.close },
    { id: 'worklist.export', title: 'Export as CSV…', group, isEnabled, run: () => void exportLines() },
    {
      id: 'worklist.focusGrid',
      title: 'Go to the list',
      group,
      shortcut: 'Mod+ArrowDown',
      isEnabled,
      run: () => enterGrid(grid, WORKLIST_GRID),
    },
  ])
}

/** Saving what was found, once the whole list has been looked up. */
export function useSavingCommands(onSave: () => void): void {
  const searchId = useStore(worklistStore, (state) => state.searchId)
  const search = useDesk(({ searches }) => searches.get(searchId ?? ''))
  const sets = useSelectedSetCount()
  // Until then a line has fewer sets than the search found for it.
  const isRead = grid.actions.allRows().every(({ state }) => state !== 'waiting')
  useCommands([
    {
      id: 'save.open',
      title: 'Save documents…',
      group: 'Worklist',
      shortcut: 'Mod+S',
      isEnabled: search !== undefined && search.state !== 'running' && isRead && sets > 0,
      run: onSave,
    },
  ])
}

/** How many sets the lines have that would be saved. */
export function useSelectedSetCount(): number {
  useSelectionCounts(grid)
  return setIdsOf(actions.linesToSave()).length
}

/** Line by line as pasted, whatever the screen is sorted by, so that it fits beside the original column. */
async function exportLines(): Promise<void> {
  const rows = new Map(grid.actions.allRows().map((row) => [row.reference, row]))
  const lines = worklistStore.getState().lines.map((line) => rows.get(line) ?? null)
  try {
    const text = toCsv(lines, worklistColumns)
    const { file } = await call('files.saveText', { suggestedName: LIST_NAMES.worklist, text })
    if (file !== null) showSavedFile(`${countOf(lines.length, 'line')} exported`, file)
  } catch (thrown) {
    worklistStore.setState({ failure: failureIn(thrown) })
  }
}
