import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefCallback, useId, useState } from 'react'
import { useRemPx } from './use-rem-px.ts'

export interface VirtualRows {
  /** For the element that scrolls. */
  readonly scroller: RefCallback<HTMLDivElement>
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>
  /** Where the keyboard is. */
  readonly active: number
  readonly setActive: (index: number) => void
  readonly rowId: (index: number) => string
  /** The id of the active row while it is in the document, for `aria-activedescendant`. */
  readonly activeId: string | undefined
  /** Moves with arrows, Page, Home and End; true where it did. */
  readonly moveBy: (event: KeyboardEvent) => boolean
}

/** A long list of rows of one height, of which only those in sight are in the document, with the keyboard in one of them. */
export function useVirtualRows(count: number, rowRem: number): VirtualRows {
  const [element, scroller] = useState<HTMLDivElement | null>(null)
  const remPx = useRemPx()
  const prefix = useId()
  const [wanted, setWanted] = useState(0)
  const active = Math.min(wanted, Math.max(0, count - 1))
  // What it returns changes without a new identity; nothing here is memoised by it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => element,
    estimateSize: () => rowRem * remPx,
    overscan: 8,
  })
  const rowId = (index: number): string => `${prefix}-row-${index}`
  const setActive = (index: number): void => {
    const next = Math.min(count - 1, Math.max(0, index))
    setWanted(next)
    virtualizer.scrollToIndex(next)
  }
  const moveBy = (event: KeyboardEvent): boolean => {
    const pageRows = Math.max(1, Math.floor((element?.clientHeight ?? 0) / (rowRem * remPx)) - 1)
    const next = nextIndex(event, { active, count, pageRows })
    if (next === undefined || count === 0) return false
    setActive(next)
    return true
  }
  const isRendered = virtualizer.getVirtualItems().some(({ index }) => index === active)
  return { scroller, virtualizer, active, setActive, rowId, activeId: isRendered ? rowId(active) : undefined, moveBy }
}

interface Place {
  readonly active: number
  readonly count: number
  readonly pageRows: number
}

function nextIndex({ key, altKey }: KeyboardEvent, { active, count, pageRows }: Place): number | undefined {
  if (altKey) return undefined
  const next: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + pageRows,
    PageUp: active - pageRows,
    Home: 0,
    End: count - 1,
  }
  return next[key]
}
