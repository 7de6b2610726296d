/** A cell by its place: row -1 is the header. */
export interface Place {
  readonly row: number
  readonly column: number
}

export interface GridSize {
  readonly rows: number
  readonly columns: number
  /** Rows that one page of scrolling moves by. */
  readonly pageRows: number
}

export interface MoveKey {
  readonly key: string
  readonly isCtrl: boolean
}

/** Where a key takes the keyboard from `place`, or undefined for a key that moves nothing. ARIA's grid pattern. */
export function nextCell({ key, isCtrl }: MoveKey, place: Place, size: GridSize): Place | undefined {
  const lastRow = size.rows - 1
  const lastColumn = size.columns - 1
  const move = (row: number, column: number): Place => ({
    row: Math.min(Math.max(row, -1), lastRow),
    column: Math.min(Math.max(column, 0), lastColumn),
  })
  const { row, column } = place
  switch (key) {
    case 'ArrowUp':
      return move(isCtrl ? 0 : row - 1, column)
    case 'ArrowDown':
      return move(isCtrl ? lastRow : row + 1, column)
    case 'ArrowLeft':
      return move(row, isCtrl ? 0 : column - 1)
    case 'ArrowRight':
      return move(row, isCtrl ? lastColumn : column + 1)
    case 'Home':
      return isCtrl ? move(0, 0) : move(row, 0)
    case 'End':
      return isCtrl ? move(lastRow, lastColumn) : move(row, lastColumn)
    case 'PageUp':
      return move(Math.max(row - size.pageRows, 0), column)
    case 'PageDown':
      return move(Math.max(row, 0) + size.pageRows, column)
    default:
      return undefined
  }
}
