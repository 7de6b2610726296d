import type { MouseEvent } from 'react'
import { type MenuPlace, menuPlace } from '../../ui/actions/Menu.tsx'

interface RowMenu {
  /** Makes the row with this key the selected one: commands act on it. */
  readonly select: (key: string) => void
  readonly onMenu: (place: MenuPlace) => void
}

/** For `onContextMenu` around a list: a right click on a row, or the Menu key, which sends the same event. */
export function openRowMenu(event: MouseEvent, { select, onMenu }: RowMenu): void {
  const row = event.target instanceof Element ? event.target.closest('[role="option"]') : null
  const key = row?.getAttribute('data-key')
  if (key === null || key === undefined) return
  event.preventDefault()
  select(key)
  onMenu(menuPlace(event))
}
