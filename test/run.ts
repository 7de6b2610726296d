import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { electronBinary, NO_BINARY } from './electron-host/electron-binary.ts'
import { countJourneys, countStep, countTests, describeCounts, sumCounts, type Counts } from './support/count-tests.ts'
import { runStep, type Command, type Outcome } from './support/run-step.ts'
import { installCommand, isRoot, missingPackages } from './support/system-packages.ts'

interface Step {
  layer: string
  name: string
  run(signal: AbortSignal): Promise<Outcome>
  /** Where the tests of this step are counted; left out where the step itself is the test. */
  report?: string
  count?: (report: string | undefined, succeeded: boolean) => Counts
}

interface Result extends Counts {
  layer: string
}

const MINUTE_MS = 60_000
/** Layers that cannot run here, with the reason. */
const NOT_RUN: [layer: string, why: string][] = [
  ...(hasElectron() ? [] : (['electron', 'packaged'] as const).map((layer): [string, string] => [layer, NO_BINARY])),
]

const reports = mkdtempSync(path.join(tmpdir(), 'parcel-desk-tests-'))
const interruption = new AbortController()
process.once('SIGINT', () => interruption.abort())
process.once('SIGTERM', () => interruption.abort())

const results: Result[] = []
for (const step of steps()) {
  if (interruption.signal.aborted) break
  results.push(await take(step))
}
rmSync(reports, { recursive: true })
closeRun()

/** Everything that is known to be checkable here, in the order in which a failure explains the next one. */
function steps(): Step[] {
  return [
    { layer: 'static', name: 'system packages', run: providePackages },
    program('static', 'types', 'tsc -b'),
    program('static', 'lint', 'oxlint --format=unix'),
    program('static', 'format', 'prettier --check --log-level warn .'),
    program('static', 'dead code', 'knip --no-progress'),
    program('static', 'only tested', 'knip --no-progress --production --include files,dependencies'),
    program('static', 'build desktop', 'electron-vite build --logLevel warn'),
    program('static', 'build command line', 'vite build --config cli.vite.config.ts --logLevel warn'),
    tests('unit', 3 * MINUTE_MS),
    tests('architecture', MINUTE_MS),
    tests('integration', 11 * MINUTE_MS),
    tests('boot', 3 * MINUTE_MS),
    journeys(8 * MINUTE_MS),
    ...(hasElectron() ? electronSteps() : []),
  ]
}

/** What only Electron itself can show. */
function electronSteps(): Step[] {
  const programs = [
    ['electron', 'electron tests', 'node test/electron-host/run-tests.ts'],
    ['packaged', 'packaged program', 'node test/packaged/check-package.ts'],
  ] as const
  return programs.map(([layer, name, line]) => {
    const command = commandOf(line, 10 * MINUTE_MS)
    return { layer, name, run: (signal) => runStep(command, signal) }
  })
}

function hasElectron(): boolean {
  return electronBinary() !== undefined
}

function program(layer: string, name: string, line: string): Step {
  const command = commandOf(line, 2 * MINUTE_MS)
  return { layer, name, run: (signal) => runStep(command, signal) }
}

function tests(layer: string, timeLimitMs: number): Step {
  const report = path.join(reports, `${layer}.json`)
  const line = `vitest run --project ${layer} --reporter=dot --reporter=json --outputFile.json=${report}`
  return { layer, name: `${layer} tests`, report, run: (signal) => runStep(commandOf(line, timeLimitMs), signal) }
}

/** Every journey of a user, in the page that is built, in a real browser. */
function journeys(timeLimitMs: number): Step {
  const report = path.join(reports, 'shell.json')
  const command = commandOf('playwright test --project=shell --reporter=dot,json', timeLimitMs)
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const run: Step['run'] = (signal) => runStep({ ...command, env }, signal)
  return { layer: 'shell', name: 'shell tests', report, count: countJourneys, run }
}

function commandOf(line: string, timeLimitMs: number): Command {
  const [name = '', ...parameters] = line.split(' ')
  return { program: name, parameters, timeLimitMs }
}

/** Installs what is missing where that is allowed; names the command where it is not. */
async function providePackages(signal: AbortSignal): Promise<Outcome> {
  const missing = missingPackages()
  if (missing.length === 0) return { succeeded: true, output: '', durationMs: 0 }
  const command = installCommand(missing)
  if (!isRoot()) return { succeeded: false, output: `Missing. Install with: ${command}`, durationMs: 0 }
  return runStep({ program: 'sh', parameters: ['-c', command], timeLimitMs: 4 * MINUTE_MS }, signal)
}

/** Runs a step, says how it went, and shows its output where it failed. */
async function take(step: Step): Promise<Result> {
  const outcome = await step.run(interruption.signal)
  const count = step.count ?? countTests
  const counts =
    step.report === undefined ? countStep(outcome.succeeded) : count(readReport(step.report), outcome.succeeded)
  const word = outcome.succeeded ? 'ok' : 'FAILED'
  const detail = step.report === undefined ? '' : describeCounts(counts)
  const seconds = `${(outcome.durationMs / 1000).toFixed(1)} s`
  say(`${step.name.padEnd(20)} ${word.padEnd(7)} ${seconds.padStart(8)}  ${detail}`.trimEnd())
  if (!outcome.succeeded) say(outcome.output.replaceAll(/^/gm, '  | '))
  return { layer: step.layer, ...counts }
}

function readReport(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Which layers ran, so that “not run” never reads as “passed”; the sum alone on the last line. */
function closeRun(): void {
  say('\nLayers')
  for (const layer of new Set(results.map((result) => result.layer))) {
    const counts = sumCounts(results.filter((result) => result.layer === layer))
    say(`  ${layer.padEnd(14)} ${describeCounts(counts)}`)
  }
  for (const [layer, why] of NOT_RUN) say(`  ${layer.padEnd(14)} not run: ${why}`)
  if (interruption.signal.aborted) say('  Interrupted: the other steps did not run.')

  const sum = sumCounts(results)
  say(`\n${describeCounts(sum)}`)
  process.exitCode = sum.failed > 0 || interruption.signal.aborted ? 1 : 0
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
