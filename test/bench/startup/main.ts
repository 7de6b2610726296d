import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { markdownTable, writeBenchSection } from '../measuring/bench-section.ts'
import { busyWarning, describeMachine } from '../measuring/machine.ts'
import { oneOffConnection, ownCommand } from '../measuring/own-command.ts'
import { runBench } from '../measuring/run-bench.ts'
import { type Spread, spreadOf } from '../measuring/spread.ts'
import type { Command } from '../measuring/timed-run.ts'
import { startGeneratedService } from '../service/generated-service.ts'
import { BENCH_PASSWORD } from '../service/search-answer.ts'

const RUNS = 15
const LIMIT_MS = 300

await runBench({ name: 'startup' }, startupBench)

/** Time from starting the command line to its first request at the service; the exit code is 1 when the median passes the limit. */
async function startupBench(workFolder: string): Promise<void> {
  const machine = describeMachine()
  const warning = busyWarning()
  if (warning !== undefined) console.error(warning)
  const { own, bare } = await measure(workFolder)
  console.log(`Start to first request: ${inMs(own)}, limit ${LIMIT_MS} ms. Bare Node, start to end: ${inMs(bare)}.`)
  await writeBenchSection({ id: 'startup', text: report(own, bare, machine) })
  if (own.median > LIMIT_MS) process.exitCode = 1
}

/** Turn about, so that whatever else the machine does falls on both; the first of each only warms the disk cache. */
async function measure(workFolder: string): Promise<{ own: Spread; bare: Spread }> {
  const ownMs: number[] = []
  const bareMs: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    bareMs.push(await bareNodeMs())
    ownMs.push(await firstRequestMs(path.join(workFolder, `data-${run}`)))
  }
  return { own: spreadOf(ownMs.slice(1)), bare: spreadOf(bareMs.slice(1)) }
}

async function bareNodeMs(): Promise<number> {
  const startMs = performance.now()
  await runToEnd({ program: process.execPath, args: ['-e', '0'] })
  return performance.now() - startMs
}

async function firstRequestMs(dataDir: string): Promise<number> {
  const own = ownCommand()
  const arrivalsMs: number[] = []
  const { baseUrl, stop } = await startGeneratedService({
    sets: 1,
    documentsPerSet: 1,
    documentBytes: 5000,
    onRequest: () => arrivalsMs.push(performance.now()),
  })
  const args = [...own.args, 'counterparties', '--json', ...oneOffConnection(baseUrl, dataDir)]
  try {
    const startMs = performance.now()
    await runToEnd({ program: own.program, args, env: { PARCEL_DESK_PASSWORD: BENCH_PASSWORD } })
    const [firstMs] = arrivalsMs
    if (firstMs === undefined) throw new Error('No request arrived.')
    return firstMs - startMs
  } finally {
    stop()
  }
}

async function runToEnd({ program, args, env }: Command): Promise<void> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`${path.basename(program)} ended with ${child.exitCode}.`)
}

function inMs({ median, min, max }: Spread): string {
  return `${median.toFixed(0)} ms (${min.toFixed(0)}–${max.toFixed(0)})`
}

function report(own: Spread, bare: Spread, machine: string): string {
  const rows = [
    ['`parcel-desk counterparties`, start to first request', inMs(own)],
    ['`node -e 0`, start to end', inMs(bare)],
  ]
  return `## Start of the command line

\`npm run bench:startup\`, ${new Date().toISOString().slice(0, 10)}: ${machine}.

Median of ${RUNS} runs (least–most), turn about. The limit is ${LIMIT_MS} ms from the start of the process to the arrival of the first request at the service.

${markdownTable(['', 'time'], rows)}`
}
