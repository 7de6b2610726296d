import { LIST_NAMES } from '../../shared/text/format.ts'
import { useStore } from 'zustand'
import { call, failureIn } from '../client/desk-client.ts'
import { toCsv } from '../grid/store/write-rows.ts'
import { useCommands } from '../commands/use-commands.ts'
import { useDesk } from '../client/desk-store.ts'
import { tellSaved } from '../client/notify.ts'
import { enterGrid } from '../grid/events/enter-grid.ts'
import { SEARCH_GRID, searchAndEnter } from './search-and-enter.ts'
import { cancelSearch, searchGrid, searchStore } from './search-store.ts'

/** What can be done here, for buttons, palette and keys alike. */
export function useSearchCommands({ onSave }: { readonly onSave: () => void }): void {
  const { searchId, isStarting, showsEarlier } = useStore(searchStore)
  const rowCount = useStore(searchGrid, (state) => state.rowCount)
  const isRunning = useDesk(({ searches }) => searches.get(searchId ?? '')?.state === 'running')
  useCommands([
    { id: 'search.start', title: 'Search', group: 'Search', shortcut: 'Mod+Enter', run: () => searchAndEnter() },
    {
      id: 'search.stop',
      title: 'Stop the search',
      group: 'Search',
      isEnabled: isRunning,
      run: () => void cancelSearch(),
    },
    {
      id: 'save.open',
      title: 'Save documents…',
      group: 'Search',
      shortcut: 'Mod+S',
      // Rows of the search before are for reading: what would be saved is of a search that is closed.
      isEnabled: rowCount > 0 && !isRunning && !isStarting && !showsEarlier,
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
      id: 'search.focusGrid',
      title: 'Go to the results',
      group: 'Search',
      shortcut: 'Mod+ArrowDown',
      isEnabled: rowCount > 0,
      run: () => enterGrid(searchGrid, SEARCH_GRID),
    },
  ])
}

async function exportRows(): Promise<void> {
  const { shownRows, shownColumns } = searchGrid.actions
  const text = toCsv(shownRows(), shownColumns())
  try {
    const rows = shownRows().length
    const { file } = await call('files.saveText', { suggestedName: LIST_NAMES.sets, text })
    if (file !== null) tellSaved(rows === 1 ? '1 row exported' : `${rows.toLocaleString('en')} rows exported`, file)
  } catch (thrown) {
    searchStore.setState({ failure: failureIn(thrown) })
  }
}
