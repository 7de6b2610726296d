import { enterGrid } from '../grid/events/enter-grid.ts'
import { type SearchForm, searchGrid, searchStore, startSearch } from './search-store.ts'

/** What screen readers call the grid. */
export const SEARCH_GRID = 'Parcel sets'

let stopWaiting: (() => void) | undefined

/**
 * Starts a search, and takes the keyboard from the fields to the first row as soon as there is one: what follows is reading.
 * Whoever pressed the button stays on it, and whoever has gone elsewhere meanwhile is left there.
 */
export function searchAndEnter(form?: SearchForm): void {
  stopWaiting?.()
  const before = document.activeElement
  void startSearch(form)
  if (!searchStore.getState().isStarting || before?.closest('search button') != null) return
  stopWaiting = searchGrid.subscribe(({ rowCount }) => {
    if (rowCount === 0) return
    stopWaiting?.()
    const now = document.activeElement
    if (now === before || now === document.body) enterGrid(searchGrid, SEARCH_GRID)
  })
}
