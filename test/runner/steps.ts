import { electronProgram, NO_ELECTRON } from '../electron-host/electron-program.ts'
import { TESTS_BUILT } from '../support/command-line.ts'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
import { NO_BROKER } from '../support/needs-broker.ts'
import { installCommand, isRoot, missingPackages } from '../support/system-packages.ts'
import { type Command, type Outcome, runStep } from './run-step.ts'
import { INTEGRATION_WORKERS, WORKERS } from './workers.ts'

/** One thing to run. Steps of the same layer are counted together. */
export interface Step {
  layer: string
  name: string
  /** Whether `npm run check` runs it too. */
  isQuick: boolean
  /** Needs what the builds left in `out`. */
  needsBuild?: boolean
  /** Has tests of its own, of which its output tells; a step without them counts as one test. */
  hasTests: boolean
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

/**
 * Playwright would translate all that the journeys import by Babel, which takes four times as long to start. Its workers import
 * what it has imported itself, so they find that compiled.
 */
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

/**
 * Everything that is known to be checkable here. What stands together runs beside each other, as far as two cores carry it: a
 * stage that waited for the one before would leave one of them idle.
 */
export const STAGES: readonly (readonly Step[])[] = [
  [
    // The sources are looked at and built while packages are installed.
    { layer: 'static', name: 'system packages', isQuick: false, hasTests: false, run: providePackages },
    quick('build desktop', 'electron-vite build --logLevel warn'),
    quick('build command line', 'vite build --config cli.vite.config.ts --logLevel warn'),
    quick('types', 'tsc -b --checkers 1', ONE_CORE),
    quick('lint', 'oxlint --format=unix', ONE_CORE),
    quick('format', 'oxfmt --check'),
    { ...quick('dead code', 'knip --no-progress'), isQuick: false },
    { ...quick('only tested', 'knip --no-progress --production --include files,dependencies'), isQuick: false },
  ],
  [
    { ...tests('architecture'), isQuick: true },
    // It waits more than it computes, so it runs beside what only computes, and never alone at the end.
    { ...tests('integration', INTEGRATION_WORKERS), needsBuild: true },
    journeys('shell'),
    journeys('app-origin'),
    { ...tests('unit'), isQuick: true },
    tests('corpus'),
    { ...tests('boot'), isQuick: true, needsBuild: true },
  ],
  ...(electronProgram() === undefined ? [] : [[journeys('electron')], [packagedProgram()]]),
  ...(IS_WINDOWS ? [[{ ...tests('windows'), needsBuild: true }]] : []),
]

/** A program that looks at the sources or builds them. */
function quick(name: string, line: string, env?: Command['env']): Step {
  return { layer: 'static', name, isQuick: true, hasTests: false, run: (hooks) => runLine(line, hooks, env) }
}

function tests(layer: string, workers = WORKERS): Step {
  const line = `vitest run --project ${layer} --maxWorkers=${workers} --reporter=./test/runner/vitest-reporter.ts`
  return { layer, name: `${layer} tests`, isQuick: false, hasTests: true, run: (hooks) => runLine(line, hooks) }
}

/** Every journey of a user, in the page that is built: in a real browser, or in Electron; some at an origin like Electron’s. */
function journeys(layer: string): Step {
  const line = `playwright test --project=${layer} --reporter=./test/runner/playwright-reporter.ts`
  const run: Step['run'] = (hooks) => runLine(line, hooks, NODE_READS_TYPES)
  return { layer, name: `${layer} tests`, isQuick: false, needsBuild: true, hasTests: true, run }
}

function packagedProgram(): Step {
  const run: Step['run'] = (hooks) => runLine('node test/packaged/check-package.ts', hooks)
  return { layer: 'packaged', name: 'packaged program', isQuick: false, needsBuild: true, hasTests: false, run }
}

function runLine(line: string, { signal, takeLine }: StepHooks, env: Command['env'] = {}): Promise<Outcome> {
  const [program = '', ...parameters] = line.split(' ')
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
