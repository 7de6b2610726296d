import type { ReactNode, RefObject } from 'react'
import { ContextMenu, type MenuEntry } from '../ui/actions/Menu.tsx'
import { fitLayout, showColumn, stepColumn } from './columns/grid-layout.ts'
import { fitColumn } from './events/fit-column.ts'
import type { GridStore } from './store/create-grid-store.ts'

interface ColumnMenuProps<Row> {
  readonly store: GridStore<Row>
  readonly scroller: RefObject<HTMLElement | null>
  /** Undefined while it is closed. */
  readonly columnId: string | undefined
  readonly onClose: () => void
}

/** What can be done with one column without dragging. Opens under the column’s title. */
export function ColumnMenu<Row>({ store, scroller, columnId, onClose }: ColumnMenuProps<Row>): ReactNode {
  const title = store.getState().columns.find(({ id }) => id === columnId)?.title ?? ''
  return (
    <ContextMenu
      label={`Column “${title}”`}
      at={columnId === undefined ? undefined : placeUnder(scroller.current, columnId)}
      entries={columnId === undefined ? [] : entriesFor(store, scroller, columnId)}
      onClose={onClose}
    />
  )
}

function entriesFor<Row>(
  store: GridStore<Row>,
  scroller: RefObject<HTMLElement | null>,
  columnId: string,
): readonly MenuEntry[] {
  const { layout, columns } = store.getState()
  const { setLayout } = store.actions
  const direction = layout.sort.find(({ id }) => id === columnId)?.direction
  const sorted = (next: 'ascending' | 'descending' | undefined) => () =>
    setLayout({ ...layout, sort: next === undefined ? [] : [{ id: columnId, direction: next }] })
  const hidden = showColumn(layout, columnId, false)
  const left = stepColumn(layout, columnId, -1)
  const right = stepColumn(layout, columnId, 1)
  return [
    { id: 'ascending', title: 'Sort ascending', isTicked: direction === 'ascending', run: sorted('ascending') },
    { id: 'descending', title: 'Sort descending', isTicked: direction === 'descending', run: sorted('descending') },
    { id: 'unsorted', title: 'Original order', isEnabled: layout.sort.length > 0, run: sorted(undefined) },
    'separator',
    { id: 'left', title: 'Move left', isEnabled: left !== layout, run: () => setLayout(left) },
    { id: 'right', title: 'Move right', isEnabled: right !== layout, run: () => setLayout(right) },
    { id: 'fit', title: 'Fit to content', run: () => fitColumn(store, scroller.current, columnId) },
    'separator',
    { id: 'hide', title: 'Hide this column', isEnabled: hidden !== layout, run: () => setLayout(hidden) },
    { id: 'reset', title: 'Restore columns', run: () => setLayout({ ...fitLayout(columns), sort: layout.sort }) },
  ]
}

function placeUnder(grid: HTMLElement | null, columnId: string): { x: number; y: number } {
  const title = grid?.querySelector(`th[data-column="${CSS.escape(columnId)}"]`)
  const box = title?.getBoundingClientRect()
  return { x: box?.left ?? 0, y: box?.bottom ?? 0 }
}
