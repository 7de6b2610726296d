import type { ReactNode } from 'react'

export type CellValue = string | number | null

/**
 * A column as plain data. Everything but `value` only helps the eye; null is unknown and shown as “–”. Methods rather than
 * function properties, so that the row component can be memoised for any type of row.
 */
export interface GridColumn<Row> {
  readonly id: string
  readonly title: string
  /** Initial width, in pixels at 100 % text size; it grows with the text. */
  readonly width: number
  /** Its share of the room that the widths leave, until the user gives it a width. */
  readonly flex?: number
  readonly align?: 'start' | 'end'
  /** The value that is shown, searched, filtered and copied. */
  value(row: Row): CellValue
  /** The value in an exported file if it differs: files are written the same in every region. */
  exported?(row: Row): CellValue
  /** The sort key if text would sort wrongly: an ISO date, a number, the rank of a state. */
  sortKey?(row: Row): CellValue
  /** Draws the cell; copying still uses `value`. Must be cheap: it runs for every row that scrolls by. */
  render?(row: Row): ReactNode
  /** The value as received, shown on hover if it differs from the cell. */
  received?(row: Row): string | null
  readonly isMono?: boolean
  /** Hidden until the user chooses it. */
  readonly isHidden?: boolean
  /** Columns that say the same: hidden at first where a layout that does not know this one shows one of them. */
  readonly replaces?: readonly string[]
  /** Says what other columns say: the quick filter does not look in it. */
  readonly isDerived?: boolean
  /** Rows can be grouped by it. */
  readonly isGroupable?: boolean
  /** Its rows can be narrowed to some of its values. */
  readonly hasFacet?: boolean
  /** What the facet lists, if the values themselves are too many. */
  facet?(row: Row): string | null
}

export interface SortRule {
  readonly id: string
  readonly direction: 'ascending' | 'descending'
}

export interface ColumnLayout {
  readonly id: string
  /** In pixels at 100 % text size. */
  readonly width: number
  readonly isHidden: boolean
  /** As the column says, while it has its initial width; 0 for a fixed width. Not stored. */
  readonly flex?: number
}

/** How the user arranged a grid; plain JSON, for the host to store. Columns are in screen order. */
export interface GridLayout {
  readonly columns: readonly ColumnLayout[]
  readonly sort: readonly SortRule[]
  /** The column whose equal values make a group; null without groups. */
  readonly groupBy: string | null
}

export function cellText(value: CellValue): string {
  return value === null ? '' : String(value)
}
