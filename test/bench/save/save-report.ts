import { markdownTable } from '../measuring/bench-section.ts'
import { type Spread, spreadOf } from '../measuring/spread.ts'
import type { BenchSite } from './bench-site.ts'
import type { SaveRun, ToolRuns } from './save-rounds.ts'
import type { Part } from './parts.ts'
import type { Scenario } from './scenario.ts'

export interface ScenarioResult {
  scenario: Scenario
  site: BenchSite
  results: readonly ToolRuns[]
}

export interface SaveReport {
  name: string
  part: Part
  rounds: number
  machine: string
  measuredOn: Date
  scenarios: readonly ScenarioResult[]
}

/** The section of a part in docs/benchmarks.md. */
export function saveReport({ name, part, rounds, machine, measuredOn, scenarios }: SaveReport): string {
  return `## ${part.title}

\`npm run bench:save -- ${name}\`, ${measuredOn.toISOString().slice(0, 10)}, ${rounds === 1 ? 'one round' : `${rounds} rounds`}: ${machine}.

${part.about}

${scenarios.map(scenarioText).join('\n\n')}`
}

/** One scenario: a table, fastest first, and how ours stands to each of the others. */
export function scenarioText({ scenario, site, results }: ScenarioResult): string {
  const lines = results.map(({ tool, runs }) => ({ tool, runs, wall: spreadOf(runs.map((run) => run.wallSeconds)) }))
  const sorted = lines.toSorted((a, b) => a.wall.median - b.wall.median)
  const fastest = sorted[0]?.wall.median ?? NaN
  const isCounted = lines.every(({ tool }) => tool.manners !== undefined)
  const rows = sorted.map(({ tool, runs, wall }) => {
    const median = (figure: keyof SaveRun): number => spreadOf(runs.map((run) => Number(run[figure]))).median
    const counts = [median('calls'), median('refused'), median('failed')].map(String)
    const rates = [site.documents.length / wall.median, site.totalBytes / 1e6 / wall.median].map((rate) =>
      rate.toFixed(0),
    )
    return [
      tool.title,
      withRange(wall),
      ...(isCounted ? counts : rates),
      median('cpuSeconds').toFixed(2),
      (median('peakRssBytes') / 1e6).toFixed(0),
      (wall.median / fastest).toFixed(2),
    ]
  })
  const measured = isCounted ? ['calls', 'refused', 'failed documents'] : ['files/s', 'MB/s']
  const head = ['', 'seconds', ...measured, 'CPU s', 'peak MB', 'to fastest']
  const own = lines.find(({ tool }) => tool.id === 'own')
  const others = sorted.filter(({ tool }) => tool.id !== 'own')
  const ratios = others.map(
    ({ tool, wall }) => `${((own?.wall.median ?? NaN) / wall.median).toFixed(2)} × ${tool.title}`,
  )
  const comparison = ratios.length === 0 ? '' : `\n\nParcel Desk's time: ${ratios.join(', ')}.`
  return `### ${scenario.title}\n\n${markdownTable(head, rows)}${comparison}`
}

function withRange({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`
}
