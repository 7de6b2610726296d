import type { ColumnCodes } from './row-table.ts'

/** Rows with the same value in the column that they are grouped by. */
export interface RowGroup {
  /** Takes the place of a row’s id where the heading has the focus. */
  readonly id: string
  /** Null is unknown. */
  readonly value: string | null
  /** Its rows are those of the shown ones from here on. */
  readonly start: number
  readonly count: number
}

export interface GroupedRows {
  /** Group by group; in each group in the order given. */
  readonly shown: Int32Array
  readonly groups: readonly RowGroup[]
}

/** Groups in the order of their first row, so that the order of the rows decides that of the groups. */
export function groupRows(rows: Int32Array, columnId: string, { codes, values }: ColumnCodes): GroupedRows {
  const placeOfCode = new Int32Array(values.length).fill(-1)
  const counts: number[] = []
  const codeOfPlace: number[] = []
  for (const row of rows) {
    const code = codes[row] ?? 0
    const known = placeOfCode[code] ?? -1
    const place = known === -1 ? counts.length : known
    if (known === -1) {
      placeOfCode[code] = place
      codeOfPlace.push(code)
    }
    counts[place] = (counts[place] ?? 0) + 1
  }
  let end = 0
  const groups = counts.map((count, place) => {
    const value = values[codeOfPlace[place] ?? -1] ?? null
    const start = end
    end += count
    return { id: groupId(columnId, value), value, start, count }
  })
  const next = Int32Array.from(groups, ({ start }) => start)
  const shown = new Int32Array(rows.length)
  for (const row of rows) {
    const place = placeOfCode[codes[row] ?? 0] ?? 0
    const at = next[place] ?? 0
    shown[at] = row
    next[place] = at + 1
  }
  return { shown, groups }
}

/** The drawn lines: a row’s index, or for the heading of a group −1, −2, … by its place. Without groups, the rows. */
export function linesOf({ shown, groups }: GroupedRows, collapsed: ReadonlySet<string>): Int32Array {
  if (groups.length === 0) return shown
  const isOpen = groups.map(({ id }) => !collapsed.has(id))
  const count = groups.reduce((sum, group, place) => sum + 1 + (isOpen[place] === true ? group.count : 0), 0)
  const lines = new Int32Array(count)
  let at = 0
  for (const [place, group] of groups.entries()) {
    lines[at] = -1 - place
    at += 1
    if (isOpen[place] !== true) continue
    lines.set(shown.subarray(group.start, group.start + group.count), at)
    at += group.count
  }
  return lines
}

function groupId(columnId: string, value: string | null): string {
  return value === null ? `$group ${columnId}` : `$group ${columnId} ${value}`
}
