import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { useRowPx } from './use-rem-px.ts'
import { scrollToRow, useVisibleRows, type VisibleRow } from './use-visible-rows.ts'

export interface KeyboardRows {
  /** For the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly visible: readonly VisibleRow[]
  readonly rowPx: number
  /** Where the keyboard is. */
  readonly active: number
  readonly setActive: (position: number) => void
  readonly rowId: (position: number) => string
  /** The id of the active row while it is in the document, for `aria-activedescendant`. */
  readonly activeId: string | undefined
  /** Moves with arrows, Page, Home and End; true if it did. */
  readonly moveBy: (event: KeyboardEvent) => boolean
}

interface KeyboardRowsOptions {
  /** Whether a head as high as a row sticks to the top of the list. */
  readonly hasHead?: boolean
  /** A heading, which the keyboard passes over. */
  readonly isSkipped?: (position: number) => boolean
}

/** A long list of rows, each `--row-height` high, of which only those in view are in the document, with the keyboard on one of them. */
export function useKeyboardRows(count: number, options: KeyboardRowsOptions = {}): KeyboardRows {
  const { hasHead = false, isSkipped = none } = options
  const scroller = useRef<HTMLDivElement>(null)
  const rowPx = useRowPx()
  const prefix = useId()
  const [chosen, setChosen] = useState(0)
  const active = passOver(Math.min(chosen, Math.max(0, count - 1)), 1, isSkipped)
  const visible = useVisibleRows({ scroller, count, rowPx })
  const rowId = (position: number): string => `${prefix}-row-${position}`
  const setActive = (position: number): void => {
    const next = passOver(Math.min(count - 1, Math.max(0, position)), position < active ? -1 : 1, isSkipped)
    setChosen(next)
    // With a heading above it, that is shown too.
    const shown = next > 0 && next < active && isSkipped(next - 1) ? next - 1 : next
    if (scroller.current !== null)
      scrollToRow(scroller.current, { position: shown, rowPx, headPx: hasHead ? rowPx : 0 })
  }
  const moveBy = (event: KeyboardEvent): boolean => {
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1)
    const step = event.altKey ? undefined : stepOfKey(event.key, pageRows)
    if (step === undefined || count === 0) return false
    setActive(active + step)
    return true
  }
  const isDrawn = visible.some(({ position }) => position === active)
  return { scroller, visible, rowPx, active, setActive, rowId, activeId: isDrawn ? rowId(active) : undefined, moveBy }
}

function none(): boolean {
  return false
}

/** The next row in that direction that is not skipped; at the top, the first below. */
function passOver(position: number, direction: 1 | -1, isSkipped: (position: number) => boolean): number {
  if (!isSkipped(position)) return position
  return position + direction < 0 ? position + 1 : position + direction
}

/** By how many rows a key moves; undefined if by none. */
export function stepOfKey(key: string, pageRows: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
    Home: -Infinity,
    End: Infinity,
  }
  return steps[key]
}
