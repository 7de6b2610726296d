import type { ReactNode, RefObject } from 'react'
import { ContextMenu, type MenuEntry, type MenuPlace } from '../ui/actions/Menu.tsx'
import type { GridColumn } from './columns/grid-column.ts'
import { restoredLayout, showColumn, stepColumn } from './columns/grid-layout.ts'
import { fitColumn } from './events/use-header-drag.ts'
import type { GridStore } from './store/create-grid-store.ts'

interface ColumnMenuProps<Row> {
  readonly store: GridStore<Row>
  readonly scroller: RefObject<HTMLElement | null>
  /** Undefined while it is closed. */
  readonly columnId: string | undefined
  readonly onClose: () => void
  readonly onFilter: (columnId: string) => void
}

/** What can be done with one column without dragging. Opens under the column’s title. */
export function ColumnMenu<Row>(props: ColumnMenuProps<Row>): ReactNode {
  const { store, scroller, columnId, onClose } = props
  const title = store.getState().columns.find(({ id }) => id === columnId)?.title ?? ''
  return (
    <ContextMenu
      label={`Column “${title}”`}
      at={columnId === undefined ? undefined : placeUnder(scroller.current, columnId)}
      entries={columnId === undefined ? [] : entriesFor(props, columnId)}
      onClose={onClose}
    />
  )
}

function entriesFor<Row>({ store, scroller, onFilter }: ColumnMenuProps<Row>, columnId: string): readonly MenuEntry[] {
  const { layout, columns } = store.getState()
  const column = columns.find(({ id }) => id === columnId)
  const { setLayout } = store.actions
  const direction = layout.sort.find(({ id }) => id === columnId)?.direction
  const sorted = (next: 'ascending' | 'descending' | undefined) => () =>
    setLayout({ ...layout, sort: next === undefined ? [] : [{ id: columnId, direction: next }] })
  const hidden = showColumn(layout, columnId, false)
  const left = stepColumn(layout, columnId, -1)
  const right = stepColumn(layout, columnId, 1)
  const filter = { id: 'filter', title: 'Filter…', run: () => onFilter(columnId) }
  const own = [...(column?.hasFacet === true ? [filter] : []), ...groupEntries(store, column)]
  return [
    { id: 'ascending', title: 'Sort ascending', isTicked: direction === 'ascending', run: sorted('ascending') },
    { id: 'descending', title: 'Sort descending', isTicked: direction === 'descending', run: sorted('descending') },
    { id: 'unsorted', title: 'Original order', isEnabled: layout.sort.length > 0, run: sorted(undefined) },
    'separator',
    ...(own.length > 0 ? ([...own, 'separator'] as const) : []),
    { id: 'left', title: 'Move left', isEnabled: left !== layout, run: () => setLayout(left) },
    { id: 'right', title: 'Move right', isEnabled: right !== layout, run: () => setLayout(right) },
    { id: 'fit', title: 'Fit to content', run: () => fitColumn(store, scroller.current, columnId) },
    'separator',
    { id: 'hide', title: 'Hide this column', isEnabled: hidden !== layout, run: () => setLayout(hidden) },
    { id: 'reset', title: 'Restore columns', run: () => setLayout(restoredLayout(columns, layout)) },
  ]
}

function groupEntries<Row>(store: GridStore<Row>, column: GridColumn<Row> | undefined): readonly MenuEntry[] {
  const { layout, groups, collapsed } = store.getState()
  const { groupBy, collapseAll } = store.actions
  const isGrouped = layout.groupBy === column?.id
  const isAllClosed = collapsed.size > 0 && collapsed.size === groups.length
  return [
    ...(column?.isGroupable === true
      ? [
          {
            id: 'group',
            title: `Group by ${column.title.toLowerCase()}`,
            isTicked: isGrouped,
            run: () => groupBy(isGrouped ? null : column.id),
          },
        ]
      : []),
    ...(layout.groupBy === null
      ? []
      : [
          {
            id: 'collapse',
            title: isAllClosed ? 'Open all groups' : 'Close all groups',
            run: () => collapseAll(!isAllClosed),
          },
        ]),
  ]
}

/** Where a menu of a column opens: under its title. */
export function placeUnder(grid: HTMLElement | null, columnId: string): MenuPlace {
  const box = grid?.querySelector(`th[data-column="${CSS.escape(columnId)}"]`)?.getBoundingClientRect()
  return { x: box?.left ?? 0, y: box?.bottom ?? 0 }
}
