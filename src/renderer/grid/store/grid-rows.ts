import type { StoreApi } from 'zustand/vanilla'
import { type FacetValue, facetValues, filterRows } from './filter-rows.ts'
import type { GridState } from './grid-state.ts'
import { sortRows } from './rank-rows.ts'
import { RowTable } from './row-table.ts'

/** Holds the rows of a grid outside its state, because they are too many to copy, and keeps the state’s order of them up to date. */
export class GridRows<Row> {
  readonly #store: StoreApi<GridState<Row>>
  readonly #rowId: (row: Row) => string
  #table: RowTable<Row>
  #positions: Int32Array | undefined

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
    this.arrange(kept.length === selection.size ? {} : { selection: new Set(kept), replacedSelection: null })
  }

  /** Applies a change, computes which rows are shown in which order, and keeps the focus on a shown row. */
  arrange(change: Partial<GridState<Row>>): void {
    const before = this.#store.getState()
    const beforePosition = this.positionOf(before.currentId)
    const after = { ...before, ...change }
    const sorts = after.layout.sort.map(({ id, direction }) => ({
      ranking: this.#table.ranking(id),
      isDescending: direction === 'descending',
    }))
    const shown = sortRows(filterRows(this.#table, after), sorts)
    this.#positions = undefined
    this.#store.setState({
      ...after,
      shown,
      rowCount: this.#table.rows.length,
      revision: before.revision + 1,
    })
    this.#keepFocus(beforePosition)
  }

  prepare(hasTime: () => boolean): boolean {
    return this.#table.prepare(hasTime)
  }

  rowAt(position: number): Row | undefined {
    return this.#table.rows[this.#store.getState().shown[position] ?? -1]
  }

  idAt(position: number): string | undefined {
    return this.#table.ids[this.#store.getState().shown[position] ?? -1]
  }

  rowOf(id: string): Row | undefined {
    return this.#table.rows[this.#table.indexOf(id) ?? -1]
  }

  positionOf(rowId: string | null): number {
    const index = rowId === null ? undefined : this.#table.indexOf(rowId)
    if (index === undefined) return -1
    this.#positions ??= this.#readPositions()
    return this.#positions[index] ?? -1
  }

  allRows(): readonly Row[] {
    return this.#table.rows
  }

  shownRows(): Row[] {
    return Array.from(this.#store.getState().shown, (_, position) => this.rowAt(position)).filter(
      (row) => row !== undefined,
    )
  }

  facetValues(columnId: string): FacetValue[] {
    return facetValues(this.#table, this.#store.getState(), columnId)
  }

  #readPositions(): Int32Array {
    const positions = new Int32Array(this.#table.rows.length).fill(-1)
    for (const [position, index] of this.#store.getState().shown.entries()) positions[index] = position
    return positions
  }

  /** If the current row was filtered out, the row now in its place becomes current and takes the focus. */
  #keepFocus(beforePosition: number): void {
    const { focus, currentId, shown } = this.#store.getState()
    if (currentId === null || this.positionOf(currentId) !== -1) return
    const nextId = this.idAt(Math.min(Math.max(beforePosition, 0), shown.length - 1)) ?? null
    this.#store.setState({ currentId: nextId, focus: focus.rowId === null ? focus : { ...focus, rowId: nextId } })
  }

  #emptyTable(): RowTable<Row> {
    return new RowTable(this.#store.getState().columns, this.#rowId)
  }
}
