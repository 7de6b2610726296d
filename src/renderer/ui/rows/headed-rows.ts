/** What a row of a list with headings is. */
export type HeadedRow =
  | { readonly kind: 'heading'; readonly group: number }
  | { readonly kind: 'item'; readonly place: number; readonly group: number }

/** Items and the headings of their groups as rows of one height; a position in one is found from that in the other. */
export interface HeadedRows {
  readonly count: number
  rowAt(position: number): HeadedRow | undefined
  /** The row of the item at this place among the items. */
  positionOf(place: number): number
}

/** `starts` has the place of the first item of each group, ascending from 0; without groups all rows are items. */
export function headedRows(starts: readonly number[], items: number): HeadedRows {
  const groupOf = (place: number): number => lastAtMost(starts.length, (group) => starts[group] ?? 0, place)
  return {
    count: items + starts.length,
    positionOf: (place) => place + groupOf(place) + 1,
    rowAt: (position) => {
      if (position < 0 || position >= items + starts.length) return undefined
      // A heading stands above its first item, below the headings before it.
      const group = lastAtMost(starts.length, (one) => (starts[one] ?? 0) + one, position)
      const place = position - group - 1
      return group !== -1 && place < (starts[group] ?? 0) ? { kind: 'heading', group } : { kind: 'item', place, group }
    },
  }
}

/** The last index whose key is at most `limit`; -1 if there is none. Keys ascend. */
function lastAtMost(count: number, keyOf: (index: number) => number, limit: number): number {
  let [from, to] = [0, count]
  while (from < to) {
    const middle = (from + to) >> 1
    if (keyOf(middle) <= limit) from = middle + 1
    else to = middle
  }
  return from - 1
}
