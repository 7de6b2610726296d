import type { ReactNode } from 'react'

export type CellValue = string | number | null

/**
 * A column as plain data. Everything but `value` is optional help for the eye; null is unknown and is shown as “–”.
 * Methods and not properties that hold functions, so that a row's component can be memoized for any type of row.
 */
export interface GridColumn<Row> {
  readonly id: string
  readonly title: string
  /** Width at first, in pixels at 100 % text; it grows with the size of the text. */
  readonly width: number
  readonly align?: 'start' | 'end'
  /** What is shown, searched, filtered by, copied and exported. */
  value(row: Row): CellValue
  /** Sorts by this where text would sort wrongly: an ISO date, a number, the rank of a state. */
  sortKey?(row: Row): CellValue
  /** Draws the cell; the text for copying stays `value`. Must be cheap: it runs for every row that scrolls by. */
  render?(row: Row): ReactNode
  /** The value as it came, shown on hover where it differs from what the cell says. */
  received?(row: Row): string | null
  readonly isMono?: boolean
  /** Hidden until the user chooses it. */
  readonly isHidden?: boolean
}

export interface SortRule {
  readonly id: string
  readonly direction: 'ascending' | 'descending'
}

export interface ColumnLayout {
  readonly id: string
  /** In pixels at 100 % text. */
  readonly width: number
  readonly isHidden: boolean
}

/** What a user made of a grid; plain JSON, for the host to store. Columns stand in their order on the screen. */
export interface GridLayout {
  readonly columns: readonly ColumnLayout[]
  readonly sort: readonly SortRule[]
}

export function cellText(value: CellValue): string {
  return value === null ? '' : String(value)
}
