import { namedWord } from '../../../shared/text/field-words.ts'
import { BEYOND_ASCII, foldText } from '../../../shared/text/fold-text.ts'
import { cellText, type CellValue, type GridColumn } from '../columns/grid-column.ts'
import { type Ranking, rankRows } from './rank-rows.ts'
import { createFolder, NameKeys, naturalKey } from './text-keys.ts'

/** The values of one column as small numbers by row, for counting and filtering. */
export interface ColumnCodes {
  readonly codes: readonly (number | undefined)[]
  /** What a code stands for; null is unknown. */
  readonly values: readonly (string | null)[]
}

/** Rows between two checks of the clock. */
const ROWS_PER_CLOCK_CHECK = 200

interface ColumnCache {
  /** Texts are natural keys, or names where the column has `names`. */
  keys: (CellValue | undefined)[]
  names: NameKeys | undefined
  codes: (number | undefined)[]
  values: (string | null)[]
  codeOf: Map<string | null, number>
  ranking: Ranking | undefined
  /** A row was replaced; the old order is still the best start for sorting. */
  isRankingStale: boolean
}

/**
 * The rows of a grid and what is derived from them. Rows keep their place in loading order; what sorting, filtering and counting
 * need is computed once per row, on first use, and dropped when that row is replaced.
 */
export class RowTable<Row> {
  readonly rows: Row[] = []
  readonly ids: string[] = []
  readonly #columns: readonly GridColumn<Row>[]
  /** What the quick filter looks in. */
  readonly #searched: readonly GridColumn<Row>[]
  readonly #rowId: (row: Row) => string
  readonly #indexes = new Map<string, number>()
  readonly #caches = new Map<string, ColumnCache>()
  readonly #haystacks: (string | undefined)[] = []
  readonly #fold = createFolder()
  #lastSearch: { readonly words: string; readonly rows: Int32Array } | undefined
  /** Rows before this one have their text prepared. */
  #preparedCount = 0

  constructor(columns: readonly GridColumn<Row>[], rowId: (row: Row) => string) {
    this.#columns = columns
    this.#searched = columns.filter(({ isDerived }) => isDerived !== true)
    this.#rowId = rowId
  }

  /** Adds rows at the end; a row with a known id replaces the old one, so that no set is listed twice. */
  append(rows: readonly Row[]): void {
    this.#lastSearch = undefined
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

  /**
   * Rows, in loading order, that contain every word in any of their columns, or, as in “state:issued”, in the one that is named.
   * Hidden columns count too, so that hiding one changes no result. Cached until rows are added or the words change, because every
   * facet asks for the same.
   */
  withWords(words: readonly string[]): Int32Array {
    const key = words.join('\n')
    if (this.#lastSearch?.words !== key) this.#lastSearch = { words: key, rows: this.#search(words) }
    return this.#lastSearch.rows
  }

  #search(words: readonly string[]): Int32Array {
    const all = new Int32Array(this.rows.length).map((_, at) => at)
    if (words.length === 0) return all
    this.prepare(() => true)
    const tests = words.map((word) => this.#testOf(word))
    return all.filter((row) => tests.every((test) => test(row)))
  }

  #testOf(word: string): (row: number) => boolean {
    const { column, text } = namedColumn(word, this.#columns)
    if (column === undefined) return (row) => this.#haystacks[row]?.includes(text) === true
    return (at) => {
      const row = this.rows[at]
      return row !== undefined && this.#fold(cellText(column.value(row))).includes(text)
    }
  }

  /** Prepares the quick filter’s texts before its first letter, while there is time; true when all are prepared. */
  prepare(hasTime: () => boolean): boolean {
    for (let at = this.#preparedCount; at < this.rows.length; at += 1) {
      if (at % ROWS_PER_CLOCK_CHECK === 0 && !hasTime()) return false
      const row = this.rows[at]
      if (row !== undefined) this.#haystacks[at] ??= this.#haystackOf(row)
      this.#preparedCount = at + 1
    }
    return true
  }

  #haystackOf(row: Row): string {
    // `join`, not `+`: the engine builds a concatenation only when it is first searched, which is when time is short.
    return this.#searched.map((column) => this.#fold(cellText(column.value(row)))).join('\n')
  }

  codes(columnId: string): ColumnCodes {
    const cache = this.#cache(columnId)
    const column = this.#column(columnId)
    const read = column?.facet ?? column?.value
    // In plain loops: over 100,000 rows an iterator of pairs costs as much as what is done with them.
    for (let at = 0; at < this.rows.length; at += 1) {
      if (cache.codes[at] !== undefined) continue
      const row = this.rows[at]
      cache.codes[at] = codeFor(cache, row === undefined ? null : (read?.call(column, row) ?? null))
    }
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

  /** From its first name beyond ASCII on, a column sorts as the region sorts names. */
  #keys(columnId: string, cache: ColumnCache): CellValue[] {
    const column = this.#column(columnId)
    const read = column?.sortKey ?? column?.value
    for (const [at, row] of this.rows.entries()) {
      if (cache.keys[at] !== undefined) continue
      const key = read?.call(column, row) ?? null
      if (cache.names === undefined && typeof key === 'string' && BEYOND_ASCII.test(key)) {
        cache.names = new NameKeys()
        cache.keys = []
        return this.#keys(columnId, cache)
      }
      cache.keys[at] = sortableKey(key, cache.names)
    }
    const { keys, names } = cache
    return this.rows.map((_, at) => {
      const key = keys[at] ?? null
      return names !== undefined && typeof key === 'string' ? names.keyOf(key) : key
    })
  }

  #column(columnId: string): GridColumn<Row> | undefined {
    return this.#columns.find(({ id }) => id === columnId)
  }

  #cache(columnId: string): ColumnCache {
    const known = this.#caches.get(columnId)
    if (known !== undefined) return known
    const empty: ColumnCache = {
      keys: [],
      names: undefined,
      codes: [],
      values: [],
      codeOf: new Map(),
      ranking: undefined,
      isRankingStale: false,
    }
    this.#caches.set(columnId, empty)
    return empty
  }

  #forget(index: number): void {
    this.#haystacks[index] = undefined
    this.#preparedCount = Math.min(this.#preparedCount, index)
    for (const cache of this.#caches.values()) {
      cache.keys[index] = undefined
      cache.codes[index] = undefined
      cache.isRankingStale = true
    }
  }
}

/** “vessel:olaf” is Olaf in the first column whose title begins with “vessel”; a word without such a column is a word. */
export function namedColumn<Row>(
  word: string,
  columns: readonly GridColumn<Row>[],
): { readonly column: GridColumn<Row> | undefined; readonly text: string } {
  const { name, text } = namedWord(word)
  const column = name === undefined ? undefined : columns.find(({ title }) => foldText(title).startsWith(name))
  return column === undefined ? { column, text: word } : { column, text }
}

/** NaN has no place among numbers: it is unknown. */
function sortableKey(key: CellValue, names: NameKeys | undefined): CellValue {
  if (typeof key !== 'string') return Number.isNaN(key) ? null : key
  if (names === undefined) return naturalKey(key)
  names.add(key)
  return key
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
