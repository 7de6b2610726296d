import { useStore } from 'zustand'
import { call, failureIn } from '../client/desk-client.ts'
import { useDesk } from '../client/desk-store.ts'
import { showSavedFile } from '../client/notify.ts'
import { exportOffers, type TableFormat } from '../commands/ExportMenu.tsx'
import { useCommandsIn } from '../commands/use-commands.ts'
import { enterGrid } from '../grid/events/use-grid-focus.ts'
import { useCurrentRow, useSelectionCounts } from '../grid/store/grid-hooks.ts'
import { toTable } from '../grid/store/write-rows.ts'
import { type SetsToSave, useSaveSetsCommands, type WhichSets } from '../set/list/SaveSetsButtons.tsx'
import { countOf } from '../ui/base/words.ts'
import { ownersOf } from './describe-search.ts'
import { searchAndEnter } from './search-and-enter.ts'
import { asksForOthers } from './search-state.ts'
import { searchStore } from './search-store.ts'
import { showView, VIEWS } from './views.ts'

/** What can be done here, for buttons, palette and keys alike. */
export function useSearchCommands(sets: SetsToSave, onSave: (which: WhichSets) => void): void {
  const { searchId, isStarting, showsPrevious } = useStore(searchStore)
  const rowCount = useStore(searchStore.grid, (state) => state.rowCount)
  const isNarrowed = useStore(searchStore.grid, ({ shown }) => shown.length < rowCount)
  const isRunning = useDesk(({ searches }) => searches.get(searchId ?? '')?.state === 'running')
  useSaveSetsCommands({
    ...sets,
    group: 'Search',
    // The previous search’s rows are for reading only: that search is closed and cannot be saved from.
    isReady: !isRunning && !isStarting && !showsPrevious,
    onSave,
  })
  useCommandsIn('Search', [
    { id: 'search.start', title: 'Search', shortcut: 'Mod+Enter', run: () => searchAndEnter() },
    { id: 'search.stop', title: 'Stop the search', isEnabled: isRunning, run: () => void searchStore.actions.cancel() },
    ...exportOffers('search', rowCount > 0, exportRows),
    ...VIEWS.map((view) => ({
      id: `search.view.${view.id}`,
      title: `Show only: ${view.title}`,
      isEnabled: rowCount > 0,
      run: () => showView(view),
    })),
    {
      id: 'search.showAll',
      title: 'Show all results',
      isEnabled: isNarrowed,
      run: () => searchStore.grid.actions.clearFilters(),
    },
    {
      id: 'search.focusGrid',
      title: 'Go to the results',
      shortcut: 'Mod+ArrowDown',
      isEnabled: rowCount > 0,
      run: () => enterGrid(searchStore.grid),
    },
  ])
}

/** How many sets can be saved in which way, and whose they are where the form says something else. */
export function useSetsToSave(): SetsToSave {
  const { grid } = searchStore
  const { selected, shown, rows } = useSelectionCounts(grid)
  const isPointed = useStore(grid, ({ pointedId }) => pointedId !== null)
  const current = useCurrentRow(grid)
  const whose = useStore(searchStore, (state) => (asksForOthers(state) ? ownersOf(state) : undefined))
  return {
    ticked: isPointed ? 0 : selected,
    current: isPointed || current !== undefined ? 1 : 0,
    shown,
    isNarrowed: shown < rows,
    whose,
  }
}

/** The rows as they are shown. */
async function exportRows(format: TableFormat): Promise<void> {
  const { shownRows, shownColumns } = searchStore.grid.actions
  const rows = toTable(shownRows(), shownColumns())
  try {
    const { file } = await call('search.export', { rows, format })
    if (file !== null) showSavedFile(`${countOf(rows.length - 1, 'row')} exported`, file)
  } catch (thrown) {
    searchStore.setState({ failure: failureIn(thrown) })
  }
}
