import { foldText } from '../../../shared/text/fold-text.ts'
import type { ColumnCodes, RowTable } from './row-table.ts'

/** Allowed values by column id; null stands for unknown. A column without an entry allows any value. */
export type FacetChoices = Readonly<Record<string, readonly (string | null)[]>>

export interface RowFilter {
  readonly quickFilter: string
  readonly facets: FacetChoices
}

export interface FacetValue {
  readonly value: string | null
  /** Rows with this value that pass all other filters. */
  readonly count: number
  readonly isChosen: boolean
}

interface FacetTest {
  readonly codes: ColumnCodes['codes']
  readonly isAllowed: readonly boolean[]
}

/** Rows, in loading order, that contain every word of the quick filter and a chosen value in every facet. */
export function filterRows<Row>(table: RowTable<Row>, filter: RowFilter): Int32Array {
  const found = table.withWords(wordsOf(filter.quickFilter))
  const tests = facetTests(table, filter.facets)
  return tests.length === 0 ? found : found.filter((row) => tests.every((test) => passes(test, row)))
}

/** The values of one column with the number of rows each would show; the most frequent first, unknown last. */
export function facetValues<Row>(table: RowTable<Row>, filter: RowFilter, columnId: string): FacetValue[] {
  const { [columnId]: chosen = [], ...others } = filter.facets
  const { codes, values } = table.codes(columnId)
  const counts = new Int32Array(values.length)
  for (const row of filterRows(table, { ...filter, facets: others })) {
    const code = codes[row] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
  return values
    .map((value, code) => ({ value, count: counts[code] ?? 0, isChosen: chosen.includes(value) }))
    .filter(({ count, isChosen }) => count > 0 || isChosen)
    .toSorted((a, b) => Number(a.value === null) - Number(b.value === null) || b.count - a.count)
}

function facetTests<Row>(table: RowTable<Row>, facets: FacetChoices): FacetTest[] {
  return Object.entries(facets)
    .filter(([, chosen]) => chosen.length > 0)
    .map(([columnId, chosen]) => {
      const { codes, values } = table.codes(columnId)
      const allowed = new Set(chosen)
      return { codes, isAllowed: values.map((value) => allowed.has(value)) }
    })
}

function passes({ codes, isAllowed }: FacetTest, row: number): boolean {
  return isAllowed[codes[row] ?? -1] === true
}

function wordsOf(quickFilter: string): string[] {
  return foldText(quickFilter)
    .split(/\s+/)
    .filter((word) => word !== '')
}
