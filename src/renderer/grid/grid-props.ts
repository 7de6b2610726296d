import type { ReactNode } from 'react'
import type { GridStore } from './store/create-grid-store.ts'
import type { GridLayout } from './columns/grid-column.ts'

export interface GridMenuRequest {
  /** The row asked about, or the whole selection where that row is part of it. */
  readonly rowIds: readonly string[]
  /** Where the menu belongs, in pixels of the window, as ContextMenu takes it. */
  readonly at: { readonly x: number; readonly y: number }
}

export interface GridProps<Row> {
  readonly store: GridStore<Row>
  /** Names the grid for screen readers: “Parcel sets”. */
  readonly label: string
  /** Enter or a double click on a row. */
  readonly onOpen?: (row: Row) => void
  /** The row that the keyboard or the pointer went to: what a preview shows. Null where there is none any more. */
  readonly onFocusRow?: (row: Row | null) => void
  readonly onContextMenu?: (request: GridMenuRequest) => void
  /** After Ctrl+C: how many rows went to the clipboard. */
  readonly onCopied?: (rowCount: number) => void
  /** Columns or sort changed by the user: store this, and give it to `createGridStore` next time. */
  readonly onLayoutChange?: (layout: GridLayout) => void
  /** More rows are on their way: skeleton rows follow those that are there. */
  readonly isLoading?: boolean
  /** In place of rows when none are loaded. */
  readonly empty?: ReactNode
}
