import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows drawn above and below those in view, so that a turn of the wheel finds them there. */
const OVERSCAN = 4

interface VisibleRowsOptions {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  readonly rowPx: number
  /** Drawn wherever it is, because an element that is gone loses the focus; -1 for none. */
  readonly keptPosition: number
}

export interface VisibleRow {
  readonly position: number
  /** Which of the elements on the screen shows it. */
  readonly slot: string
}

interface View {
  /** The first row drawn, and how many are at most, wherever the view stands between two rows. */
  readonly from: number
  readonly slots: number
  /** The slot of the first row. */
  readonly turn: number
}

/** The rows to draw. All rows are equally high, so that a division finds them: nothing is measured or kept. */
export function useVisibleRows({ scroller, count, rowPx, keptPosition }: VisibleRowsOptions): VisibleRow[] {
  const [view, setView] = useState<View>({ from: 0, slots: 0, turn: 0 })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const read = (): void => setView((before) => changedView(before, element, rowPx))
    // In the same frame as the scroll: React would draw one frame later, and that frame would show a hole.
    const readAtOnce = (): void => {
      // What a cell says on hover is its row's; the cell shows another row from now on.
      element.querySelector('td[title]')?.removeAttribute('title')
      flushSync(read)
    }
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', readAtOnce, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', readAtOnce)
    }
  }, [scroller, rowPx])
  return visibleRows(view, count, keptPosition)
}

/**
 * A row keeps its slot, which is its elements, while it is in view; then they serve another row. Filling elements with other
 * text costs a fraction of making and styling new ones, which at 18 columns is what drops frames. Where no row stays in view
 * the slots stay as they are, because elements that change places are styled anew as well.
 */
function changedView(before: View, { scrollTop, clientHeight }: HTMLElement, rowPx: number): View {
  const from = Math.max(Math.floor(scrollTop / rowPx) - OVERSCAN, 0)
  const slots = Math.ceil(clientHeight / rowPx) + 1 + 2 * OVERSCAN
  if (before.slots !== slots) return { from, slots, turn: 0 }
  const moved = from - before.from
  if (moved === 0) return before
  return { from, slots, turn: Math.abs(moved) < slots ? (before.turn + moved + slots) % slots : before.turn }
}

function visibleRows({ from, slots, turn }: View, count: number, keptPosition: number): VisibleRow[] {
  const length = Math.max(Math.min(from + slots, count) - from, 0)
  const rows = Array.from({ length }, (_, at) => ({ position: from + at, slot: `${(turn + at) % slots}` }))
  if (keptPosition === -1 || (keptPosition >= from && keptPosition < from + length)) return rows
  return [...rows, { position: keptPosition, slot: 'kept' }]
}
