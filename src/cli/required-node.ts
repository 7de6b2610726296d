import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { messageOf } from '../shared/errors/app-error.ts'

const NEEDED_MAJOR = 24

/** True if this Node has what the engine needs (SQLite, proxies, the system’s certificates). */
export function isNodeNewEnough(version: string = process.versions.node): boolean {
  return Number.parseInt(version, 10) >= NEEDED_MAJOR
}

/**
 * Runs the same command under another Node, such as the one that npm installed with the project if the one on the path is too old.
 * Returns its exit code, or 1 with a sentence on stderr if it is not installed or cannot be started.
 */
export async function runOnOwnNode(ownNode: URL, argv: readonly string[]): Promise<number> {
  const program = fileURLToPath(ownNode)
  if (!existsSync(program)) return refuse('')
  const child = spawn(program, [...argv], { stdio: 'inherit' })
  // The terminal sends Ctrl+C to both processes; the child handles it, and this one only waits.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (signal === 'SIGTERM') child.kill(signal)
    })
  }
  return await new Promise((resolve) => {
    child.on('error', (thrown) => resolve(refuse(` ${program} could not be started: ${messageOf(thrown)}.`)))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

function refuse(why: string): number {
  const needed = `Parcel Desk needs Node.js ${NEEDED_MAJOR} or newer; this is ${process.versions.node}.`
  process.stderr.write(`${needed}${why} Install it, or run “npm ci” in the checkout.\n`)
  return 1
}
