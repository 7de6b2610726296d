import { markdownTable } from '../measuring/bench-section.ts'
import { quantile } from '../measuring/spread.ts'
import type { PaletteBenchResult } from './palette-bench.ts'

const LIMIT_MS = 50

export function paletteTable({ sets, keyToListMs, bareMs, grownBytes, databaseBytes }: PaletteBenchResult): string {
  const head = ['', 'Keys', 'p50', 'p99', 'longest', 'limit', 'Memory of the desk grows by', 'Index on the disk']
  return markdownTable(head, [
    [
      `palette over ${sets.toLocaleString('en')} sets`,
      ...timesOf(keyToListMs),
      ms(LIMIT_MS),
      megabytes(grownBytes),
      megabytes(databaseBytes),
    ],
    ['a key, a call and a frame alone', ...timesOf(bareMs), '–', '–', '–'],
  ])
}

function timesOf(values: readonly number[]): string[] {
  return [`${values.length}`, ...[quantile(values, 0.5), quantile(values, 0.99), Math.max(...values)].map(ms)]
}

/** What passes its limit. */
export function paletteMisses({ keyToListMs }: PaletteBenchResult): string[] {
  const p99 = quantile(keyToListMs, 0.99)
  return p99 > LIMIT_MS ? [`palette: p99 ${ms(p99)}, limit ${ms(LIMIT_MS)}`] : []
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`
}
