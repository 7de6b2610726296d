import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { LogLevel, LogPort } from '../engine/ports/host-ports.ts'

const LEVELS = ['error', 'warn', 'info', 'debug'] as const satisfies LogLevel[]

export interface LogFileOptions {
  file: string
  /** Less severe lines are left out. Default info. */
  lowestLevel?: LogLevel
  /** The file is rotated before it grows past this. Default 5 MB. */
  maxBytes?: number
  /** Older files kept, from `name.1.log`, the newest, to `name.4.log`. Default 4. */
  keptFiles?: number
  /** Makes the folder of the file and its parents. */
  makeFolder?: (folder: string) => void
}

const makeFolderAtOnce = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/**
 * A log file that only its owner may read. Each line is written at once, so that a killed run has its last line. Never
 * fails: what cannot be written is left out.
 */
export function createLogFile({
  file,
  lowestLevel = 'info',
  maxBytes = 5_000_000,
  keptFiles = 4,
  makeFolder = makeFolderAtOnce,
}: LogFileOptions): LogPort {
  let size: number | undefined
  return {
    write: (level, line) => {
      if (LEVELS.indexOf(level) > LEVELS.indexOf(lowestLevel)) return
      const text = `${line}\n`
      try {
        if (size === undefined) makeFolder(path.dirname(file))
        size ??= statSync(file, { throwIfNoEntry: false })?.size ?? 0
        if (size > 0 && size + text.length > maxBytes && hasRotated(file, keptFiles)) size = 0
        appendFileSync(file, text, { mode: 0o600 })
        size += Buffer.byteLength(text)
      } catch {
        // The work itself reports a full disk or a missing permission.
        size = undefined
      }
    },
  }
}

/** On Windows this fails while another process has the file open; it then grows until a later line succeeds (W-B15). */
function hasRotated(file: string, keptFiles: number): boolean {
  try {
    rotate(file, keptFiles)
    return true
  } catch {
    return false
  }
}

function rotate(file: string, keptFiles: number): void {
  const { dir, name, ext } = path.parse(file)
  const aside = (age: number): string => (age === 0 ? file : path.join(dir, `${name}.${age}${ext}`))
  rmSync(aside(keptFiles), { force: true })
  for (let age = keptFiles; age > 0; age -= 1) {
    if (statSync(aside(age - 1), { throwIfNoEntry: false }) !== undefined) renameSync(aside(age - 1), aside(age))
  }
}
