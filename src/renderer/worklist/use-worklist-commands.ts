import { LIST_NAMES } from '../../shared/text/format.ts'
import { useStore } from 'zustand'
import { call, failureIn } from '../client/desk-client.ts'
import { useCommands } from '../commands/use-commands.ts'
import { useSelectionCounts } from '../grid/store/use-selection-counts.ts'
import { toCsv } from '../grid/store/write-rows.ts'
import { useDesk } from '../client/desk-store.ts'
import { tellSaved } from '../client/notify.ts'
import { enterGrid } from '../grid/events/enter-grid.ts'
import { worklistColumns } from './worklist-columns.ts'
import { chosenLines, setsOf } from './chosen-lines.ts'
import { lookUp, offerBack, takeText, worklistGrid, worklistStore } from './worklist-store.ts'

/** What screen readers call the grid. */
export const WORKLIST_GRID = 'Worklist'

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
      run: () => void takeText(worklistStore.getState().draft),
    },
    {
      id: 'worklist.again',
      title: 'Look up again',
      group,
      shortcut: ['F5', 'Mod+Enter'],
      isEnabled: isEnabled && !isRunning,
      run: () => void lookUp(worklistStore.getState().lines),
    },
    { id: 'worklist.new', title: 'New list', group, isEnabled, run: startAnew },
    { id: 'worklist.export', title: 'Export as CSV…', group, isEnabled, run: () => void exportLines() },
    {
      id: 'worklist.focusGrid',
      title: 'Go to the list',
      group,
      shortcut: 'Mod+ArrowDown',
      isEnabled,
      run: () => enterGrid(worklistGrid, WORKLIST_GRID),
    },
  ])
}

/** Saving what was found, once everything is. */
export function useSavingCommands(onSave: () => void): void {
  const searchId = useStore(worklistStore, (state) => state.searchId)
  const search = useDesk(({ searches }) => searches.get(searchId ?? ''))
  const sets = useChosenSets()
  // Until then a line has fewer sets than were found for it.
  const isRead = worklistGrid.actions.allRows().every(({ state }) => state !== 'waiting')
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
export function useChosenSets(): number {
  useSelectionCounts(worklistGrid)
  return setsOf(chosenLines()).length
}

function startAnew(): void {
  const before = worklistStore.getState()
  void lookUp([])
  offerBack(before, 'closed')
}

/** Line by line as pasted, whatever the screen is sorted by, so that it can be put back beside the column. */
async function exportLines(): Promise<void> {
  const rows = new Map(worklistGrid.actions.allRows().map((row) => [row.reference, row]))
  const lines = worklistStore.getState().lines.map((line) => rows.get(line) ?? null)
  try {
    const text = toCsv(lines, worklistColumns)
    const { file } = await call('files.saveText', { suggestedName: LIST_NAMES.worklist, text })
    const what = lines.length === 1 ? '1 line' : `${lines.length.toLocaleString('en')} lines`
    if (file !== null) tellSaved(`${what} exported`, file)
  } catch (thrown) {
    worklistStore.setState({ failure: failureIn(thrown) })
  }
}
