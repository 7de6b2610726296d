import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows drawn above and below those in view, so that a turn of the wheel finds them ready. */
const OVERSCAN = 4

/** Without a scroll for so long, scrolling has ended. The event “scrollend” comes after each step of a key that is held down. */
const REST_MS = 150

interface VisibleRowsOptions {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  readonly rowPx: number
  /** Drawn wherever it is, because an element that is removed loses the focus; -1 for none. */
  readonly keptPosition?: number
}

export interface VisibleRow {
  readonly position: number
  /** Which of the reused elements shows it. A list that gains nothing from reuse takes `position` as its key. */
  readonly slot: string
}

interface RowWindow {
  /** The first row drawn, and the most that are drawn, wherever the view stands between two rows. */
  readonly from: number
  readonly slots: number
  /** The slot of the first row. */
  readonly firstSlot: number
  /** The slot that comes first in the document: that of the first row once scrolling has ended. */
  readonly headSlot: number
}

/** The rows to draw. All rows have the same height, so a division finds them: nothing is measured or stored. */
export function useVisibleRows({ scroller, count, rowPx, keptPosition = -1 }: VisibleRowsOptions): VisibleRow[] {
  const [view, setView] = useState<RowWindow>({ from: 0, slots: 0, firstSlot: 0, headSlot: 0 })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const read = (): void => setView((before) => nextWindow(before, element, rowPx))
    // In the same frame as the scroll: React would draw one frame later, and that frame would show a hole.
    const readAtOnce = (): void => {
      flushSync(read)
      clearTimeout(timer)
      timer = setTimeout(settle, REST_MS)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = (): void => {
      // A pressed row that changed places would lose its click.
      if (element.matches(':active')) timer = setTimeout(settle, REST_MS)
      else setView(settledWindow)
    }
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', readAtOnce, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', readAtOnce)
      clearTimeout(timer)
    }
  }, [scroller, rowPx])
  return visibleRows(view, count, keptPosition)
}

interface RowPlace {
  readonly position: number
  readonly rowPx: number
  /** The height of a head that sticks to the top. */
  readonly headPx?: number
}

/** Scrolls no further than needed to show a row whole. */
export function scrollToRow(element: HTMLElement, { position, rowPx, headPx = 0 }: RowPlace): void {
  const top = position * rowPx
  const bottom = top + rowPx + headPx
  if (top < element.scrollTop) element.scrollTo({ top })
  else if (bottom > element.scrollTop + element.clientHeight) element.scrollTo({ top: bottom - element.clientHeight })
}

/**
 * A row keeps its slot, that is its elements, while it is in view; after that they serve another row. Filling elements with
 * other text costs a fraction of creating and styling new ones, which at 18 columns is what drops frames. If no row stays in
 * view the slots stay as they are.
 */
function nextWindow(before: RowWindow, { scrollTop, clientHeight }: HTMLElement, rowPx: number): RowWindow {
  const from = Math.max(Math.floor(scrollTop / rowPx) - OVERSCAN, 0)
  const slots = Math.ceil(clientHeight / rowPx) + 1 + 2 * OVERSCAN
  if (before.slots !== slots) return { from, slots, firstSlot: 0, headSlot: 0 }
  const moved = from - before.from
  if (moved === 0) return before
  const firstSlot = Math.abs(moved) < slots ? (before.firstSlot + moved + slots) % slots : before.firstSlot
  return { ...before, from, firstSlot }
}

/**
 * Elements that change places are styled and laid out again, and scrolling up would move all but a few in every frame. So they
 * come in the order of their rows, as screen readers read them, when scrolling has ended.
 */
function settledWindow(before: RowWindow): RowWindow {
  return before.headSlot === before.firstSlot ? before : { ...before, headSlot: before.firstSlot }
}

function visibleRows(
  { from, slots, firstSlot, headSlot }: RowWindow,
  count: number,
  keptPosition: number,
): VisibleRow[] {
  const rows = Array.from({ length: slots }, (_, at) => {
    const slot = (headSlot + at) % slots
    return { position: from + ((slot - firstSlot + slots) % slots), slot: `${slot}` }
  }).filter(({ position }) => position < count)
  if (keptPosition === -1 || (keptPosition >= from && keptPosition < from + slots)) return rows
  return [...rows, { position: keptPosition, slot: 'kept' }]
}
