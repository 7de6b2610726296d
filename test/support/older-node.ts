import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'

const NEEDED_MAJOR = 24
const FAKED = '20.20.2'
/** Built in since then: loading one fails there before any line of the program runs. */
const LATER_MODULES = ['node:sqlite', 'node:sea']

/** For `--import`: this process then says that it is an older Node, and lacks the modules that came later. */
export const AS_OLDER_NODE = `--import=${import.meta.url}`

/** A Node on the path that is older than the project needs, if this computer has one. */
export function findOlderNode(): string | undefined {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file) && majorOf(file) < NEEDED_MAJOR)
}

function majorOf(node: string): number {
  return Number.parseInt(spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout, 10)
}

if (process.execArgv.includes(AS_OLDER_NODE)) {
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: FAKED } })
  registerHooks({
    resolve: (specifier, context, next) => {
      if (LATER_MODULES.includes(specifier)) throw new Error(`No such built-in module: ${specifier}`)
      return next(specifier, context)
    },
  })
}
