import { flushSync } from 'react-dom'
import type { GridStore } from '../store/create-grid-store.ts'

/** Puts the keyboard on the row of a grid where it was last, or on the first one. */
export function enterGrid<Row>({ actions, getState }: GridStore<Row>, label: string): void {
  const { focus, currentId } = getState()
  const rowId = currentId ?? actions.idAt(0) ?? null
  // Now, so that the cell that takes the focus is the one that is looked for.
  flushSync(() => actions.setFocus({ ...focus, rowId }))
  document.querySelector<HTMLElement>(`table[aria-label="${CSS.escape(label)}"] [tabindex="0"]`)?.focus()
}
