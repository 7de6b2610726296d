import { foldText, naturalKey } from './fold-text.ts'
import { cellText, type CellValue, type GridColumn } from './grid-column.ts'
import { rankRows, type Ranking } from './rank-rows.ts'

/** The values of one column by row as small numbers, for counting and filtering. */
export interface ColumnCodes {
  readonly codes: readonly (number | undefined)[]
  /** What a code stands for; null is unknown. */
  readonly values: readonly (string | null)[]
}

interface ColumnCache {
  keys: (CellValue | undefined)[]
  codes: (number | undefined)[]
  values: (string | null)[]
  codeOf: Map<string | null, number>
  ranking: Ranking | undefined
  /** A row of it was replaced; its order is still the best place to start sorting from. */
  isRankingStale: boolean
}

/**
 * The rows of a grid and what was worked out about them. Rows keep their place in the order of loading; whatever sorting,
 * filtering and counting need is made when first asked for, once a row, and forgotten when that row is replaced.
 */
export class RowTable<Row> {
  readonly rows: Row[] = []
  readonly ids: string[] = []
  readonly #columns: ReadonlyMap<string, GridColumn<Row>>
  readonly #rowId: (row: Row) => string
  readonly #indexes = new Map<string, number>()
  readonly #caches = new Map<string, ColumnCache>()
  readonly #haystacks: (string | undefined)[] = []

  constructor(columns: readonly GridColumn<Row>[], rowId: (row: Row) => string) {
    this.#columns = new Map(columns.map((column) => [column.id, column]))
    this.#rowId = rowId
  }

  /** Adds rows at the end; one whose id is there already takes that row's place instead, so that no set is listed twice. */
  append(rows: readonly Row[]): void {
    for (const row of rows) {
      const id = this.#rowId(row)
      const known = this.#indexes.get(id)
      if (known === undefined) {
        this.#indexes.set(id, this.rows.length)
        this.rows.push(row)
        this.ids.push(id)
      } else {
        this.rows[known] = row
        this.#forget(known)
      }
    }
  }

  indexOf(id: string): number | undefined {
    return this.#indexes.get(id)
  }

  /** All of a row's text, folded, for the quick filter; columns that are hidden count too, so that hiding one changes no result. */
  haystacks(): readonly (string | undefined)[] {
    const columns = [...this.#columns.values()]
    for (const [at, row] of this.rows.entries()) {
      this.#haystacks[at] ??= foldText(columns.map(({ value }) => cellText(value(row))).join('\n'))
    }
    return this.#haystacks
  }

  codes(columnId: string): ColumnCodes {
    const cache = this.#cache(columnId)
    const value = this.#columns.get(columnId)?.value
    for (const [at, row] of this.rows.entries()) cache.codes[at] ??= codeFor(cache, value?.(row) ?? null)
    return cache
  }

  ranking(columnId: string): Ranking {
    const cache = this.#cache(columnId)
    const isWhole = cache.ranking?.ranks.length === this.rows.length
    if (cache.ranking !== undefined && isWhole && !cache.isRankingStale) return cache.ranking
    const ranking = rankRows(this.#keys(columnId, cache), cache.ranking)
    cache.ranking = ranking
    cache.isRankingStale = false
    return ranking
  }

  #keys(columnId: string, cache: ColumnCache): CellValue[] {
    const column = this.#columns.get(columnId)
    const read = column?.sortKey ?? column?.value
    return this.rows.map((row, at) => {
      const known = cache.keys[at]
      if (known !== undefined) return known
      const key = read?.(row) ?? null
      const made = typeof key === 'string' ? naturalKey(key) : key
      cache.keys[at] = made
      return made
    })
  }

  #cache(columnId: string): ColumnCache {
    const known = this.#caches.get(columnId)
    if (known !== undefined) return known
    const empty = { keys: [], codes: [], values: [], codeOf: new Map(), ranking: undefined, isRankingStale: false }
    this.#caches.set(columnId, empty)
    return empty
  }

  #forget(index: number): void {
    this.#haystacks[index] = undefined
    for (const cache of this.#caches.values()) {
      cache.keys[index] = undefined
      cache.codes[index] = undefined
      cache.isRankingStale = true
    }
  }
}

function codeFor(cache: ColumnCache, value: CellValue): number {
  const text = value === null ? null : String(value)
  const known = cache.codeOf.get(text)
  if (known !== undefined) return known
  const code = cache.values.length
  cache.values.push(text)
  cache.codeOf.set(text, code)
  return code
}
