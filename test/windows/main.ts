import { spawnSync } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { CLI_BUILDS } from '../packaged/build-all.ts'
import { runInherited } from '../electron-host/run-inherited.ts'
import { type Counts, COUNTS_HEAD, countsRow, describeCounts, sumCounts } from '../runner/counts.ts'
import { readReport } from '../runner/read-report.ts'
import { runStep } from '../runner/run-step.ts'
import { LENDER } from '../support/borrow-broker.ts'
import { TESTS_BUILT } from '../support/command-line.ts'
import lendBrokers from '../support/lend-brokers.ts'
import { cannotMount, mountMemory } from '../support/mounted-folder.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { isRoot } from '../support/system-packages.ts'
import { interruptInConsole } from './console.ts'
import { SHARE, SMALL_DISK } from './places.ts'
import { openPrefix, type Prefix } from './prefix.ts'
import { WINDOWS_NODE } from './windows-packages.ts'
import { findWine, WINE_CACHE } from './wine.ts'
import { makeWorkspace } from './workspace.ts'

/** What is P: in Windows. */
const DRIVE = path.join(WINE_CACHE, 'drive')
/** Not at the root of its drive, which vitest does not stand. */
const PROJECT = 'P:\\desk'
const NODE = `${PROJECT}\\node_modules\\${WINDOWS_NODE.name}\\bin\\node.exe`
/** Given to itself, started anew where its mounts are its own. */
const HAS_OWN_MOUNTS = '--has-own-mounts'
/** In the project, where Windows writes it and this process reads it. */
const REPORT = 'test-report.json'
const REPORTERS = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
const LAYERS = ['unit', 'windows', 'integration', 'boot']
const USUAL_LAYERS = ['unit', 'windows']

/**
 * `npm run test:windows`: the unit tests and the journeys of the command line as Windows programs. On Windows itself they are
 * run as they are, elsewhere under Wine. `-- unit`, `-- integration` and so on runs one layer; more words go to vitest.
 */
async function testWindows(): Promise<number> {
  const words = process.argv.slice(2).filter((word) => word !== HAS_OWN_MOUNTS)
  const [first = '', ...others] = words
  const [layers, filters] = LAYERS.includes(first) ? [[first], others] : [USUAL_LAYERS, words]
  if (process.platform === 'win32') {
    await buildCommandLine()
    process.env[TESTS_BUILT] = 'yes'
    const projects = layers.map((layer) => `--project=${layer}`)
    return await runInherited('vitest', ['run', ...projects, ...filters])
  }
  if (isRoot() && !process.argv.includes(HAS_OWN_MOUNTS) && spawnSync('unshare', ['-m', 'true']).status === 0) {
    const again = ['-m', process.execPath, import.meta.filename, HAS_OWN_MOUNTS, ...words]
    return await runInherited('unshare', again)
  }
  return await testUnderWine(layers, filters)
}

async function testUnderWine(layers: readonly string[], filters: readonly string[]): Promise<number> {
  await buildCommandLine()
  const share = path.join(WINE_CACHE, 'share')
  await mkdir(share, { recursive: true })
  // Before Wine is looked for, whose own system sees what is mounted by then.
  const smallDisk = cannotMount === undefined ? await mountMemory(path.join(WINE_CACHE, 'small-disk'), '3m') : undefined
  const wine = await findWine(PROJECT_ROOT)
  if (typeof wine === 'string') {
    process.stdout.write(`windows: not run: ${wine}\n`)
    // Where nobody reads it, it must not look as if it had passed.
    return process.env['CI'] === undefined ? 0 : 1
  }
  process.stdout.write(`Under Wine ${wine.version}.\n`)
  await makeWorkspace(path.join(DRIVE, 'desk'), path.join(WINE_CACHE, 'packages'))
  const disk = smallDisk === undefined ? {} : { 's:': smallDisk.folder }
  const drives = { 'p:': DRIVE, 'unc/nas/trade': share, ...disk }
  const prefix = await openPrefix(wine, path.join(WINE_CACHE, 'prefix'), drives)
  const returnBrokers = await lendBrokers()
  // So that nothing goes on in the prefix when the run is interrupted: what comes after it is done then too.
  const interruption = new AbortController()
  process.once('SIGINT', () => interruption.abort())
  process.once('SIGTERM', () => interruption.abort())
  const env = {
    [TESTS_BUILT]: 'yes',
    [LENDER]: process.env[LENDER] ?? '',
    [SHARE]: '\\\\nas\\trade',
    ...(smallDisk === undefined ? {} : { [SMALL_DISK]: 'S:\\' }),
  }
  try {
    return await runLayers(prefix, layers, { filters, env, signal: interruption.signal })
  } finally {
    await prefix.end()
    await returnBrokers()
    smallDisk?.unmount()
  }
}

async function buildCommandLine(): Promise<void> {
  for (const build of CLI_BUILDS) {
    const built = await runStep(build)
    if (!built.succeeded) throw new Error(built.output)
  }
}

interface Journey {
  filters: readonly string[]
  env: Readonly<Record<string, string>>
  signal: AbortSignal
}

async function runLayers(
  prefix: Prefix,
  layers: readonly string[],
  { filters, env, signal }: Journey,
): Promise<number> {
  const results: Counts[] = []
  const table = [COUNTS_HEAD]
  const report = path.join(DRIVE, 'desk', REPORT)
  for (const layer of layers) {
    const startedMs = performance.now()
    await rm(report, { force: true })
    const takeLine = (line: string): boolean => process.stdout.write(`${layer.padEnd(8)} ${line}\n`) || true
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', `--project=${layer}`, ...REPORTERS, ...filters]
    const words = [NODE, `${PROJECT}\\test\\windows\\inside.ts`, ...vitest]
    const outcome = await prefix.run(words, { env, signal, takeLine })
    const { counts, failures } = readReport(report)
    const isUnexplained = !outcome.succeeded && failures.length === 0
    if (isUnexplained) process.stdout.write(`${layer} did not end well:\n${outcome.output}\n`)
    const sum = sumCounts([counts, { passed: 0, failed: isUnexplained ? 1 : 0, skipped: 0 }])
    results.push(sum)
    table.push(countsRow(layer, performance.now() - startedMs, sum))
    for (const failure of failures) table.push(`  failed: ${failure}`)
  }
  if (layers.includes('windows') && filters.length === 0 && !signal.aborted)
    results.push(await inConsole(prefix, table))
  const sum = sumCounts(results)
  process.stdout.write(`\n${table.join('\n')}\n\n${describeCounts(sum)}\n`)
  return sum.failed > 0 ? 1 : 0
}

/** The one journey that this system has to begin, as a line of the table. */
async function inConsole(prefix: Prefix, table: string[]): Promise<Counts> {
  const startedMs = performance.now()
  const folder = { here: path.join(DRIVE, 'console'), there: 'P:\\console' }
  const program = [NODE, `${PROJECT}\\out\\cli\\main.js`]
  const problems = await interruptInConsole({ prefix, program, folder })
  const counts = problems.length === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
  table.push(countsRow('console', performance.now() - startedMs, counts))
  for (const problem of problems) table.push(`  failed: Ctrl+C: ${problem}`)
  return counts
}

process.exitCode = await testWindows()
