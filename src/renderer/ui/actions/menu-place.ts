/** A position in the window, in px. */
export interface MenuPlace {
  readonly x: number
  readonly y: number
  /** Opened by a key: the first entry is focused at once. */
  readonly isByKey?: boolean
}

interface MenuEvent {
  readonly clientX: number
  readonly clientY: number
  readonly button: number
  readonly target: EventTarget
}

const RIGHT_BUTTON = 2

/** Where a menu opens: at the pointer, or, because the menu key has no position, under what has the focus. */
export function menuPlace({ clientX, clientY, button, target }: MenuEvent): MenuPlace {
  if (button === RIGHT_BUTTON || !(target instanceof Element)) return { x: clientX, y: clientY }
  const { left, bottom } = target.getBoundingClientRect()
  return { x: left, y: bottom, isByKey: true }
}
