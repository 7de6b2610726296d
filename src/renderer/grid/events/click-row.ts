import type { GridStore } from '../store/create-grid-store.ts'
import { TICK_COLUMN } from '../store/grid-state.ts'

export interface RowClick {
  readonly rowId: string
  readonly columnId: string | null
  readonly isShift: boolean
  readonly isCtrl: boolean
}

/** What a click selects: alone, one more (Ctrl, or the tick), or a range (Shift). */
export function clickRow<Row>({ actions }: GridStore<Row>, { rowId, columnId, isShift, isCtrl }: RowClick): void {
  const isTick = columnId === TICK_COLUMN
  if (isShift) actions.selectTo(rowId, isCtrl || isTick)
  else if (isCtrl || isTick) actions.toggleRow(rowId)
  else actions.selectOnly(rowId)
}

/** What a menu is about: the whole selection where the row is part of it, otherwise that row, which is then selected. */
export function rowsForMenu<Row>({ actions, getState }: GridStore<Row>, rowId: string): readonly string[] {
  if (!getState().selection.has(rowId)) actions.selectOnly(rowId)
  return [...getState().selection]
}
