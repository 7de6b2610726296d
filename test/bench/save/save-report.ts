import { markdownTable } from '../measuring/bench-section.ts'
import { type Spread, spreadOf } from '../measuring/spread.ts'
import type { BenchSite } from './bench-site.ts'
import type { ToolRuns } from './save-rounds.ts'
import { CONCURRENCY } from './save-tool.ts'
import { ANSWER_DELAY_MS, type Scenario } from './scenario.ts'

export interface ScenarioResult {
  scenario: Scenario
  results: readonly ToolRuns[]
}

export interface SaveReport {
  site: BenchSite
  rounds: number
  machine: string
  measuredOn: Date
  scenarios: readonly ScenarioResult[]
}

/** The section “Saving 2,000 documents” of docs/benchmarks.md. */
export function saveReport(report: SaveReport): string {
  const { site, rounds, machine, measuredOn } = report
  const megabytes = (site.totalBytes / 1e6).toFixed(0)
  return `## Saving 2,000 documents

\`npm run bench:save\`, ${measuredOn.toISOString().slice(0, 10)}: ${machine}.

${site.documents.length} documents of 120 to 180 KB that cannot be compressed, ${megabytes} MB, ${CONCURRENCY} at a time, from one local nginx that asks for the bearer token. Medians of ${rounds} rounds (least–most); every round runs each tool once, in turning order, into a folder of its own. The whole process counts, Node's start included. \`sync\` before each run; documents and program are read once beforehand, so that neither starts from a cold disk.

The others get a list of addresses and the token, and fetch. Parcel Desk runs \`save --customer … --concurrency ${CONCURRENCY}\`: it signs in, reads the customers, searches, plans, checks every document, takes its SHA-256, flushes it before it gets its name, and writes ledger and manifest. After each run every file of each tool is checked for its size, after the first for its SHA-256, and Parcel Desk's manifest with it. The bare loop is Node's own HTTP client and nothing else: no check, no hash, no flush, no record.

The delay is made inside nginx and applies to every answer, those to Parcel Desk's sign-in, customers and search too. It sets a floor of ${floorSeconds(site).toFixed(3)} s.

${report.scenarios.map((scenario) => scenarioText(scenario, site)).join('\n\n')}`
}

/** One scenario: a table, fastest first, and how ours stands to each of the others. */
export function scenarioText({ scenario, results }: ScenarioResult, site: BenchSite): string {
  const lines = results.map(({ tool, runs }) => ({ tool, runs, wall: spreadOf(runs.map((run) => run.wallSeconds)) }))
  const sorted = lines.toSorted((a, b) => a.wall.median - b.wall.median)
  const fastest = sorted[0]?.wall.median ?? NaN
  const rows = sorted.map(({ tool, runs, wall }) => [
    tool.title,
    withRange(wall),
    (site.documents.length / wall.median).toFixed(0),
    (site.totalBytes / 1e6 / wall.median).toFixed(0),
    spreadOf(runs.map((run) => run.cpuSeconds)).median.toFixed(2),
    (spreadOf(runs.map((run) => run.peakRssBytes)).median / 1e6).toFixed(0),
    (wall.median / fastest).toFixed(2),
  ])
  const head = ['', 'seconds', 'files/s', 'MB/s', 'CPU s', 'peak MB', 'to fastest']
  const own = lines.find(({ tool }) => tool.id === 'own')
  const others = sorted.filter(({ tool }) => tool.id !== 'own')
  const ratios = others.map(
    ({ tool, wall }) => `${((own?.wall.median ?? NaN) / wall.median).toFixed(2)} × ${tool.title}`,
  )
  return `### ${scenario.title}\n\n${markdownTable(head, rows)}\n\nParcel Desk's time: ${ratios.join(', ')}.`
}

function withRange({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`
}

function floorSeconds(site: BenchSite): number {
  return ((site.documents.length / CONCURRENCY) * ANSWER_DELAY_MS) / 1000
}
