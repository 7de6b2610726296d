import type { GridColumn, GridLayout } from '../columns/grid-column.ts'
import type { FacetChoices, FacetValue, RowFilter } from './filter-rows.ts'
import type { RowGroup } from './group-rows.ts'

/** The column of ticks; it comes first and is not part of the data. */
export const TICK_COLUMN = '$tick'

/** The focused cell; a null row is the header. In the heading of a group, the id is the group’s. */
export interface GridFocus {
  readonly rowId: string | null
  readonly columnId: string
}

export interface SelectionCounts {
  readonly selected: number
  /** Selected rows that the filter hides; they still count as selected. */
  readonly hidden: number
  readonly shown: number
  readonly rows: number
}

export interface GridState<Row> {
  readonly columns: readonly GridColumn<Row>[]
  readonly layout: GridLayout
  /** Columns that are left out for now, because every row would show the same in them; the layout is as the user made it. */
  readonly dropped: readonly string[]
  /** Increases whenever rows are added or change: anything derived from rows is valid while it stays the same. */
  readonly revision: number
  readonly rowCount: number
  /** The displayed rows as indexes in loading order, filtered and sorted. */
  readonly shown: Int32Array
  /** Empty while the rows are not grouped. */
  readonly groups: readonly RowGroup[]
  /** Ids of the groups whose rows are not drawn. They are still shown: what is done with all shown rows is done with them. */
  readonly collapsed: ReadonlySet<string>
  /** What is drawn, line by line (`linesOf`). */
  readonly lines: Int32Array
  readonly quickFilter: string
  readonly facets: FacetChoices
  /** By row id, so that it survives sorting, filtering and later rows. */
  readonly selection: ReadonlySet<string>
  readonly anchorId: string | null
  /** What the range from the anchor has ticked: it follows the range, other ticks stay. */
  readonly rangeIds: readonly string[]
  /** The row whose menu is open, where it is none of the ticked ones: commands are then about this row alone. */
  readonly pointedId: string | null
  readonly focus: GridFocus
  /** The row that the keyboard or the pointer was in last, for the pane beside the grid. Focusing the header does not change it. */
  readonly currentId: string | null
}

export interface RowActions<Row> {
  /** Adds rows at the end; a row with a known id replaces the older one in place. */
  appendRows: (rows: readonly Row[]) => void
  /** Replaces all rows; selection and focus stay on rows that still exist. */
  setRows: (rows: readonly Row[]) => void
  /** Prepares the quick filter while there is time; true when nothing is left to do. */
  prepare: (hasTime: () => boolean) => boolean
  rowAt: (position: number) => Row | undefined
  idAt: (position: number) => string | undefined
  /** The group of which this is the heading. */
  groupAt: (position: number) => RowGroup | undefined
  /** The row that commands and the pane beside the grid are about, also in a collapsed group. */
  currentRow: () => Row | undefined
  /** Displayed position from 0; -1 if the row is filtered out, in a collapsed group, or unknown. */
  positionOf: (rowId: string | null) => number
  /** Place among the shown rows from 0, those of collapsed groups included; -1 if the row is filtered out or unknown. */
  placeOf: (rowId: string | null) => number
  idOfPlace: (place: number) => string | undefined
  /** In loading order, including rows that a filter hides. */
  allRows: () => readonly Row[]
  /** In displayed order, as an export writes them. */
  shownRows: () => Row[]
  /** In displayed order. */
  shownColumns: () => readonly GridColumn<Row>[]
  /** The layout, or another one for these columns, without the dropped columns. */
  drawnLayout: (layout?: GridLayout) => GridLayout
}

export interface ArrangeActions {
  setLayout: (layout: GridLayout) => void
  dropColumns: (columnIds: readonly string[]) => void
  /** Ascending, descending, none; as an additional key, or alone. */
  sortBy: (columnId: string, isAdded: boolean) => void
  /** Null for no groups. All groups are open at first. */
  groupBy: (columnId: string | null) => void
  toggleGroup: (groupId: string) => void
  collapseAll: (isCollapsed: boolean) => void
  setQuickFilter: (text: string) => void
  /** An empty list lets every value through. */
  setFacet: (columnId: string, values: readonly (string | null)[]) => void
  /** By words and facets at once; facets of columns that are no more are left out. */
  narrow: (filter: RowFilter) => void
  clearFilters: () => void
  facetValues: (columnId: string) => FacetValue[]
  /** The focused row becomes the start of the next range, unless a range is being extended. */
  setFocus: (focus: GridFocus, anchor?: 'moved' | 'kept') => void
}

export interface SelectionActions<Row> {
  /** Null for none. */
  pointAt: (rowId: string | null) => void
  toggleRow: (rowId: string) => void
  /** Ticks every row of the group or, if all are ticked, none. */
  tickGroup: (groupId: string) => void
  isGroupTicked: (group: RowGroup) => boolean
  /** Ticks from the anchor (the row last clicked, toggled or focused) to this row. */
  selectTo: (rowId: string) => void
  selectAllShown: () => void
  /** Selects all shown rows or, if all are selected already, none. */
  toggleAllShown: () => void
  clearSelection: () => void
  /** In displayed order, followed by those that the filter hides. */
  selectedRows: () => Row[]
  /** What a command acts on: the ticked rows or, without ticks, the current one; while a menu is open, what that is about. */
  chosenRows: () => Row[]
  selectionCounts: () => SelectionCounts
}

export interface GridActions<Row> extends RowActions<Row>, ArrangeActions, SelectionActions<Row> {}
