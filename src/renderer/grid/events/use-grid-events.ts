import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, type RefObject, useMemo } from 'react'
import { isBareShortcut } from '../../commands/commands-store.ts'
import { menuPlace } from '../../ui/actions/Menu.tsx'
import { rootRowPx } from '../../ui/rows/use-rem-px.ts'
import type { GridColumn } from '../columns/grid-column.ts'
import type { GridProps } from '../grid-props.ts'
import type { GridStore } from '../store/create-grid-store.ts'
import { TICK_COLUMN } from '../store/grid-state.ts'
import { toTabSeparated } from '../store/write-rows.ts'
import { handleGridKey } from './grid-keys.ts'
import { TypeAhead } from './type-ahead.ts'
import { gridTarget, type GridFocusHandlers, useGridFocus } from './use-grid-focus.ts'

interface PointerHandlers {
  readonly onClick: (event: MouseEvent) => void
  readonly onDoubleClick: (event: MouseEvent) => void
  readonly onContextMenu: (event: MouseEvent) => void
  readonly onMouseOver: (event: MouseEvent) => void
  readonly onMouseOut: (event: MouseEvent) => void
}

interface KeyHandlers {
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onCopy: (event: ClipboardEvent) => void
}

interface GridEvents {
  readonly handlers: PointerHandlers & KeyHandlers & GridFocusHandlers
  readonly keepFocus: () => void
}

/** Every event of a grid, handled in one place for all cells. */
export function useGridEvents<Row>(
  props: GridProps<Row>,
  scroller: RefObject<HTMLElement | null>,
  onColumnMenu: (columnId: string) => void,
): GridEvents {
  const { handlers, follow, keep } = useGridFocus(props, scroller)
  const { store, onOpen } = props
  const pageRows = (): number => {
    // One for the header, one that stays in view as orientation.
    return Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / rootRowPx()) - 2, 1)
  }
  const typeAhead = useMemo(() => new TypeAhead(store, isBareShortcut), [store])
  const onKeyDown = (event: KeyboardEvent): void => {
    follow()
    if (handleGridKey(event, { store, pageRows, onOpen, onColumnMenu, typeAhead })) event.preventDefault()
  }
  const onCopy = (event: ClipboardEvent): void => copyRows(props, event)
  return { handlers: { ...handlers, ...pointerHandlers(props), onKeyDown, onCopy }, keepFocus: keep }
}

function pointerHandlers<Row>({ store, onOpen, onContextMenu }: GridProps<Row>): PointerHandlers {
  const { actions } = store
  return {
    onClick: ({ target, shiftKey, ctrlKey, metaKey }) => {
      const { columnId, position } = gridTarget(target)
      const rowId = actions.idAt(position ?? -1)
      const group = actions.groupAt(position ?? -1)
      if (group !== undefined) clickGroup(store, group.id, columnId)
      else if (rowId !== undefined) clickRow(store, { rowId, columnId, isShift: shiftKey, isCtrl: ctrlKey || metaKey })
    },
    onDoubleClick: ({ target }) => {
      const row = actions.rowAt(gridTarget(target).position ?? -1)
      if (row !== undefined) onOpen?.(row)
    },
    onContextMenu: (event) => {
      const { position } = gridTarget(event.target)
      const rowId = actions.idAt(position ?? -1)
      const isRow = actions.rowAt(position ?? -1) !== undefined
      if (rowId === undefined || !isRow || onContextMenu === undefined) return
      event.preventDefault()
      pointForMenu(store, rowId)
      onContextMenu(menuPlace(event))
    },
    onMouseOver: ({ target }) => {
      const { cell, columnId, position } = gridTarget(target)
      const row = actions.rowAt(position ?? -1)
      const column = store.getState().columns.find(({ id }) => id === columnId)
      if (cell !== null && column !== undefined) {
        cell.title = row === undefined ? titleHint(column, cell) : cellHint(column, row, cell)
      }
    },
    onMouseOut: ({ target }) => gridTarget(target).cell?.removeAttribute('title'),
  }
}

function copyRows<Row>({ store, onCopied }: GridProps<Row>, event: ClipboardEvent): void {
  const { actions } = store
  const rows = actions.chosenRows()
  if (rows.length === 0) return
  event.preventDefault()
  event.clipboardData.setData('text/plain', toTabSeparated(rows, actions.shownColumns()))
  onCopied?.(rows.length)
}

/** The tick of a heading ticks its group; the rest opens or closes it. */
function clickGroup<Row>({ actions }: GridStore<Row>, groupId: string, columnId: string | null): void {
  if (columnId === TICK_COLUMN) actions.tickGroup(groupId)
  else actions.toggleGroup(groupId)
}

export interface RowClick {
  readonly rowId: string
  readonly columnId: string | null
  readonly isShift: boolean
  readonly isCtrl: boolean
}

/** A click makes its row the current one. It ticks in the box, with Ctrl, and with Shift as far as the row; it never unticks others. */
export function clickRow<Row>(store: GridStore<Row>, { rowId, columnId, isShift, isCtrl }: RowClick): void {
  const { actions, getState } = store
  if (isShift) actions.selectTo(rowId)
  else if (isCtrl || columnId === TICK_COLUMN) actions.toggleRow(rowId)
  else actions.setFocus({ rowId, columnId: columnId ?? getState().focus.columnId })
}

/** A menu is about the ticked rows if its row is one of them, otherwise about that row. */
export function pointForMenu<Row>({ actions, getState }: GridStore<Row>, rowId: string): void {
  actions.pointAt(getState().selection.has(rowId) ? null : rowId)
}

/** A cell’s hint on hover: the value as received, or its full text if the column cuts it off. */
function cellHint<Row>(column: GridColumn<Row>, row: Row, cell: HTMLElement): string {
  const value = column.value(row)
  const received = column.received?.(row) ?? null
  if (received !== null && received !== '' && received !== String(value)) return `Received: “${received}”`
  if (value === null || value === '') return 'Unknown: the service did not say'
  return cell.scrollWidth > cell.clientWidth ? String(value) : ''
}

/** A column’s title, if it is cut off. */
function titleHint<Row>({ title }: GridColumn<Row>, cell: HTMLElement): string {
  const words = cell.firstElementChild
  return words !== null && words.scrollWidth > words.clientWidth ? title : ''
}
