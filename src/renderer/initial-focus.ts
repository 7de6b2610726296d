import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { placeStore } from './client/place-store.ts'
import { searchStore } from './search/search-store.ts'
import { signInStore } from './sign-in/sign-in-store.ts'

const CUSTOMERS = 'search form input[role="combobox"]'
const REFERENCES = 'search form input:not([role])'
/** Where there is no room for the fields, the button that opens them. */
const FIELDS_BUTTON = 'search form button'
const LIST = 'main [role="grid"]'
/** On every screen: for those that have no such field or list. */
const ACCOUNT = 'header button[aria-haspopup]'

/** Whether the initial focus is still due: the desk sets it once it is on the screen. */
export const initialFocus = createStore<{ isDue: boolean }>(() => ({ isDue: false }))

/** For the desk’s screen: only with it is there something that can take the focus. */
export function useInitialFocus(): void {
  const isDue = useStore(initialFocus, (state) => state.isDue)
  const hasReturned = useStore(signInStore, ({ step }) => step.at === 'waiting' && step.focus === 'desk')
  useEffect(() => {
    if (hasReturned) initialFocus.setState({ isDue: true })
  }, [hasReturned])
  useEffect(() => {
    if (isDue) placeInitialFocus()
  }, [isDue])
}

/**
 * After signing in: puts the keyboard where work begins, unless the user has already put it somewhere. Newcomers start in the
 * open customer list, everyone else in the field for references, or in the inbox list if that is the first place.
 */
function placeInitialFocus(): void {
  initialFocus.setState({ isDue: false })
  if (document.activeElement !== document.body) return
  for (const selector of [initialFocusSelector(), FIELDS_BUTTON, ACCOUNT]) {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>(selector)?.focus()
  }
}

function initialFocusSelector(): string {
  if (placeStore.getState().place !== 'search') return LIST
  const { recent, customers } = searchStore.getState()
  return recent.length === 0 && customers.length > 0 ? CUSTOMERS : REFERENCES
}
