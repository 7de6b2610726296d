import type { ReactNode } from 'react'
import type { MenuPlace } from '../ui/actions/Menu.tsx'
import type { GridLayout } from './columns/grid-column.ts'
import type { GridStore } from './store/create-grid-store.ts'

export interface GridProps<Row> {
  readonly store: GridStore<Row>
  /** Names the grid for screen readers: “Parcel sets”. */
  readonly label: string
  /** Enter or a double click on a row. */
  readonly onOpen?: (row: Row) => void
  /** The row that the keyboard or the pointer moved to, for a preview. Null when no row is left. */
  readonly onFocusRow?: (row: Row | null) => void
  /** A right click or the Menu key on a row, which is then among the ticked ones: commands act on those. */
  readonly onContextMenu?: (place: MenuPlace) => void
  /** After Ctrl+C: how many rows went to the clipboard. */
  readonly onCopied?: (rowCount: number) => void
  /** The user changed columns or sort: store this, and pass it to `createGridStore` next time. */
  readonly onLayoutChange?: (layout: GridLayout) => void
  /** More rows are loading: placeholders follow the rows. */
  readonly isLoading?: boolean
  /** Shown when no rows are loaded. */
  readonly empty?: ReactNode
}
