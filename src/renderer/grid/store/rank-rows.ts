import type { CellValue } from '../columns/grid-column.ts'

/** One column’s order, so that sorting by it again only counts and does not compare. */
export interface Ranking {
  /** Rows in ascending order, equal ones in loading order. */
  readonly order: number[]
  /** By row: 0 for the smallest; equal keys share a rank; -1 if the key is unknown. */
  readonly ranks: Int32Array
  readonly rankCount: number
}

export interface RankedSort {
  readonly ranking: Ranking
  readonly isDescending: boolean
}

/** Starts from the order of an earlier ranking of these rows: the sort works by runs, so rows already in order cost little. */
export function rankRows(keys: readonly CellValue[], before?: Ranking): Ranking {
  const order = before?.order ?? []
  for (let row = order.length; row < keys.length; row += 1) order.push(row)
  order.sort((a, b) => compareKeys(keys[a], keys[b]) || a - b)
  const ranks = new Int32Array(keys.length)
  let rank = -1
  let previous: CellValue | undefined
  for (const row of order) {
    const key = keys[row] ?? null
    if (key !== null && key !== previous) rank += 1
    previous = key
    ranks[row] = key === null ? -1 : rank
  }
  return { order, ranks, rankCount: rank + 1 }
}

/** Sorts by the first rule, then the second; stable; unknown comes last in either direction. */
export function sortRows(rows: Int32Array, sorts: readonly RankedSort[]): Int32Array {
  return sorts.toReversed().reduce(countingSort, rows)
}

function countingSort(rows: Int32Array, { ranking, isDescending }: RankedSort): Int32Array {
  const { ranks, rankCount } = ranking
  const placeOf = (row: number): number => {
    const rank = ranks[row] ?? -1
    if (rank === -1) return rankCount
    return isDescending ? rankCount - 1 - rank : rank
  }
  const starts = new Int32Array(rankCount + 2)
  for (const row of rows) starts[placeOf(row) + 1] = (starts[placeOf(row) + 1] ?? 0) + 1
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
  const sorted = new Int32Array(rows.length)
  for (const row of rows) {
    const place = placeOf(row)
    const at = starts[place] ?? 0
    sorted[at] = row
    starts[place] = at + 1
  }
  return sorted
}

function compareKeys(a: CellValue | undefined, b: CellValue | undefined): number {
  if (a === b) return 0
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : 1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return kindOrder(a) - kindOrder(b)
}

function kindOrder(key: CellValue | undefined): number {
  if (typeof key === 'number') return 0
  return typeof key === 'string' ? 1 : 2
}
