import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../support/project-files.ts'

const PACKAGE = path.join(PROJECT_ROOT, 'node_modules', 'electron')

/** What Electron’s binary is needed for says this where it is missing. */
export const NO_BINARY = 'no Electron binary'

/**
 * Electron’s program, or undefined where it is not installed. Never loads the package itself: that one would begin to
 * download what is missing.
 */
export function electronBinary(
  folder = PACKAGE,
  override = process.env.ELECTRON_OVERRIDE_DIST_PATH,
): string | undefined {
  const named = path.join(folder, 'path.txt')
  const program = existsSync(named) ? readFileSync(named, 'utf8') : 'electron'
  const binary = path.join(override ?? path.join(folder, 'dist'), program)
  return existsSync(binary) ? binary : undefined
}
