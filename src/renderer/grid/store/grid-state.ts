import type { FacetChoices, FacetValue } from './filter-rows.ts'
import type { GridColumn, GridLayout } from '../columns/grid-column.ts'

/** The column of ticks; it stands first and is no column of the data. */
export const TICK_COLUMN = '$tick'

/** Where the keyboard is; a row of null is the header. */
export interface GridFocus {
  readonly rowId: string | null
  readonly columnId: string
}

export interface SelectionCounts {
  readonly selected: number
  /** Selected rows that the filter does not let through; they still count as selected. */
  readonly hidden: number
  readonly shown: number
  readonly rows: number
}

export interface GridState<Row> {
  readonly columns: readonly GridColumn<Row>[]
  readonly layout: GridLayout
  /** Grows whenever rows come or change: what is worked out from rows is fresh while this number stays. */
  readonly revision: number
  readonly rowCount: number
  /** Rows as displayed: places in the order of loading, filtered and sorted. */
  readonly shown: Int32Array
  readonly quickFilter: string
  readonly facets: FacetChoices
  /** By row id, so that it survives sorting, filtering and rows that come late. */
  readonly selection: ReadonlySet<string>
  /** Several ticks that one click replaced; `restoreSelection` brings them back. */
  readonly replacedSelection: ReadonlySet<string> | null
  readonly anchorId: string | null
  readonly focus: GridFocus
  /** The row that the keyboard or the pointer was in last: what a pane beside the grid shows. The header is no row, and changes nothing. */
  readonly currentId: string | null
}

export interface RowActions<Row> {
  /** Adds rows at the end; a row whose id is known replaces the older one in its place. */
  appendRows: (rows: readonly Row[]) => void
  /** Replaces all rows; selection and focus stay where their rows are still there. */
  setRows: (rows: readonly Row[]) => void
  /** Works ahead for the quick filter as long as there is time; true when nothing is left to do. */
  prepare: (hasTime: () => boolean) => boolean
  rowAt: (position: number) => Row | undefined
  idAt: (position: number) => string | undefined
  /** Place on the screen, counted from 0; -1 where the row is filtered out or unknown. */
  positionOf: (rowId: string | null) => number
  /** In the order of loading, whatever a filter hides. */
  allRows: () => readonly Row[]
  /** In displayed order: what an export writes. */
  shownRows: () => Row[]
  /** In displayed order. */
  shownColumns: () => readonly GridColumn<Row>[]
}

export interface ArrangeActions {
  setLayout: (layout: GridLayout) => void
  /** Ascending, descending, none; added to the keys before it, or alone. */
  sortBy: (columnId: string, isAdded: boolean) => void
  setQuickFilter: (text: string) => void
  /** An empty list lets every value through. */
  setFacet: (columnId: string, values: readonly (string | null)[]) => void
  clearFilters: () => void
  facetValues: (columnId: string) => FacetValue[]
  /** The row that the keyboard goes to becomes the start of the next range, unless a range is being drawn. */
  setFocus: (focus: GridFocus, anchor?: 'moved' | 'kept') => void
}

export interface SelectionActions<Row> {
  selectOnly: (rowId: string) => void
  toggleRow: (rowId: string) => void
  /** From the anchor (the row last clicked, toggled or gone to) to this row; keeps what is selected elsewhere when told so. */
  selectTo: (rowId: string, isKept: boolean) => void
  selectAllShown: () => void
  /** Selects all shown rows, or, where all are selected already, none of them. */
  toggleAllShown: () => void
  clearSelection: () => void
  /** Brings back what a click or `clearSelection` replaced. */
  restoreSelection: () => void
  /** In displayed order, then those that the filter hides. */
  selectedRows: () => Row[]
  selectionCounts: () => SelectionCounts
}

export interface GridActions<Row> extends RowActions<Row>, ArrangeActions, SelectionActions<Row> {}
