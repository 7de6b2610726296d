import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const NEEDED_MAJOR = 24
/** Where npm puts the Node that package.json asks for; absent once installed elsewhere. */
const OWN_NODE = new URL(
  `../../node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`,
  import.meta.url,
)

/** True on a Node that has all that the engine needs (SQLite, proxies, the system’s certificates). */
export function isNodeNewEnough(version: string = process.versions.node): boolean {
  return Number.parseInt(version, 10) >= NEEDED_MAJOR
}

/**
 * Runs the same command under the Node that npm installed beside the project, for whoever has an older one on the path.
 * Returns its exit code; 1 with a sentence on stderr where there is none.
 */
export async function runOnOwnNode(argv: readonly string[]): Promise<number> {
  const ownNode = fileURLToPath(OWN_NODE)
  if (!existsSync(ownNode)) {
    const needed = `Parcel Desk needs Node.js ${NEEDED_MAJOR} or newer; this is ${process.versions.node}.`
    process.stderr.write(`${needed} Install it, or run “npm ci” in the checkout.\n`)
    return 1
  }
  const child = spawn(ownNode, [...argv], { stdio: 'inherit' })
  // A terminal sends Ctrl+C to both; the child knows what to do, and this process only waits for it.
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
