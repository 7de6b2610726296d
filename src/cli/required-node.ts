import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const NEEDED_MAJOR = 24
/** Where npm installs the Node that package.json requires; absent in an installed package. */
const OWN_NODE = new URL(
  `../../node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`,
  import.meta.url,
)

/** True if this Node has what the engine needs (SQLite, proxies, the system’s certificates). */
export function isNodeNewEnough(version: string = process.versions.node): boolean {
  return Number.parseInt(version, 10) >= NEEDED_MAJOR
}

/**
 * Runs the same command under the Node that npm installed with the project, if the one on the path is too old. Returns its
 * exit code, or 1 with a sentence on stderr if it is not installed.
 */
export async function runOnOwnNode(argv: readonly string[]): Promise<number> {
  const ownNode = fileURLToPath(OWN_NODE)
  if (!existsSync(ownNode)) {
    const needed = `Parcel Desk needs Node.js ${NEEDED_MAJOR} or newer; this is ${process.versions.node}.`
    process.stderr.write(`${needed} Install it, or run “npm ci” in the checkout.\n`)
    return 1
  }
  const child = spawn(ownNode, [...argv], { stdio: 'inherit' })
  // The terminal sends Ctrl+C to both processes; the child handles it, and this one only waits.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (signal === 'SIGTERM') child.kill(signal)
    })
  }
  return await new Promise((resolve) => {
    child.on('close', (code) => {
      resolve(code ?? 1)
    })
  })
}
