import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Command } from './timed-run.ts'

const repository = path.resolve(import.meta.dirname, '../../..')
const builtEntry = path.join(repository, 'out/cli/main.js')

/** The command line as a user runs it: the built file on this Node. Builds it first where there is none. */
export function ownCommand(): Command {
  if (!existsSync(builtEntry)) {
    const build = spawnSync('npm', ['run', 'build:cli'], { cwd: repository, stdio: ['ignore', 'ignore', 'inherit'] })
    if (build.status !== 0 || !existsSync(builtEntry))
      throw new Error('out/cli/main.js is missing and `npm run build:cli` did not make it.')
  }
  return { program: process.execPath, args: [builtEntry] }
}

/** Arguments that make a one-off connection: no profile, no keychain, nothing left behind outside `dataDir`. */
export function oneOffConnection(baseUrl: string, dataDir: string): string[] {
  return ['--base-url', baseUrl, '--username', 'bench', '--data-dir', dataDir]
}
