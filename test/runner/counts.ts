export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export function sumCounts(all: readonly Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number): number => all.reduce((total, counts) => total + pick(counts), 0)
  return { passed: sum((c) => c.passed), failed: sum((c) => c.failed), skipped: sum((c) => c.skipped) }
}

export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** The head of a table of layers. */
export const COUNTS_HEAD = `${'Layer'.padEnd(14)}    seconds   passed   failed  skipped`

/** A layer as a row of that table. */
export function countsRow(layer: string, durationMs: number, { passed, failed, skipped }: Counts): string {
  const figures = [passed, failed, skipped].map((count) => String(count).padStart(9))
  return `${layer.padEnd(14)} ${(durationMs / 1000).toFixed(1).padStart(10)}${figures.join('')}`
}
