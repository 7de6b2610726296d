import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows drawn above and below those in view, so that a turn of the wheel finds them there. */
const OVERSCAN = 6

interface VisibleRowsOptions {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  readonly rowPx: number
  /** Drawn wherever it is, because an element that is gone loses the focus; -1 for none. */
  readonly keptPosition: number
}

interface View {
  readonly first: number
  readonly last: number
}

/** Positions of the rows to draw. All rows are equally high, so that a division finds them: nothing is measured or kept. */
export function useVisibleRows({ scroller, count, rowPx, keptPosition }: VisibleRowsOptions): number[] {
  const [view, setView] = useState<View>({ first: 0, last: 0 })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const read = (): void => setView((before) => changedView(before, element, rowPx))
    // In the same frame as the scroll: React would draw one frame later, and that frame would show a hole.
    const readAtOnce = (): void => flushSync(read)
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', readAtOnce, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', readAtOnce)
    }
  }, [scroller, rowPx])
  return visiblePositions(view, count, keptPosition)
}

function changedView(before: View, { scrollTop, clientHeight }: HTMLElement, rowPx: number): View {
  const first = Math.floor(scrollTop / rowPx)
  const last = Math.ceil((scrollTop + clientHeight) / rowPx)
  return before.first === first && before.last === last ? before : { first, last }
}

function visiblePositions({ first, last }: View, count: number, keptPosition: number): number[] {
  const from = Math.max(Math.min(first, count) - OVERSCAN, 0)
  const length = Math.max(Math.min(last + OVERSCAN, count) - from, 0)
  const positions = Array.from({ length }, (_, at) => from + at)
  if (keptPosition === -1 || (keptPosition >= from && keptPosition < from + length)) return positions
  return keptPosition < from ? [keptPosition, ...positions] : [...positions, keptPosition]
}
