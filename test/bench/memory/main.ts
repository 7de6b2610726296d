import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { markdownTable, writeBenchSection } from '../measuring/bench-section.ts'
import { describeMachine } from '../measuring/machine.ts'
import { runBench } from '../measuring/run-bench.ts'
import type { TimedRun } from '../measuring/timed-run.ts'
import { type MemoryCase, memoryCases } from './memory-cases.ts'

interface CaseResult {
  memoryCase: MemoryCase
  run: TimedRun
  peakMb: number
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const cases = memoryCases.filter(({ id }) => values.only === undefined || values.only === id)
if (cases.length === 0)
  throw new Error(`Usage: npm run bench:memory -- [--only ${memoryCases.map(({ id }) => id).join('|')}]`)
await runBench({ name: 'memory' }, (workFolder) => memoryBench(cases, workFolder))

/** Measures the peak memory of each case; the exit code is 1 when one passes its limit. */
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
  if (results.some(({ peakMb, memoryCase }) => peakMb > memoryCase.limitMb)) process.exitCode = 1
}

function resultLine({ memoryCase, run, peakMb }: CaseResult): string {
  const verdict = peakMb > memoryCase.limitMb ? 'OVER the limit' : 'within the limit'
  return `${memoryCase.title}: peak ${peakMb.toFixed(0)} MB, ${verdict} of ${memoryCase.limitMb} MB; ${run.wallSeconds.toFixed(1)} s`
}

function report(results: readonly CaseResult[], machine: string): string {
  const rows = results.map(({ memoryCase, run, peakMb }) => [
    memoryCase.title,
    peakMb.toFixed(0),
    String(memoryCase.limitMb),
    run.wallSeconds.toFixed(1),
    run.cpuSeconds.toFixed(1),
  ])
  return `## Memory of the command line

\`npm run bench:memory\`, ${new Date().toISOString().slice(0, 10)}: ${machine}.

Peak resident memory of the whole process as the kernel counts it, 1 MB being 1,000,000 bytes. The service runs beside it on 127.0.0.1 and works out what it sends.

${markdownTable(['', 'peak MB', 'limit MB', 'seconds', 'CPU s'], rows)}`
}
