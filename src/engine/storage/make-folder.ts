import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing. One by one, because Node's recursive `mkdir` never ends where the
 * system says of a folder that is there that it is not (`/proc`, automounts). Throws what the file system throws.
 */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (thrown) {
    // Another process may have made it in between.
    if (!existsSync(path)) throw thrown
  }
}
