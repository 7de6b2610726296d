import { markdownTable } from '../measuring/bench-section.ts'
import { spreadOf } from '../measuring/spread.ts'
import type { GridBenchResult, GridFigures } from './grid-bench.ts'

interface Line {
  readonly title: string
  readonly limitMs: number
  readonly own: (figures: GridFigures) => number
}

/** Limits in milliseconds; what is not limited by itself is held to what its neighbour is. */
const LINES: readonly Line[] = [
  { title: 'first rows on the screen', limitMs: 200, own: (f) => f.firstRowsMs },
  { title: 'sort by reference, first time', limitMs: 300, own: (f) => f.sortMs },
  { title: 'sort by date', limitMs: 300, own: (f) => f.sortDatesMs },
  { title: 'sort by two columns', limitMs: 300, own: (f) => f.sortTwoMs },
  { title: 'quick filter, first letter', limitMs: 300, own: (f) => f.filterMs },
  { title: 'quick filter, further words', limitMs: 300, own: (f) => f.filterAgainMs },
  { title: 'group by customer', limitMs: 300, own: (f) => f.groupMs },
  { title: 'group by shipment', limitMs: 300, own: (f) => f.regroupMs },
  { title: 'facet', limitMs: 300, own: (f) => f.facetMs },
  { title: 'select all', limitMs: 300, own: (f) => f.selectAllMs },
  { title: 'scroll through all, frame p99', limitMs: 50, own: (f) => f.jumps.p99Ms },
  { title: 'scroll through all, longest frame', limitMs: Infinity, own: (f) => f.jumps.maxMs },
  { title: 'wheel down, frame p99', limitMs: 50, own: (f) => f.wheel.p99Ms },
  { title: 'wheel up, frame p99', limitMs: 50, own: (f) => f.wheelUp.p99Ms },
]

/** Medians of the rounds, beside the limit. */
export function gridTable({ grid }: GridBenchResult): string {
  const rows = LINES.map((line) => {
    const own = spreadOf(grid.map(line.own))
    return [
      line.title,
      `${own.median.toFixed(0)} ms (${own.min.toFixed(0)}–${own.max.toFixed(0)})`,
      Number.isFinite(line.limitMs) ? `${line.limitMs} ms` : '–',
    ]
  })
  return markdownTable(['', 'grid', 'limit'], rows)
}

/** What passes its limit by the median of the rounds. */
export function gridMisses({ grid }: GridBenchResult): string[] {
  return LINES.flatMap(({ title, limitMs, own }) => {
    const { median } = spreadOf(grid.map(own))
    return median > limitMs ? [`${title}: ${median.toFixed(0)} ms, limit ${limitMs} ms`] : []
  })
}
