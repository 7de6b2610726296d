import { markdownTable } from '../measuring/bench-section.ts'
import type { Spread } from '../measuring/spread.ts'
import type { LoadedScreen } from './load-bench.ts'

const MAX_SCRIPT_BYTES = 900_000

/** A line for each screen; every time as median (least–most). */
export function loadTable(screens: readonly LoadedScreen[]): string {
  const rows = screens.map(({ title, scriptBytes, cold, warm }) => [
    title,
    `${(scriptBytes / 1000).toFixed(0)} kB`,
    ...[cold.paintedMs, cold.usableMs, warm.paintedMs, warm.usableMs].map(ms),
  ])
  const head = ['', 'Script', 'Cold: first paint', 'Cold: usable', 'Warm: first paint', 'Warm: usable']
  return markdownTable(head, rows)
}

/** What passes its limit: bytes alone, for times belong to the machine. */
export function loadMisses(screens: readonly LoadedScreen[]): string[] {
  return screens
    .filter(({ scriptBytes }) => scriptBytes > MAX_SCRIPT_BYTES)
    .map(({ title, scriptBytes }) => `${title}: ${scriptBytes} bytes of script, limit ${MAX_SCRIPT_BYTES}`)
}

function ms({ median, min, max }: Spread): string {
  return `${median.toFixed(0)} ms (${min.toFixed(0)}–${max.toFixed(0)})`
}
