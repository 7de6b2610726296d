import type { GridColumn } from '../columns/grid-column.ts'

/** What a cell says on hover: the value as it came, or its whole text where the column cuts it off. */
export function cellHint<Row>(column: GridColumn<Row>, row: Row, cell: HTMLElement): string {
  const value = column.value(row)
  const received = column.received?.(row) ?? null
  if (received !== null && received !== '' && received !== String(value)) return `Received: “${received}”`
  if (value === null || value === '') return 'Unknown: the service did not say'
  return cell.scrollWidth > cell.clientWidth ? String(value) : ''
}

/** A column's title where it is cut off. */
export function titleHint<Row>({ title }: GridColumn<Row>, cell: HTMLElement): string {
  const words = cell.firstElementChild
  return words !== null && words.scrollWidth > words.clientWidth ? title : ''
}
