import { markdownTable } from '../measuring/bench-section.ts'
import { spreadOf } from '../measuring/spread.ts'
import type { CellsFigures, GridBenchResult, GridFigures, ReferenceFigures } from './grid-bench.ts'

interface Line {
  readonly title: string
  readonly limitMs: number
  readonly own: (figures: GridFigures) => number
  /** Missing where the references do no such thing. */
  readonly reference?: (figures: ReferenceFigures) => number
  readonly cells?: (figures: CellsFigures) => number
}

/** What all three do, which is to draw rows. */
function drawnLine(title: string, limitMs: number, read: (figures: CellsFigures) => number): Line {
  return { title, limitMs, own: read, reference: read, cells: read }
}

/** Limits in milliseconds; what is not limited by itself is held to what its neighbour is. */
const LINES: readonly Line[] = [
  drawnLine('first rows on the screen', 200, (f) => f.firstRowsMs),
  { title: 'sort by reference, first time', limitMs: 300, own: (f) => f.sortMs, reference: (f) => f.sortMs },
  { title: 'sort by date', limitMs: 300, own: (f) => f.sortDatesMs },
  { title: 'sort by two columns', limitMs: 300, own: (f) => f.sortTwoMs },
  { title: 'quick filter, first letter', limitMs: 300, own: (f) => f.filterMs, reference: (f) => f.filterMs },
  { title: 'quick filter, further words', limitMs: 300, own: (f) => f.filterAgainMs },
  { title: 'group by customer', limitMs: 300, own: (f) => f.groupMs },
  { title: 'group by shipment', limitMs: 300, own: (f) => f.regroupMs },
  { title: 'facet', limitMs: 300, own: (f) => f.facetMs },
  { title: 'select all', limitMs: 300, own: (f) => f.selectAllMs },
  drawnLine('scroll through all, frame p99', 50, (f) => f.jumps.p99Ms),
  drawnLine('scroll through all, longest frame', Infinity, (f) => f.jumps.maxMs),
  drawnLine('wheel down, frame p99', 50, (f) => f.wheel.p99Ms),
  drawnLine('wheel up, frame p99', 50, (f) => f.wheelUp.p99Ms),
]

/** Medians of the rounds, beside both references of the same rounds and the limit. */
export function gridTable({ grid, reference, cells }: GridBenchResult): string {
  const rows = LINES.map((line) => {
    const own = spreadOf(grid.map(line.own))
    return [
      line.title,
      `${own.median.toFixed(0)} ms (${own.min.toFixed(0)}–${own.max.toFixed(0)})`,
      ...compared(own.median, line.reference && reference.map(line.reference)),
      ...compared(own.median, line.cells && cells.map(line.cells)),
      Number.isFinite(line.limitMs) ? `${line.limitMs} ms` : '–',
    ]
  })
  return markdownTable(['', 'grid', 'lines', 'ratio', 'cells', 'ratio', 'limit'], rows)
}

function compared(ownMs: number, othersMs: readonly number[] | undefined): [other: string, ratio: string] {
  if (othersMs === undefined) return ['–', '–']
  const { median } = spreadOf(othersMs)
  return [`${median.toFixed(0)} ms`, (ownMs / median).toFixed(2)]
}

/** What passes its limit by the median of the rounds. */
export function gridMisses({ grid }: GridBenchResult): string[] {
  return LINES.flatMap(({ title, limitMs, own }) => {
    const { median } = spreadOf(grid.map(own))
    return median > limitMs ? [`${title}: ${median.toFixed(0)} ms, limit ${limitMs} ms`] : []
  })
}
