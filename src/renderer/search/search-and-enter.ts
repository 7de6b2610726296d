import { enterGrid } from '../grid/events/use-grid-focus.ts'
import { setStore } from '../set/set-store.ts'
import type { Narrowing, SearchForm } from './search-state.ts'
import { searchStore } from './search-store.ts'
import { hideTexts } from './texts/texts-store.ts'

let stopWaiting: (() => void) | undefined

/**
 * Starts a search, and moves the focus from the fields to the first row as soon as there is one, because reading comes next.
 * The focus stays if it was on the button, or if the user has moved it meanwhile.
 */
export function searchAndEnter(form?: SearchForm, narrowing?: Narrowing): void {
  stopWaiting?.()
  const before = document.activeElement
  hideTexts()
  setStore.actions.leaveByItself('search')
  void searchStore.actions.start(form, narrowing)
  if (!searchStore.getState().isStarting || before?.closest('search button') != null) return
  stopWaiting = searchStore.grid.subscribe(({ rowCount }) => {
    if (rowCount === 0) return
    stopWaiting?.()
    const now = document.activeElement
    if (now === before || now === document.body) enterGrid(searchStore.grid)
  })
}
