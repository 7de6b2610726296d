import type { ColumnLayout } from '../columns/grid-column.ts'

/** Columns drawn left and right of those in view, so that a turn of the wheel finds them there. */
const OVERSCAN = 1

export interface ColumnRange {
  readonly from: number
  /** The first column not drawn any more. */
  readonly to: number
}

export interface HorizontalView {
  readonly left: number
  readonly width: number
}

/** The columns, of those shown, that a view touches; view and widths in the same unit, counted from the first column's edge. */
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

/** With one more column, drawn wherever it is; -1 for none. */
export function withColumn({ from, to }: ColumnRange, kept: number): ColumnRange {
  return kept === -1 ? { from, to } : { from: Math.min(from, kept), to: Math.max(to, kept + 1) }
}
