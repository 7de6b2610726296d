import { type RefObject, useLayoutEffect } from 'react'

/** `list`: the grid or list of a place, with one element that Tab reaches. `pane`: what is beside or over it. `entry`: an entry of the inbox in the pane. */
export type Landmark = 'list' | 'pane' | 'entry'

const elements = new Map<Landmark, HTMLElement>()

/** Makes an element known by a name, while it is on the screen, to whatever sends the focus there. */
export function useLandmark(name: Landmark, ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    elements.set(name, element)
    return () => {
      // What takes its place may have come before it goes.
      if (elements.get(name) === element) elements.delete(name)
    }
  }, [name, ref])
}

/** Undefined if it is not on the screen. */
export function landmark(name: Landmark): HTMLElement | undefined {
  return elements.get(name)
}

/** What Tab reaches in the list of the place; null if it has none. */
export function stopOfList(): HTMLElement | null {
  return landmark('list')?.querySelector<HTMLElement>('[tabindex="0"], input[type="search"]') ?? null
}
