import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { PROJECT_ROOT } from '../support/project-files.ts'

/** What needs Electron’s program says this where it is not installed. */
export const NO_ELECTRON = 'Electron is not installed'

const NAMES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}
/** As the package calls it on this system, below its folder. */
export const PROGRAM_NAME = NAMES[process.platform] ?? 'electron'
const manifest = z.object({ version: z.string() })

export interface ElectronPlace {
  /** Of the package that npm installs. */
  folder?: string
  env?: NodeJS.ProcessEnv
}

/** Where Electron’s program is, and what keeps it from being started. */
export interface FoundElectron {
  /** Of the package, without its program. */
  folder: string
  /** Undefined where it is not installed, or is not what the package would install. */
  program: string | undefined
  /** What is there in its place, in a sentence. */
  flaw: string | undefined
  /** Given by ELECTRON_OVERRIDE_DIST_PATH, so it is the user’s to put right. */
  isGiven: boolean
  /** That the project needs. */
  version: string
}

/** Electron’s program, or undefined where it is not installed. Downloads nothing. */
export function electronProgram(place?: ElectronPlace): string | undefined {
  return findElectron(place).program
}

/**
 * Looks without loading Electron’s package, which would begin to download. Only the name that the package gives its program on
 * this system is believed: its `path.txt` could name any other. It is written last, so without it the rest may be half there.
 */
export function findElectron({ folder = defaultFolder(), env = process.env }: ElectronPlace = {}): FoundElectron {
  const { version } = manifest.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')))
  const given = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''
  const dist = given === '' ? path.join(folder, 'dist') : given
  const program = path.join(dist, PROGRAM_NAME)
  const installed = textOf(path.join(dist, 'version'))?.replace(/^v/, '') ?? version
  const named = textOf(path.join(folder, 'path.txt'))
  const found = { folder, version, isGiven: given !== '' }
  const isThere = existsSync(program)
  if (found.isGiven) {
    const flaw = isThere ? undefined : `ELECTRON_OVERRIDE_DIST_PATH names ${given}, where there is no ${PROGRAM_NAME}`
    return { ...found, program: isThere ? program : undefined, flaw: flaw ?? otherVersion(installed, version) }
  }
  if (named === undefined) return { ...found, program: undefined, flaw: undefined }
  if (named !== PROGRAM_NAME) {
    const flaw = `${path.join(folder, 'path.txt')} names “${named.slice(0, 100)}” and not Electron’s program, so it is not started`
    return { ...found, program: undefined, flaw }
  }
  const flaw = otherVersion(installed, version)
  return { ...found, program: isThere && flaw === undefined ? program : undefined, flaw }
}

function otherVersion(installed: string, wanted: string): string | undefined {
  return installed === wanted
    ? undefined
    : `Electron ${installed.slice(0, 20)} is there, and the desk is made for ${wanted}`
}

function defaultFolder(): string {
  return path.join(PROJECT_ROOT, 'node_modules', 'electron')
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}
