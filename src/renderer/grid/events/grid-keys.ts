import type { KeyboardEvent } from 'react'
import { resizeColumn, stepColumn } from '../columns/grid-layout.ts'
import type { GridStore } from '../store/create-grid-store.ts'
import { TICK_COLUMN } from '../store/grid-state.ts'
import type { TypeAhead } from './type-ahead.ts'

export interface GridKeyContext<Row> {
  readonly store: GridStore<Row>
  readonly pageRows: () => number
  readonly onOpen: ((row: Row) => void) | undefined
  readonly onColumnMenu: (columnId: string) => void
  readonly typeAhead: TypeAhead<Row>
}

const RESIZE_STEP = 16

/** Handles a key in the grid; true if it did, so that the page ignores it. */
export function handleGridKey<Row>(event: KeyboardEvent, context: GridKeyContext<Row>): boolean {
  if (event.altKey) return openMenu(event, context)
  const isHeader = context.store.getState().focus.rowId === null
  const isDone = isHeader ? handleHeaderKey(event, context) : handleRowKey(event, context)
  return isDone || handleSelectionKey(event, context) || moveFocus(event, context) || typeLetter(event, context)
}

/** Also a letter without a row is taken: the next one may belong to the same word, and must not run a shortcut. */
function typeLetter<Row>(event: KeyboardEvent, { store, typeAhead }: GridKeyContext<Row>): boolean {
  if (event.ctrlKey || event.metaKey || store.getState().focus.rowId === null) return false
  const typed = typeAhead.press(event)
  if (typed === undefined) return false
  typeAhead.jump(typed)
  return true
}

function openMenu<Row>(event: KeyboardEvent, { store, onColumnMenu }: GridKeyContext<Row>): boolean {
  const { columnId } = store.getState().focus
  if (event.key !== 'ArrowDown' || columnId === TICK_COLUMN) return false
  onColumnMenu(columnId)
  return true
}

function handleHeaderKey<Row>(event: KeyboardEvent, { store }: GridKeyContext<Row>): boolean {
  const { layout, focus } = store.getState()
  const { actions } = store
  const { key } = event
  const isCommand = event.ctrlKey || event.metaKey
  if (focus.columnId === TICK_COLUMN) {
    // Space belongs to the box.
    if (key === 'Enter') actions.toggleAllShown()
    return key === 'Enter'
  }
  if (key === 'Enter' || key === ' ') {
    actions.sortBy(focus.columnId, event.shiftKey)
    return true
  }
  const step = stepOf(key)
  if (step === undefined || event.shiftKey === isCommand) return false
  const width = layout.columns.find(({ id }) => id === focus.columnId)?.width ?? 0
  actions.setLayout(
    event.shiftKey
      ? resizeColumn(layout, focus.columnId, width + step * RESIZE_STEP)
      : stepColumn(layout, focus.columnId, step),
  )
  return true
}

function handleRowKey<Row>(event: KeyboardEvent, { store, onOpen }: GridKeyContext<Row>): boolean {
  const { rowId } = store.getState().focus
  if (rowId === null) return false
  if (store.actions.groupAt(store.actions.positionOf(rowId)) !== undefined) return handleGroupKey(event, store, rowId)
  if (event.key === ' ') {
    if (event.shiftKey) store.actions.selectTo(rowId)
    else store.actions.toggleRow(rowId)
    return true
  }
  if (event.key !== 'Enter') return false
  const row = store.actions.rowAt(store.actions.positionOf(rowId))
  if (row !== undefined) onOpen?.(row)
  return row !== undefined && onOpen !== undefined
}

/** In the heading of a group, as in a tree: ← closes, → opens, Enter does either, Space ticks its rows. */
function handleGroupKey<Row>({ key }: KeyboardEvent, { actions, getState }: GridStore<Row>, groupId: string): boolean {
  const isCollapsed = getState().collapsed.has(groupId)
  if (key === ' ') {
    actions.tickGroup(groupId)
    return true
  }
  if (key !== 'Enter' && key !== (isCollapsed ? 'ArrowRight' : 'ArrowLeft')) return false
  actions.toggleGroup(groupId)
  return true
}

function handleSelectionKey<Row>(event: KeyboardEvent, { store }: GridKeyContext<Row>): boolean {
  if ((!event.ctrlKey && !event.metaKey) || event.shiftKey) return false
  if (event.key !== 'a') return false
  store.actions.selectAllShown()
  return true
}

function moveFocus<Row>(event: KeyboardEvent, { store, pageRows }: GridKeyContext<Row>): boolean {
  const { actions } = store
  const { focus, lines } = store.getState()
  const columnIds = [TICK_COLUMN, ...actions.shownColumns().map(({ id }) => id)]
  const place = { row: actions.positionOf(focus.rowId), column: columnIds.indexOf(focus.columnId) }
  const size = { rows: lines.length, columns: columnIds.length, pageRows: pageRows() }
  const next = nextCell({ key: event.key, isCtrl: event.ctrlKey || event.metaKey }, place, size)
  if (next === undefined) return false
  const rowId = actions.idAt(next.row) ?? null
  const isRange = event.shiftKey && actions.rowAt(next.row) !== undefined && next.row !== place.row
  actions.setFocus({ rowId, columnId: columnIds[next.column] ?? focus.columnId }, isRange ? 'kept' : 'moved')
  if (isRange && rowId !== null) actions.selectTo(rowId)
  return true
}

function stepOf(key: string): -1 | 1 | undefined {
  if (key === 'ArrowLeft') return -1
  return key === 'ArrowRight' ? 1 : undefined
}

/** A cell by position: row -1 is the header. */
export interface Place {
  readonly row: number
  readonly column: number
}

export interface GridSize {
  readonly rows: number
  readonly columns: number
  /** Rows per page of scrolling. */
  readonly pageRows: number
}

export interface MoveKey {
  readonly key: string
  readonly isCtrl: boolean
}

/** The cell that a key moves to from `place`; undefined if the key moves nothing. Follows ARIA’s grid pattern. */
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
