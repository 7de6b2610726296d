import type { GridColumn, GridLayout } from '../../../../src/renderer/grid/columns/grid-column.ts'
import { createGridStore, type GridStore } from '../../../../src/renderer/grid/store/create-grid-store.ts'

export interface SampleRow {
  readonly id: string
  readonly reference: string
  readonly port: string | null
  readonly tonnes: number | null
}

export const sampleColumns: readonly GridColumn<SampleRow>[] = [
  { id: 'reference', title: 'Reference', width: 100, value: ({ reference }) => reference },
  { id: 'port', title: 'Port', width: 120, value: ({ port }) => port },
  { id: 'tonnes', title: 'Tonnes', width: 80, align: 'end', value: ({ tonnes }) => tonnes },
]

export const sampleRows: readonly SampleRow[] = [
  { id: 'a', reference: 'PR-10', port: 'Santos', tonnes: 30 },
  { id: 'b', reference: 'PR-9', port: 'Gdańsk', tonnes: null },
  { id: 'c', reference: 'PR-100', port: null, tonnes: 5 },
  { id: 'd', reference: 'PR-1', port: 'Santos', tonnes: 30 },
  { id: 'e', reference: 'PR-2', port: 'gdansk', tonnes: 1000 },
]

export function sampleGrid(rows: readonly SampleRow[] = sampleRows, layout?: GridLayout): GridStore<SampleRow> {
  const store = createGridStore(sampleColumns, { rowId: ({ id }) => id, layout })
  store.actions.appendRows(rows)
  return store
}

/** The ids in displayed order, as one word. */
export function shownIds({ actions }: GridStore<SampleRow>): string {
  return actions
    .shownRows()
    .map(({ id }) => id)
    .join('')
}

export function selectedIds({ getState }: GridStore<SampleRow>): string {
  return [...getState().selection].toSorted().join('')
}
