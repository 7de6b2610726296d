import { useStore } from 'zustand'
import { call, failureIn } from '../desk.ts'
import { useCommands } from '../frame/use-commands.ts'
import { useSelectionCounts } from '../grid/use-selection-counts.ts'
import { toCsv } from '../grid/write-rows.ts'
import { useDesk } from '../state/use-desk.ts'
import { showToast } from '../ui/toast-queue.ts'
import { enterGrid } from '../search/enter-grid.ts'
import { worklistColumns } from './worklist-columns.ts'
import { lookUp, offerBack, worklistGrid, worklistStore } from './worklist-store.ts'

/** What screen readers call the grid. */
export const WORKLIST_GRID = 'Worklist'

/** What can be done with the list, for buttons, palette and keys alike. */
export function useWorklistCommands(): void {
  const { references, searchId } = useStore(worklistStore)
  const isRunning = useDesk(({ searches }) => searches.get(searchId ?? '')?.state === 'running')
  const isEnabled = references.length > 0
  const group = 'Worklist'
  useCommands([
    {
      ...{ id: 'worklist.again', title: 'Look up again', group, shortcut: 'F5' },
      isEnabled: isEnabled && !isRunning,
      run: () => void lookUp(references),
    },
    { id: 'worklist.new', title: 'New list', group, isEnabled, run: startAnew },
    { id: 'worklist.export', title: 'Export as CSV…', group, isEnabled, run: () => void exportLines() },
    {
      ...{ id: 'worklist.focusGrid', title: 'Go to the list', group, shortcut: 'Mod+ArrowDown', isEnabled },
      run: () => enterGrid(worklistGrid, WORKLIST_GRID),
    },
  ])
}

/** Saving what was found, once everything is. */
export function useSavingCommands(onSave: (which: 'all' | 'selected') => void): void {
  const searchId = useStore(worklistStore, (state) => state.searchId)
  const search = useDesk(({ searches }) => searches.get(searchId ?? ''))
  const { selected } = useSelectionCounts(worklistGrid)
  const isFound = search !== undefined && search.state !== 'running' && search.loaded > 0
  useCommands([
    {
      ...{ id: 'save.open', title: 'Save all documents…', group: 'Worklist', shortcut: 'Mod+S' },
      isEnabled: isFound,
      run: () => onSave('all'),
    },
    {
      ...{ id: 'worklist.saveSelected', title: 'Save the selected…', group: 'Worklist' },
      isEnabled: isFound && selected > 0,
      run: () => onSave('selected'),
    },
  ])
}

function startAnew(): void {
  const { references } = worklistStore.getState()
  void lookUp([])
  offerBack(references, 'closed')
}

/** In the order of the spreadsheet, whatever the screen is sorted by, so that it can be pasted back beside the column. */
async function exportLines(): Promise<void> {
  const lines = new Map(worklistGrid.actions.allRows().map((line) => [line.reference, line]))
  const ordered = worklistStore.getState().references.flatMap((reference) => lines.get(reference) ?? [])
  try {
    const { isSaved } = await call('files.saveText', {
      suggestedName: 'worklist.csv',
      text: toCsv(ordered, worklistColumns),
    })
    if (isSaved) showToast({ text: `${ordered.length} lines exported` })
  } catch (thrown) {
    worklistStore.setState({ failure: failureIn(thrown) })
  }
}
