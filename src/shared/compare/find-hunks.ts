/** A part of two sequences that differs: from the first index to the one before the second; one of both may be empty. */
export interface Hunk {
  readonly left: readonly [number, number]
  readonly right: readonly [number, number]
}

/**
 * Where two sequences differ, by the O(ND) algorithm of Myers (1986), with the fewest removals and additions. Sequences that need
 * more than `maxEdits` differ as a whole between their common start and end: time and memory grow with the square of the edits.
 */
export function findHunks(left: readonly string[], right: readonly string[], maxEdits = 500): Hunk[] {
  let start = 0
  while (start < Math.min(left.length, right.length) && left[start] === right[start]) start += 1
  let [leftEnd, rightEnd] = [left.length, right.length]
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1
    rightEnd -= 1
  }
  if (start === leftEnd && start === rightEnd) return []
  const steps = findSteps(left.slice(start, leftEnd), right.slice(start, rightEnd), maxEdits)
  if (steps === undefined) return [{ left: [start, leftEnd], right: [start, rightEnd] }]
  return joined(steps.map(([x, y, isRemoval]) => stepHunk(start + x, start + y, isRemoval)))
}

/** A removal of the left element at x, or an addition of the right one at y. */
type Step = readonly [x: number, y: number, isRemoval: boolean]

/** The steps that lead from one sequence to the other, in order; undefined where there are too many. */
function findSteps(left: readonly string[], right: readonly string[], maxEdits: number): Step[] | undefined {
  // By diagonal (x - y), how far a path with that many edits gets; one copy for each number of edits.
  const reached: Map<number, number>[] = []
  let ends = new Map([[1, 0]])
  for (let edits = 0; edits <= maxEdits; edits += 1) {
    reached.push(ends)
    const next = new Map<number, number>()
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isAddition(ends, diagonal, edits) ? (ends.get(diagonal + 1) ?? 0) : (ends.get(diagonal - 1) ?? 0) + 1
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x += 1
      next.set(diagonal, x)
      if (x >= left.length && x - diagonal >= right.length) return stepsBack(reached, [left.length, right.length])
    }
    ends = next
  }
  return undefined
}

function isAddition(ends: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true
  return diagonal !== edits && (ends.get(diagonal - 1) ?? 0) < (ends.get(diagonal + 1) ?? 0)
}

function stepsBack(reached: readonly ReadonlyMap<number, number>[], end: readonly [number, number]): Step[] {
  const steps: Step[] = []
  let [x, y] = end
  for (let edits = reached.length - 1; edits > 0; edits -= 1) {
    const ends = reached[edits] ?? new Map<number, number>()
    const isAdded = isAddition(ends, x - y, edits)
    const diagonal = isAdded ? x - y + 1 : x - y - 1
    x = ends.get(diagonal) ?? 0
    y = x - diagonal
    steps.push([x, y, !isAdded])
  }
  return steps.toReversed()
}

function stepHunk(x: number, y: number, isRemoval: boolean): Hunk {
  return isRemoval ? { left: [x, x + 1], right: [y, y] } : { left: [x, x], right: [y, y + 1] }
}

/** Steps that follow one another without anything common between them are one hunk. */
export function joined(hunks: readonly Hunk[]): Hunk[] {
  const all: Hunk[] = []
  for (const hunk of hunks) {
    const last = all.at(-1)
    const isNext = last !== undefined && last.left[1] === hunk.left[0] && last.right[1] === hunk.right[0]
    if (isNext) all.pop()
    all.push(isNext ? { left: [last.left[0], hunk.left[1]], right: [last.right[0], hunk.right[1]] } : hunk)
  }
  return all
}
