import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { markdownTable, writeBenchSection } from '../measuring/bench-section.ts'
import { describeMachine } from '../measuring/machine.ts'
import { runBench } from '../measuring/run-bench.ts'
import { type Measured, type MemoryCase, memoryCases } from './memory-cases.ts'

interface CaseResult {
  memoryCase: MemoryCase
  run: Measured
  peakMb: number
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const cases = memoryCases.filter(({ id }) => values.only === undefined || values.only === id)
if (cases.length === 0)
  throw new Error(`Usage: npm run bench:memory -- [--only ${memoryCases.map(({ id }) => id).join('|')}]`)
await runBench({ name: 'memory' }, (workFolder) => memoryBench(cases, workFolder))

/** Measures the peak memory of each case; the exit code is 1 when one passes a limit. */
async function memoryBench(chosen: readonly MemoryCase[], workFolder: string): Promise<void> {
  const machine = describeMachine()
  const results: CaseResult[] = []
  for (const memoryCase of chosen) {
    const caseFolder = path.join(workFolder, memoryCase.id)
    await mkdir(caseFolder)
    const run = await memoryCase.measure(caseFolder)
    await rm(caseFolder, { recursive: true })
    const result = { memoryCase, run, peakMb: run.peakRssBytes / 1e6 }
    results.push(result)
    console.log(resultLine(result))
  }
  if (chosen.length === memoryCases.length) await writeBenchSection({ id: 'memory', text: report(results, machine) })
  if (results.some(isOverLimit)) process.exitCode = 1
}

function isOverLimit({ memoryCase, run, peakMb }: CaseResult): boolean {
  const overSearch = run.wallSeconds - (run.searchSeconds ?? Infinity)
  return peakMb > memoryCase.limitMb || overSearch > (memoryCase.limitOverSearchSeconds ?? Infinity)
}

/** “2.9 (search alone 1.2)”, for a run that is measured by its search. */
function secondsOf({ wallSeconds, searchSeconds }: Measured): string {
  const alone = searchSeconds === undefined ? '' : ` (its search alone ${searchSeconds.toFixed(1)})`
  return `${wallSeconds.toFixed(1)}${alone}`
}

function resultLine({ memoryCase, run, peakMb }: CaseResult): string {
  const verdict = isOverLimit({ memoryCase, run, peakMb }) ? 'OVER a limit' : 'within the limit'
  return `${memoryCase.title}: peak ${peakMb.toFixed(0)} MB, ${verdict} of ${memoryCase.limitMb} MB; ${secondsOf(run)} s`
}

function report(results: readonly CaseResult[], machine: string): string {
  const rows = results.map(({ memoryCase, run, peakMb }) => [
    memoryCase.title,
    peakMb.toFixed(0),
    String(memoryCase.limitMb),
    secondsOf(run),
    run.cpuSeconds.toFixed(1),
  ])
  return `## Memory of the command line

\`npm run bench:memory\`, ${new Date().toISOString().slice(0, 10)}: ${machine}.

Peak resident memory of the whole process as the kernel counts it, 1 MB being 1,000,000 bytes. The service runs beside it on 127.0.0.1 and works out what it sends.

${markdownTable(['', 'peak MB', 'limit MB', 'seconds', 'CPU s'], rows)}`
}
