import { useStore } from 'zustand'
import { call, failureIn } from '../desk.ts'
import { useCommands } from '../frame/use-commands.ts'
import { useSelectionCounts } from '../grid/use-selection-counts.ts'
import { toCsv } from '../grid/write-rows.ts'
import { useDesk } from '../state/use-desk.ts'
import { showToast } from '../ui/toast-queue.ts'
import { worklistColumns } from './worklist-columns.ts'
import { lookUp, offerBack, worklistGrid, worklistStore } from './worklist-store.ts'

/** What can be done with the worklist, for buttons, palette and keys alike. */
export function useWorklistCommands({ onSave }: { readonly onSave: (which: 'all' | 'selected') => void }): void {
  const { references, searchId } = useStore(worklistStore)
  const search = useDesk(({ searches }) => searches.get(searchId ?? ''))
  const { selected } = useSelectionCounts(worklistGrid)
  const isThere = references.length > 0
  const isRunning = search?.state === 'running'
  useCommands([
    {
      id: 'worklist.again',
      title: 'Look up again',
      group: 'Worklist',
      shortcut: 'F5',
      isEnabled: isThere && !isRunning,
      run: () => void lookUp(references),
    },
    { id: 'worklist.new', title: 'New list', group: 'Worklist', isEnabled: isThere, run: startAnew },
    {
      id: 'worklist.export',
      title: 'Export as CSV…',
      group: 'Worklist',
      isEnabled: isThere,
      run: () => void exportLines(),
    },
    {
      id: 'save.open',
      title: 'Save all documents…',
      group: 'Worklist',
      shortcut: 'Mod+S',
      isEnabled: isThere && !isRunning && (search?.loaded ?? 0) > 0,
      run: () => onSave('all'),
    },
    {
      id: 'worklist.saveSelected',
      title: 'Save the selected…',
      group: 'Worklist',
      isEnabled: selected > 0 && !isRunning,
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
