import { markdownTable } from '../measuring/bench-section.ts'
import { quantile, spreadOf } from '../measuring/spread.ts'
import type { KeyPlace, SaveLatencyResult } from './save-latency-bench.ts'

const LIMIT_MS = 100
const MAX_EVENTS_A_SECOND = 10

const TITLES: Readonly<Record<KeyPlace, string>> = {
  grid: 'arrow keys in the grid of 1,000 sets',
  filter: 'typing in its filter',
  downloads: 'arrow keys in the documents of the save',
}

/** Each kind of key beside the same keys while nothing is saved; then the saves. */
export function saveLatencyTables(result: SaveLatencyResult): string {
  return `${keysTable(result)}\n\n${savesTable(result)}`
}

function keysTable({ latencies }: SaveLatencyResult): string {
  const rows = latencies.map(({ place, restingMs, savingMs }) => [
    TITLES[place],
    ...[restingMs, savingMs].flatMap((measured) => [
      `${measured.length}`,
      ...[quantile(measured, 0.5), quantile(measured, 0.99), Math.max(...measured)].map(ms),
    ]),
  ])
  const head = [
    'From key to paint',
    'Keys at rest',
    'p50',
    'p99',
    'longest',
    'Keys while saving',
    'p50',
    'p99',
    'longest',
  ]
  return markdownTable(head, rows)
}

function savesTable({ saves, documents }: SaveLatencyResult): string {
  const took = spreadOf(saves.map(({ durationMs }) => durationMs / 1000))
  const loudest = spreadOf(saves.map(eventsASecond)).max
  const row = [`${saves.length}`, `${documents}`, `${took.median.toFixed(1)} s`, loudest.toFixed(1)]
  return markdownTable(['Saves', 'Documents each', 'Median time', 'Most events a second'], [row])
}

/** What passes its limit. */
export function saveLatencyMisses({ latencies, saves }: SaveLatencyResult): string[] {
  const slow = latencies.flatMap(({ place, savingMs }) => {
    const p99 = quantile(savingMs, 0.99)
    return p99 > LIMIT_MS ? [`${TITLES[place]} while saving: p99 ${ms(p99)}, limit ${LIMIT_MS} ms`] : []
  })
  const loud = saves.map(eventsASecond).filter((events) => events > MAX_EVENTS_A_SECOND)
  return [...slow, ...loud.map((events) => `${events.toFixed(1)} events a second, limit ${MAX_EVENTS_A_SECOND}`)]
}

function eventsASecond({ durationMs, jobEvents }: SaveLatencyResult['saves'][number]): number {
  return jobEvents / (durationMs / 1000)
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`
}
