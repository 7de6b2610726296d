import type { StoreApi } from 'zustand/vanilla'
import type { GridLayout, SortRule } from '../columns/grid-column.ts'
import { type FacetValue, facetValues, filterRows } from './filter-rows.ts'
import type { GridState } from './grid-state.ts'
import { type GroupedRows, groupRows, linesOf, type RowGroup } from './group-rows.ts'
import { sortRows } from './rank-rows.ts'
import { RowTable } from './row-table.ts'

/**
 * Holds the rows of a grid outside its state, because they are too many to copy, and keeps the state’s order of them up to date.
 * A position counts drawn lines, headings of groups included; a place counts shown rows, those of collapsed groups included.
 */
export class GridRows<Row> {
  readonly #store: StoreApi<GridState<Row>>
  readonly #rowId: (row: Row) => string
  #table: RowTable<Row>
  #positions: Int32Array | undefined
  #places: Int32Array | undefined

  constructor(store: StoreApi<GridState<Row>>, rowId: (row: Row) => string) {
    this.#store = store
    this.#rowId = rowId
    this.#table = this.#emptyTable()
  }

  append(rows: readonly Row[]): void {
    this.#table.append(rows)
    this.arrange({})
  }

  replaceAll(rows: readonly Row[]): void {
    this.#table = this.#emptyTable()
    this.#table.append(rows)
    const { selection } = this.#store.getState()
    const kept = [...selection].filter((id) => this.#table.indexOf(id) !== undefined)
    this.arrange(kept.length === selection.size ? {} : { selection: new Set(kept) })
  }

  /** Applies a change, computes which rows are shown in which order, and keeps the focus on a shown row. */
  arrange(change: Partial<GridState<Row>>): void {
    const before = this.#store.getState()
    const beforePlace = this.placeOf(before.currentId)
    const after = { ...before, ...change }
    const grouped = this.#grouped(after)
    this.#positions = undefined
    this.#places = undefined
    this.#store.setState({
      ...after,
      ...grouped,
      lines: linesOf(grouped, after.collapsed),
      rowCount: this.#table.rows.length,
      revision: before.revision + 1,
    })
    this.#keepFocus(beforePlace)
  }

  /** Opens or closes groups without sorting again. */
  collapse(collapsed: ReadonlySet<string>): void {
    const { shown, groups } = this.#store.getState()
    this.#positions = undefined
    this.#store.setState({ collapsed, lines: linesOf({ shown, groups }, collapsed) })
    this.#keepFocus(this.placeOf(this.#store.getState().currentId))
  }

  prepare(hasTime: () => boolean): boolean {
    return this.#table.prepare(hasTime)
  }

  rowAt(position: number): Row | undefined {
    return this.#table.rows[this.#store.getState().lines[position] ?? -1]
  }

  /** The id of a row, or of the group of which this is the heading. */
  idAt(position: number): string | undefined {
    return this.#table.ids[this.#store.getState().lines[position] ?? -1] ?? this.groupAt(position)?.id
  }

  groupAt(position: number): RowGroup | undefined {
    const { lines, groups } = this.#store.getState()
    return groups[-1 - (lines[position] ?? 0)]
  }

  /** Also one that a filter hides. */
  rowOf(id: string): Row | undefined {
    return this.#table.rows[this.#table.indexOf(id) ?? -1]
  }

  positionOf(id: string | null): number {
    if (id === null) return -1
    const index = this.#table.indexOf(id)
    const { lines, groups } = this.#store.getState()
    if (index === undefined) {
      const group = groups.findIndex((one) => one.id === id)
      return group === -1 ? -1 : lines.indexOf(-1 - group)
    }
    this.#positions ??= inverted(lines, this.#table.rows.length)
    return this.#positions[index] ?? -1
  }

  /** Among the shown rows; -1 if the row is filtered out or unknown. */
  placeOf(rowId: string | null): number {
    const index = rowId === null ? undefined : this.#table.indexOf(rowId)
    if (index === undefined) return -1
    this.#places ??= inverted(this.#store.getState().shown, this.#table.rows.length)
    return this.#places[index] ?? -1
  }

  idOfPlace(place: number): string | undefined {
    return this.#table.ids[this.#store.getState().shown[place] ?? -1]
  }

  allRows(): readonly Row[] {
    return this.#table.rows
  }

  shownRows(): Row[] {
    return Array.from(this.#store.getState().shown, (index) => this.#table.rows[index]).filter(
      (row) => row !== undefined,
    )
  }

  facetValues(columnId: string): FacetValue[] {
    return facetValues(this.#table, this.#store.getState(), columnId)
  }

  #grouped(state: GridState<Row>): GroupedRows {
    const { groupBy } = state.layout
    const sorts = sortRules(state.layout).map(({ id, direction }) => ({
      ranking: this.#table.ranking(id),
      isDescending: direction === 'descending',
    }))
    const shown = sortRows(filterRows(this.#table, state), sorts)
    return groupBy === null ? { shown, groups: [] } : groupRows(shown, groupBy, this.#table.codes(groupBy))
  }

  /**
   * If the current row was filtered out, the row now in its place becomes current and takes the focus; if its group was
   * collapsed, the heading takes it.
   */
  #keepFocus(beforePlace: number): void {
    const { focus, currentId, shown } = this.#store.getState()
    const isGone = currentId !== null && this.placeOf(currentId) === -1
    const nextId = isGone ? (this.idOfPlace(Math.min(Math.max(beforePlace, 0), shown.length - 1)) ?? null) : currentId
    const isFocusGone = focus.rowId !== null && this.positionOf(focus.rowId) === -1
    if (!isGone && !isFocusGone) return
    const rowId = isFocusGone ? this.#nearestDrawn(nextId) : focus.rowId
    this.#store.setState({ currentId: nextId, focus: { ...focus, rowId } })
  }

  /** The row, or the heading of its group if that is collapsed. */
  #nearestDrawn(rowId: string | null): string | null {
    if (rowId === null || this.positionOf(rowId) !== -1) return rowId
    const place = this.placeOf(rowId)
    const { groups } = this.#store.getState()
    return groups.find(({ start, count }) => place >= start && place < start + count)?.id ?? null
  }

  #emptyTable(): RowTable<Row> {
    return new RowTable(this.#store.getState().columns, this.#rowId)
  }
}

/** Groups come in the order of their column, in its direction, unless the rows are in their original order. */
function sortRules({ sort, groupBy }: GridLayout): readonly SortRule[] {
  if (groupBy === null || sort.length === 0) return sort
  const own = sort.find(({ id }) => id === groupBy) ?? { id: groupBy, direction: 'ascending' as const }
  return [own, ...sort.filter(({ id }) => id !== groupBy)]
}

/** By index of a row, where it is in the list; -1 if it is not. */
function inverted(list: Int32Array, count: number): Int32Array {
  const places = new Int32Array(count).fill(-1)
  for (const [place, index] of list.entries()) if (index >= 0) places[index] = place
  return places
}
