import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { columnRange, type ColumnRange, withColumn } from './column-range.ts'
import { layoutWidth } from '../columns/column-template.ts'
import type { ColumnLayout } from '../columns/grid-column.ts'

interface VisibleColumnsOptions {
  readonly scroller: RefObject<HTMLElement | null>
  readonly layout: readonly ColumnLayout[]
  readonly remPx: number
  /** Of the columns that are shown; -1 for none. */
  readonly keptColumn: number
}

/** Which of the shown columns to draw: with many of them, cells that nobody sees are most of the work of a frame. */
export function useVisibleColumns({ scroller, layout, remPx, keptColumn }: VisibleColumnsOptions): ColumnRange {
  const [leftPx, setLeftPx] = useState(0)
  const [widthPx, setWidthPx] = useState(0)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const readLeft = (): void => flushSync(() => setLeftPx(element.scrollLeft))
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth))
    observer.observe(element)
    element.addEventListener('scroll', readLeft, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', readLeft)
    }
  }, [scroller])
  // The ticks before the first column make the view a little wider than it is, which does no harm.
  const view = { left: layoutWidth(leftPx, remPx), width: layoutWidth(widthPx, remPx) }
  return withColumn(columnRange(layout, view), keptColumn)
}
