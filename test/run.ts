import { mapConcurrently } from '../src/engine/base/async.ts'
import { type Counts, COUNTS_HEAD, countsRow, describeCounts, sumCounts } from './runner/counts.ts'
import { readReport } from './runner/read-report.ts'
import { CANNOT_RUN, SOAK_SEED, SOAK_STAGES, STAGES, type Step } from './runner/steps.ts'
import lendBrokers from './support/lend-brokers.ts'
import { SLOW_HOST } from './support/slow-host.ts'

interface Result extends Counts {
  layer: string
  startedMs: number
  endedMs: number
  failures: string[]
}

/** Each of them keeps about a core busy. */
const STEPS_AT_ONCE = 2
const isCheck = process.argv.includes('--check')
const isSoak = process.argv.includes('--soak')

const interruption = new AbortController()
process.once('SIGINT', () => interruption.abort())
process.once('SIGTERM', () => interruption.abort())

const results: Result[] = []
const notRun = new Map<string, string>()
if (isSoak) process.stdout.write(`On a slow host; ${SLOW_HOST}=${SOAK_SEED} repeats how slow.\n`)
const endBrokers = await lendBrokers()
for (const stage of isSoak ? SOAK_STAGES : STAGES) await mapConcurrently(stage, STEPS_AT_ONCE, takeStep)
await endBrokers()
for (const [layer, why] of CANNOT_RUN) notRun.set(layer, why)
if (!isSoak) notRun.set('soak', 'npm run soak does it')
closeRun()

async function takeStep(step: Step): Promise<void> {
  const why = reasonNotToRun(step)
  if (why === undefined) results.push(await run(step))
  else if (step.report !== undefined) notRun.set(step.layer, why)
}

function reasonNotToRun(step: Step): string | undefined {
  if (interruption.signal.aborted) return 'the run was interrupted'
  if (isCheck && !step.isQuick) return 'only npm test runs it'
  const hasNoBuild = results.some(({ failures }) => failures.some((name) => name.startsWith('build ')))
  return step.needsBuild === true && hasNoBuild ? 'there is no build to run' : undefined
}

/** Says how it goes and how it went: what its tests say as they say it, and the output of any other step that failed. */
async function run(step: Step): Promise<Result> {
  const { layer, name, report } = step
  const say = (text: string): void => {
    process.stdout.write(`${text.replaceAll(/^/gm, `${layer.padEnd(13)} `)}\n`)
  }
  const sayLine = (line: string): boolean => {
    if (line.trim() !== '') say(line)
    return true
  }
  const startedMs = performance.now()
  const outcome = await step.run({
    signal: interruption.signal,
    takeLine: report === undefined ? () => false : sayLine,
  })
  const { counts, failures } = readReport(report)
  // A step without tests counts as one, and one that says of no test why it failed as one that did.
  const isUnexplained = !outcome.succeeded && failures.length === 0
  const own = { passed: Number(report === undefined && outcome.succeeded), failed: Number(isUnexplained), skipped: 0 }
  const seconds = (outcome.durationMs / 1000).toFixed(1)
  say(`${name.padEnd(48)} ${(outcome.succeeded ? 'ok' : 'FAILED').padStart(10)} ${seconds.padStart(6)} s`)
  if (isUnexplained) say(outcome.output.replaceAll(/^/gm, '  | '))
  const all = isUnexplained ? [name] : failures
  return { layer, startedMs, endedMs: performance.now(), failures: all, ...sumCounts([counts, own]) }
}

/** Which layers ran and how long, so that “not run” never reads as “passed”; the sum alone on the last line. */
function closeRun(): void {
  const lines = ['', COUNTS_HEAD]
  for (const layer of new Set(results.map((result) => result.layer))) {
    const ofLayer = results.filter((result) => result.layer === layer)
    const durationMs = Math.max(...ofLayer.map((r) => r.endedMs)) - Math.min(...ofLayer.map((r) => r.startedMs))
    lines.push(countsRow(layer, durationMs, sumCounts(ofLayer)))
  }
  for (const [layer, why] of notRun) lines.push(`${layer.padEnd(14)} not run: ${why}`)
  lines.push(`${'all'.padEnd(14)} ${(performance.now() / 1000).toFixed(1).padStart(10)}`)

  const failures = results.flatMap((result) => result.failures.map((name) => `  ${result.layer}: ${name}`))
  if (failures.length > 0) lines.push('', 'Failed', ...failures)
  if (interruption.signal.aborted) lines.push('', 'Interrupted: what is missing above did not run.')
  const sum = sumCounts(results)
  lines.push('', describeCounts(sum))
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = sum.failed > 0 || interruption.signal.aborted ? 1 : 0
}
