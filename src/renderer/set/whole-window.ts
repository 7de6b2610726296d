import { createStore } from 'zustand/vanilla'

interface WholeWindow {
  /** The set and its documents cover the list, the rail and the top bar. */
  readonly isWhole: boolean
  /** The position of the shown set in its list, from 1, and how many there are; null if it is in none. */
  readonly position: { readonly at: number; readonly of: number } | null
}

/** Reading a set on the whole window: each place goes in and out of it with its own list. */
export const wholeWindow = createStore<WholeWindow>(() => ({ isWhole: false, position: null }))

export function enterWholeWindow(): void {
  wholeWindow.setState({ isWhole: true })
}

export function leaveWholeWindow(): void {
  wholeWindow.setState({ isWhole: false })
}
