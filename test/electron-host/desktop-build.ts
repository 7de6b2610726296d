import { globSync, statSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { runStep } from '../runner/run-step.ts'

const BUNDLES = ['out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html']

/** Builds the desktop where it is not built or its sources are newer. Throws what the build says when it fails. */
export async function buildDesktop(): Promise<void> {
  if (!isOutOfDate()) return
  process.stdout.write('Building the desktop.\n')
  const parameters = ['build', '--logLevel', 'warn']
  const outcome = await runStep({ program: 'electron-vite', parameters })
  if (!outcome.succeeded) throw new Error(outcome.output)
}

function isOutOfDate(): boolean {
  const built = BUNDLES.map((file) => changedMs(file) ?? 0)
  const sources = ['electron.vite.config.ts', 'package-lock.json', ...globSync('src/**/*', { cwd: PROJECT_ROOT })]
  return Math.max(...sources.map((file) => changedMs(file) ?? 0)) > Math.min(...built)
}

function changedMs(file: string): number | undefined {
  return statSync(path.join(PROJECT_ROOT, file), { throwIfNoEntry: false })?.mtimeMs
}
