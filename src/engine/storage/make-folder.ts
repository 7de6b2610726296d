import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents. One by one, because Node's recursive `mkdir` never returns where the system
 * reports an existing folder as missing (`/proc`, automounts). Throws what the file system throws.
 */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (thrown) {
    // Another process may have created it in between.
    if (!existsSync(path)) throw thrown
  }
}
