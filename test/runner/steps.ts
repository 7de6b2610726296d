import { rm } from 'node:fs/promises'
import path from 'node:path'
import { electronProgram, NO_ELECTRON } from '../electron-host/electron-program.ts'
import { TESTS_BUILT } from '../support/command-line.ts'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
import { NO_BROKER } from '../support/needs-broker.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { SLOW_HOST } from '../support/slow-host.ts'
import { installCommand, isRoot, missingPackages } from '../support/system-packages.ts'
import { type Command, type Outcome, runStep } from './run-step.ts'
import { SOAK } from './soak.ts'
import { INTEGRATION_WORKERS, WORKERS } from './workers.ts'

/** One thing to run. Steps of the same layer are counted together. */
export interface Step {
  layer: string
  name: string
  /** Whether `npm run check` runs it too. */
  isQuick: boolean
  /** Needs what the builds left in `out`. */
  needsBuild?: boolean
  /** Where its tests are told of as JSON; a step without tests counts as one. */
  report?: string
  run(hooks: StepHooks): Promise<Outcome>
}

export interface StepHooks {
  signal: AbortSignal
  takeLine: NonNullable<Command['takeLine']>
}

const IS_WINDOWS = process.platform === 'win32'

/**
 * For the compiler and its linter, which are written in Go: beside another step, more threads than one only take turns, and
 * looking for garbage so often costs a fifth. Each of several checkers would work most types out again. Measured: 66 seconds of
 * processor time for both, 40 so.
 */
const ONE_CORE = { GOMAXPROCS: '1', GOGC: '400' }

/** Playwright would translate all that the journeys import by Babel, which takes four times as long to start. */
const NODE_READS_TYPES = { PW_DISABLE_TS_ESM: '1', NODE_COMPILE_CACHE: COMPILE_CACHE }

/** Layers that cannot run here, with the reason; `queues` are the tests of others that need a real one. */
export const CANNOT_RUN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    electron: electronProgram() === undefined ? NO_ELECTRON : undefined,
    packaged: electronProgram() === undefined ? NO_ELECTRON : undefined,
    queues: NO_BROKER,
    windows: IS_WINDOWS ? undefined : 'npm run test:windows does it, under Wine',
  }).filter((entry): entry is [string, string] => entry[1] !== undefined),
)

/** First, for whoever looks at the sources needs nothing built, and packages are installed meanwhile. */
const PACKAGES: Step = { layer: 'static', name: 'system packages', isQuick: false, run: providePackages }
const BUILDS: readonly Step[] = [
  quick('build desktop', 'electron-vite build --logLevel warn'),
  quick('build command line', 'npm run --silent build:cli'),
]

/**
 * Everything that is known to be checkable here. What stands together runs beside each other, as far as two cores carry it: a
 * stage that waited for the one before would leave one of them idle.
 */
export const STAGES: readonly (readonly Step[])[] = [
  [
    PACKAGES,
    ...BUILDS,
    quick('types', 'tsc -b --checkers 1', ONE_CORE),
    quick('lint', 'oxlint --format=unix', ONE_CORE),
    quick('format', 'oxfmt --check'),
    { ...quick('dead code', 'knip --no-progress'), isQuick: false },
    { ...quick('only tested', 'knip --no-progress --production --include files,dependencies'), isQuick: false },
  ],
  [
    { ...tests('architecture'), isQuick: true },
    // It waits more than it computes, so it runs beside what only computes, and never alone at the end.
    { ...tests('integration', `--maxWorkers=${INTEGRATION_WORKERS} --tags-filter=!${SOAK}`), needsBuild: true },
    journeys('shell', `--grep-invert=@${SOAK}`),
    journeys('app-origin', `--grep-invert=@${SOAK}`),
    { ...tests('unit'), isQuick: true },
    tests('corpus'),
    { ...tests('boot'), isQuick: true, needsBuild: true },
  ],
  ...(electronProgram() === undefined
    ? []
    : [[journeys('electron')], [byItself('packaged', 'node test/packaged/check-package.ts')]]),
  ...(IS_WINDOWS ? [[{ ...tests('windows'), needsBuild: true }]] : []),
]

/** Another one each day, so that other orders are met. */
export const SOAK_SEED = process.env[SLOW_HOST] ?? String(Math.floor(Date.now() / 86_400_000))
const SLOWLY = { [SLOW_HOST]: SOAK_SEED }

/** What takes too long for every change: all that waits or starts programs, on a host that is slow by a seed, and a campaign. */
export const SOAK_STAGES: readonly (readonly Step[])[] = [
  [PACKAGES, ...BUILDS],
  [
    { ...tests('integration', `--maxWorkers=${INTEGRATION_WORKERS}`, SLOWLY), needsBuild: true },
    journeys('shell', '', SLOWLY),
  ],
  [byItself('campaign', `node test/campaign/main.ts --seed ${SOAK_SEED}`)],
]

/** A program that looks at the sources or builds them. */
function quick(name: string, line: string, env?: Command['env']): Step {
  return { layer: 'static', name, isQuick: true, run: (hooks) => runLine(line, hooks, env) }
}

/** One that does all by itself with what was built. */
function byItself(layer: string, line: string): Step {
  return { layer, name: layer, isQuick: false, needsBuild: true, run: (hooks) => runLine(line, hooks) }
}

function tests(layer: string, options = `--maxWorkers=${WORKERS}`, env?: Command['env']): Step {
  const line = `vitest run --project ${layer} ${options} --reporter=default --reporter=json`
  return reporting(layer, (report) => `${line} --outputFile.json=${report}`, env)
}

/** Every journey of a user, in the page that is built: in a real browser, or in Electron; some at an origin like Electron’s. */
function journeys(layer: string, options = '', env?: Command['env']): Step {
  const line = `playwright test --project=${layer} ${options} --reporter=list,json`
  return { ...reporting(layer, () => line, { ...NODE_READS_TYPES, ...env }), needsBuild: true }
}

/** Tests that are told of in a file, never in that of an earlier run. */
function reporting(layer: string, lineOf: (report: string) => string, env?: Command['env']): Step {
  const report = path.join(PROJECT_ROOT, 'node_modules/.cache/test-reports', `${layer}.json`)
  const run: Step['run'] = async (hooks) => {
    await rm(report, { force: true })
    return await runLine(lineOf(report), hooks, { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env })
  }
  return { layer, name: `${layer} tests`, isQuick: false, report, run }
}

function runLine(line: string, { signal, takeLine }: StepHooks, env: Command['env'] = {}): Promise<Outcome> {
  const [program = '', ...parameters] = line.split(' ').filter((word) => word !== '')
  return runStep({ program, parameters, takeLine, env: { [TESTS_BUILT]: 'yes', ...env } }, signal)
}

/** Installs what is missing where that is allowed; names the command where it is not. */
async function providePackages({ signal }: StepHooks): Promise<Outcome> {
  const missing = missingPackages()
  if (missing.length === 0) return { succeeded: true, output: '', durationMs: 0 }
  const command = installCommand(missing)
  if (!isRoot()) return { succeeded: false, output: `Missing. Install with: ${command}`, durationMs: 0 }
  return await runStep({ program: 'sh', parameters: ['-c', command] }, signal)
}
