import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { layoutWidth } from './column-template.ts'
import type { ColumnLayout } from './grid-column.ts'

interface VisibleColumnsOptions {
  readonly scroller: RefObject<HTMLElement | null>
  readonly layout: readonly ColumnLayout[]
  readonly remPx: number
  /** Index among the shown columns; -1 for none. */
  readonly keptColumn: number
}

/** Which of the shown columns to draw: with many columns, cells out of view are most of a frame’s work. */
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
  // Ignoring the tick column makes the view slightly too wide, which is harmless.
  const view = { left: layoutWidth(leftPx, remPx), width: layoutWidth(widthPx, remPx) }
  return withColumn(columnRange(layout, view), keptColumn)
}

/** Columns drawn left and right of those in view, so that a turn of the wheel finds them ready. */
const OVERSCAN = 1

export interface ColumnRange {
  readonly from: number
  /** The first column that is not drawn. */
  readonly to: number
}

export interface HorizontalView {
  readonly left: number
  readonly width: number
}

/**
 * The shown columns that a view touches; view and widths in the same unit, from the first column’s edge. Where columns are wider
 * than their width, because they share room that is left, all of them are in view.
 */
export function columnRange(columns: readonly ColumnLayout[], { left, width }: HorizontalView): ColumnRange {
  const shown = columns.filter(({ isHidden }) => !isHidden)
  let edge = 0
  const ends = shown.map((column) => (edge += column.width))
  const first = ends.findIndex((end) => end > left)
  const last = ends.findIndex((end) => end >= left + width)
  return {
    from: Math.max((first === -1 ? shown.length : first) - OVERSCAN, 0),
    to: Math.min((last === -1 ? shown.length : last + 1) + OVERSCAN, shown.length),
  }
}

/** Extended to one more column, wherever it is; -1 for none. */
export function withColumn({ from, to }: ColumnRange, kept: number): ColumnRange {
  return kept === -1 ? { from, to } : { from: Math.min(from, kept), to: Math.max(to, kept + 1) }
}
