import { createStore } from 'zustand/vanilla'
import { searchStore } from './search/search-store.ts'
import { placeStore } from './client/place-store.ts'

const CUSTOMERS = 'search form input[role="combobox"]'
const REFERENCES = 'search form input:not([role])'
const LIST = 'main [role="grid"]'

/** Whether the keyboard is still to be put where work begins: the desk does it once it is on the screen. */
export const beginning = createStore<{ isDue: boolean }>(() => ({ isDue: false }))

/**
 * After signing in: puts the keyboard where work begins, unless somebody has put it somewhere meanwhile. A newcomer finds the
 * list of customers open, whoever searched before the field for references, and where the day begins in the inbox its list.
 */
export function beginWork(): void {
  beginning.setState({ isDue: false })
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>(startOf())?.focus()
}

function startOf(): string {
  if (placeStore.getState().place !== 'search') return LIST
  const { recent, customers } = searchStore.getState()
  return recent.length === 0 && customers.length > 0 ? CUSTOMERS : REFERENCES
}
