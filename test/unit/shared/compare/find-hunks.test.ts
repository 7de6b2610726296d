import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findHunks, type Hunk } from '../../../../src/shared/compare/find-hunks.ts'

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')
const hunks = (left: string, right: string, maxEdits?: number): Hunk[] => findHunks(words(left), words(right), maxEdits)

/** The right sequence, made of the left one and the hunks; and everything outside of hunks has to be common. */
function applied(left: readonly string[], right: readonly string[], found: readonly Hunk[]): string[] {
  let at = 0
  const parts = found.flatMap(({ left: [from, to], right: added }) => {
    const common = left.slice(at, from)
    at = to
    return [...common, ...right.slice(...added)]
  })
  return [...parts, ...left.slice(at)]
}

describe('differing parts of two sequences', () => {
  it('are none where both are the same', () => {
    expect(hunks('a b c', 'a b c')).toEqual([])
    expect(hunks('', '')).toEqual([])
  })

  it('are what became something else, was removed or added', () => {
    expect(hunks('a b c', 'a x c')).toEqual([{ left: [1, 2], right: [1, 2] }])
    expect(hunks('a b c', 'a c')).toEqual([{ left: [1, 2], right: [1, 1] }])
    expect(hunks('a c', 'a b b c')).toEqual([{ left: [1, 1], right: [1, 3] }])
  })

  it('lead from one to the other, for any two sequences, with a common subsequence of the greatest length', () => {
    const sequence = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })
    fc.assert(
      fc.property(sequence, sequence, (left, right) => {
        const found = findHunks(left, right)
        expect(applied(left, right, found)).toEqual(right)
        const removed = found.reduce((sum, hunk) => sum + hunk.left[1] - hunk.left[0], 0)
        expect(left.length - removed).toBe(longestCommon(left, right))
      }),
    )
  })

  it('are all between the common start and end where there are too many', () => {
    expect(hunks('s a b c e', 's x b y e', 2)).toEqual([{ left: [1, 4], right: [1, 4] }])
  })
})

function longestCommon(left: readonly string[], right: readonly string[]): number {
  const rows = [right.map(() => 0)]
  for (const [x, one] of left.entries()) {
    const before = rows[x] ?? []
    const row: number[] = []
    for (const [y, other] of right.entries())
      row.push(one === other ? (before[y - 1] ?? 0) + 1 : Math.max(before[y] ?? 0, row[y - 1] ?? 0))
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 0
}
