import { mapConcurrently } from '../src/engine/base/async.ts'
import { type Counts, describeCounts, sumCounts } from './runner/counts.ts'
import { CANNOT_RUN, STAGES, type Step } from './runner/steps.ts'
import { createTestTally, seconds } from './runner/test-tally.ts'
import lendBrokers from './support/lend-brokers.ts'

interface Result extends Counts {
  layer: string
  startedMs: number
  endedMs: number
  failures: string[]
}

/** Each of them keeps about a core busy. */
const STEPS_AT_ONCE = 2
const isCheck = process.argv.includes('--check')

const interruption = new AbortController()
process.once('SIGINT', () => interruption.abort())
process.once('SIGTERM', () => interruption.abort())

const results: Result[] = []
const notRun = new Map<string, string>()
const endBrokers = await lendBrokers()
for (const stage of STAGES) await mapConcurrently(stage, STEPS_AT_ONCE, takeStep)
await endBrokers()
for (const [layer, why] of CANNOT_RUN) notRun.set(layer, why)
closeRun()

async function takeStep(step: Step): Promise<void> {
  const why = reasonNotToRun(step)
  if (why === undefined) results.push(await run(step))
  else if (step.hasTests) notRun.set(step.layer, why)
}

function reasonNotToRun(step: Step): string | undefined {
  if (interruption.signal.aborted) return 'the run was interrupted'
  if (isCheck && !step.isQuick) return 'only npm test runs it'
  const hasNoBuild = results.some(({ failures }) => failures.some((name) => name.startsWith('build ')))
  return step.needsBuild === true && hasNoBuild ? 'there is no build to run' : undefined
}

/** Says how it goes and how it went: what its tests tell, and its output where nothing else says why it failed. */
async function run(step: Step): Promise<Result> {
  const { layer, name, hasTests } = step
  const say = (text: string): void => {
    process.stdout.write(`${text.replaceAll(/^/gm, `${layer.padEnd(13)} `)}\n`)
  }
  const tally = createTestTally(say)
  const startedMs = performance.now()
  const outcome = await step.run({ signal: interruption.signal, takeLine: tally.takeLine })
  const isUnexplained = !outcome.succeeded && tally.failures().length === 0
  const own: Counts = { passed: hasTests || isUnexplained ? 0 : 1, failed: isUnexplained ? 1 : 0, skipped: 0 }
  const word = outcome.succeeded ? 'ok' : 'FAILED'
  if (!hasTests || !outcome.succeeded) say(`${name.padEnd(48)} ${word.padStart(10)} ${seconds(outcome.durationMs)}`)
  if (!outcome.succeeded) for (const test of tally.underway()) say(`  did not end: ${test}`)
  if (isUnexplained) say(outcome.output.replaceAll(/^/gm, '  | '))
  const failures = isUnexplained ? [name] : tally.failures()
  return { layer, startedMs, endedMs: performance.now(), failures, ...sumCounts([tally.counts(), own]) }
}

/** Which layers ran and how long, so that “not run” never reads as “passed”; the sum alone on the last line. */
function closeRun(): void {
  const lines = ['', `${'Layer'.padEnd(14)}    seconds   passed   failed  skipped`]
  for (const layer of new Set(results.map((result) => result.layer))) {
    const ofLayer = results.filter((result) => result.layer === layer)
    const durationMs = Math.max(...ofLayer.map((r) => r.endedMs)) - Math.min(...ofLayer.map((r) => r.startedMs))
    const { passed, failed, skipped } = sumCounts(ofLayer)
    const figures = [passed, failed, skipped].map((count) => String(count).padStart(9))
    lines.push(`${layer.padEnd(14)} ${(durationMs / 1000).toFixed(1).padStart(10)}${figures.join('')}`)
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
