import { type Box, GRID } from './page-content.ts'

export interface PictureDifference {
  /** The part of the page that differs, from 0 to 1. */
  readonly share: number
  /** Where, each part that hangs together. */
  readonly boxes: readonly Box[]
}

/** Compares the pictures of two pages cell by cell; cells that differ by no more than `tolerance` are the same. */
export function comparePictures(
  left: ArrayLike<number>,
  right: ArrayLike<number>,
  tolerance: number,
): PictureDifference {
  const differing = new Set<number>()
  for (let cell = 0; cell < GRID * GRID; cell += 1) {
    if (Math.abs((left[cell] ?? 0) - (right[cell] ?? 0)) > tolerance) differing.add(cell)
  }
  return { share: differing.size / (GRID * GRID), boxes: boxesOf(differing) }
}

/** Cells with no more than one between them hang together. */
const REACH = [-2, -1, 0, 1, 2]

function boxesOf(cells: ReadonlySet<number>): Box[] {
  const left = new Set(cells)
  const boxes: Box[] = []
  for (const first of cells) {
    if (!left.delete(first)) continue
    const part = [first]
    for (const cell of part) {
      const near = REACH.flatMap((down) => REACH.map((across) => neighbour(cell, across, down)))
      part.push(...near.filter((one) => left.delete(one)))
    }
    boxes.push(boxAroundCells(part))
  }
  return boxes
}

/** -1 beyond the edge of the page. */
function neighbour(cell: number, across: number, down: number): number {
  const column = (cell % GRID) + across
  return column < 0 || column >= GRID ? -1 : cell + down * GRID + across
}

function boxAroundCells(cells: readonly number[]): Box {
  const columns = cells.map((cell) => cell % GRID)
  const rows = cells.map((cell) => Math.floor(cell / GRID))
  const [left, top] = [Math.min(...columns), Math.min(...rows)]
  const [right, bottom] = [Math.max(...columns) + 1, Math.max(...rows) + 1]
  return { left: left / GRID, top: top / GRID, width: (right - left) / GRID, height: (bottom - top) / GRID }
}
