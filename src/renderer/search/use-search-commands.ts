import { useStore } from 'zustand'
import { LIST_NAMES } from '../../shared/text/format.ts'
import { SAVED_STATES } from '../../shared/text/saved-states.ts'
import { call, failureIn } from '../client/desk-client.ts'
import { useDesk } from '../client/desk-store.ts'
import { showSavedFile } from '../client/notify.ts'
import { useCommands } from '../commands/use-commands.ts'
import { enterGrid } from '../grid/events/use-grid-focus.ts'
import { toCsv } from '../grid/store/write-rows.ts'
import { countOf } from '../ui/base/words.ts'
import { SEARCH_GRID, searchAndEnter } from './search-and-enter.ts'
import { searchStore } from './search-store.ts'

const UNSAVED = [SAVED_STATES.none, SAVED_STATES.some, SAVED_STATES.changed]

/** What can be done here, for buttons, palette and keys alike. */
export function useSearchCommands({ onSave }: { readonly onSave: () => void }): void {
  const { searchId, isStarting, showsPrevious } = useStore(searchStore)
  const rowCount = useStore(searchStore.grid, (state) => state.rowCount)
  const selected = useStore(searchStore.grid, ({ selection }) => selection.size)
  const isNarrowed = useStore(searchStore.grid, ({ shown }) => shown.length < rowCount)
  const isRunning = useDesk(({ searches }) => searches.get(searchId ?? '')?.state === 'running')
  useCommands([
    { id: 'search.start', title: 'Search', group: 'Search', shortcut: 'Mod+Enter', run: () => searchAndEnter() },
    {
      id: 'search.stop',
      title: 'Stop the search',
      group: 'Search',
      isEnabled: isRunning,
      run: () => void searchStore.actions.cancel(),
    },
    {
      id: 'save.open',
      title: selected > 0 ? `Save documents of ${countOf(selected, 'set')}…` : 'Save documents…',
      group: 'Search',
      shortcut: 'Mod+S',
      // The previous search’s rows are for reading only: that search is closed and cannot be saved from.
      isEnabled: rowCount > 0 && !isRunning && !isStarting && !showsPrevious,
      run: onSave,
    },
    {
      id: 'search.export',
      title: 'Export these rows as CSV…',
      group: 'Search',
      isEnabled: rowCount > 0,
      run: () => void exportRows(),
    },
    {
      id: 'search.showUnsaved',
      title: 'Show only what is not saved, or has changed since',
      group: 'Search',
      isEnabled: rowCount > 0,
      run: () => searchStore.grid.actions.setFacet('documents', UNSAVED),
    },
    {
      id: 'search.showAll',
      title: 'Show all results',
      group: 'Search',
      isEnabled: isNarrowed,
      run: () => searchStore.grid.actions.clearFilters(),
    },
    {
      id: 'search.focusGrid',
      title: 'Go to the results',
      group: 'Search',
      shortcut: 'Mod+ArrowDown',
      isEnabled: rowCount > 0,
      run: () => enterGrid(searchStore.grid, SEARCH_GRID),
    },
  ])
}

async function exportRows(): Promise<void> {
  const { shownRows, shownColumns } = searchStore.grid.actions
  const text = toCsv(shownRows(), shownColumns())
  try {
    const rows = shownRows().length
    const { file } = await call('files.saveText', { suggestedName: LIST_NAMES.sets, text })
    if (file !== null) showSavedFile(`${countOf(rows, 'row')} exported`, file)
  } catch (thrown) {
    searchStore.setState({ failure: failureIn(thrown) })
  }
}
