import { createStore, type StoreApi } from 'zustand/vanilla'
import type { GridColumn, GridLayout } from '../columns/grid-column.ts'
import { fitLayout, nextSort, withoutColumns } from '../columns/grid-layout.ts'
import { GridRows } from './grid-rows.ts'
import {
  type ArrangeActions,
  type GridActions,
  type GridFocus,
  type GridState,
  type RowActions,
  TICK_COLUMN,
} from './grid-state.ts'
import { selectionActions } from './selection-actions.ts'

export interface GridStoreOptions<Row> {
  readonly rowId: (row: Row) => string
  /** As stored earlier; adapted to columns added or removed since. */
  readonly layout?: GridLayout | undefined
}

export interface GridStore<Row> extends StoreApi<GridState<Row>> {
  readonly actions: GridActions<Row>
}

/** The state of one grid: its rows, their arrangement, the selection and the focus. */
export function createGridStore<Row>(
  columns: readonly GridColumn<Row>[],
  { rowId, layout }: GridStoreOptions<Row>,
): GridStore<Row> {
  const store = createStore<GridState<Row>>(() => firstState(columns, layout))
  const rows = new GridRows(store, rowId)
  const actions = { ...rowActions(store, rows), ...arrangeActions(store, rows), ...selectionActions(store, rows) }
  return { ...store, actions }
}

function firstState<Row>(columns: readonly GridColumn<Row>[], stored: GridLayout | undefined): GridState<Row> {
  const layout = fitLayout(columns, stored)
  return {
    columns,
    layout,
    dropped: [],
    revision: 0,
    rowCount: 0,
    shown: new Int32Array(),
    groups: [],
    collapsed: new Set(),
    lines: new Int32Array(),
    quickFilter: '',
    facets: {},
    selection: new Set(),
    anchorId: null,
    rangeIds: [],
    pointedId: null,
    focus: shownFocus(layout, { rowId: null, columnId: '' }),
    currentId: null,
  }
}

function rowActions<Row>(store: StoreApi<GridState<Row>>, rows: GridRows<Row>): RowActions<Row> {
  // The same list while the same columns are shown, so that a new width redraws no row.
  let shown: readonly GridColumn<Row>[] = []
  const drawnLayout = (layout = store.getState().layout): GridLayout => withoutColumns(layout, store.getState().dropped)
  return {
    drawnLayout,
    appendRows: (added) => rows.append(added),
    setRows: (all) => rows.replaceAll(all),
    prepare: (hasTime) => rows.prepare(hasTime),
    rowAt: (position) => rows.rowAt(position),
    idAt: (position) => rows.idAt(position),
    groupAt: (position) => rows.groupAt(position),
    currentRow: () => rows.rowOf(store.getState().currentId ?? ''),
    positionOf: (rowId) => rows.positionOf(rowId),
    placeOf: (rowId) => rows.placeOf(rowId),
    idOfPlace: (place) => rows.idOfPlace(place),
    allRows: () => rows.allRows(),
    shownRows: () => rows.shownRows(),
    shownColumns: () => {
      const { columns } = store.getState()
      const visible = drawnLayout().columns.filter(({ isHidden }) => !isHidden)
      const next = visible.flatMap(({ id }) => columns.find((column) => column.id === id) ?? [])
      const isSame = next.length === shown.length && next.every((column, at) => column === shown[at])
      if (!isSame) shown = next
      return shown
    },
  }
}

function arrangeActions<Row>(store: StoreApi<GridState<Row>>, rows: GridRows<Row>): ArrangeActions {
  const setLayout = (stored: GridLayout): void => {
    const { columns, layout: before } = store.getState()
    const layout = fitLayout(columns, stored)
    const isSameSort = layout.groupBy === before.groupBy && JSON.stringify(layout.sort) === JSON.stringify(before.sort)
    if (JSON.stringify(layout) === JSON.stringify(before)) return
    if (isSameSort) store.setState({ layout })
    else rows.arrange({ layout })
    keepFocus()
  }
  const keepFocus = (): void =>
    store.setState(({ focus, layout, dropped }) => ({ focus: shownFocus(withoutColumns(layout, dropped), focus) }))
  return {
    setLayout,
    dropColumns: (dropped) => {
      store.setState({ dropped })
      keepFocus()
    },
    sortBy: (columnId, isAdded) => {
      const { layout } = store.getState()
      setLayout({ ...layout, sort: nextSort(layout.sort, columnId, isAdded) })
    },
    groupBy: (groupBy) => {
      store.setState({ collapsed: new Set() })
      setLayout({ ...store.getState().layout, groupBy })
    },
    toggleGroup: (groupId) => {
      const collapsed = new Set(store.getState().collapsed)
      if (!collapsed.delete(groupId)) collapsed.add(groupId)
      rows.collapse(collapsed)
    },
    collapseAll: (isCollapsed) =>
      rows.collapse(new Set(isCollapsed ? store.getState().groups.map(({ id }) => id) : [])),
    setQuickFilter: (quickFilter) => rows.arrange({ quickFilter }),
    setFacet: (columnId, values) => {
      const { [columnId]: _, ...others } = store.getState().facets
      rows.arrange({ facets: values.length === 0 ? others : { ...others, [columnId]: values } })
    },
    narrow: ({ quickFilter, facets }) => {
      const isColumn = (columnId: string): boolean => store.getState().columns.some(({ id }) => id === columnId)
      const known = Object.entries(facets).filter(([columnId]) => isColumn(columnId))
      rows.arrange({ quickFilter, facets: Object.fromEntries(known) })
    },
    clearFilters: () => rows.arrange({ quickFilter: '', facets: {} }),
    facetValues: (columnId) => rows.facetValues(columnId),
    setFocus: (focus, anchor = 'moved') =>
      store.setState(({ anchorId, currentId, rangeIds }) => {
        // The heading of a group has the focus, but is no row.
        const rowId = rows.placeOf(focus.rowId) === -1 ? null : focus.rowId
        return {
          focus,
          currentId: rowId ?? currentId,
          anchorId: anchor === 'moved' ? (rowId ?? anchorId) : anchorId,
          rangeIds: anchor === 'moved' ? [] : rangeIds,
        }
      }),
  }
}

/** A focus in a hidden column moves to the first shown one. */
function shownFocus(layout: GridLayout, focus: GridFocus): GridFocus {
  const shown = layout.columns.filter(({ isHidden }) => !isHidden)
  if (focus.columnId === TICK_COLUMN || shown.some(({ id }) => id === focus.columnId)) return focus
  return { ...focus, columnId: shown[0]?.id ?? TICK_COLUMN }
}
