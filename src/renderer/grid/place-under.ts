import type { MenuPlace } from '../ui/actions/menu-place.ts'

/** Where a menu of a column opens: under its title. */
export function placeUnder(grid: HTMLElement | null, columnId: string): MenuPlace {
  const box = grid?.querySelector(`th[data-column="${CSS.escape(columnId)}"]`)?.getBoundingClientRect()
  return { x: box?.left ?? 0, y: box?.bottom ?? 0 }
}
