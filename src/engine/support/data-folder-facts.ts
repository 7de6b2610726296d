import { accessSync, constants, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ENVIRONMENTS } from '../../shared/model/connection.ts'
import { messageOf } from '../../shared/errors/app-error.ts'
import { readUntrustedSync } from '../files/open-untrusted.ts'

/** Settings are a few kilobytes; what is larger was not written by this program. */
const MAX_SETTINGS_BYTES = 256 * 1024
/** Where this program keeps files below its data folder. */
const FOLDERS = ['', ...ENVIRONMENTS]
/** Only say which process works here. */
const NOT_SETTINGS = /lock\.json$/

export interface DataFolderFacts {
  folder: string
  freeBytes: number
  totalBytes: number
  /** Octal, such as `700`; Windows has no such permissions. */
  mode: string
  /** Whether the folder belongs to the user of this process; null where the system has no such ids. */
  isOwn: boolean | null
  isWritable: boolean
  entries: { name: string; bytes: number; modified: string }[]
}

/** Space, permissions and what lies in the data folder. Fails if there is none. */
export function readDataFolder(folder: string): DataFolderFacts {
  const { mode, uid } = statSync(folder)
  const { bavail, blocks, bsize } = statfsSync(folder)
  const entries = readdirSync(folder).map((name) => {
    const { size, mtime } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? { size: 0, mtime: new Date(0) }
    return { name, bytes: size, modified: mtime.toISOString() }
  })
  return {
    folder,
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    mode: (mode & 0o777).toString(8),
    isOwn: process.getuid === undefined ? null : process.getuid() === uid,
    isWritable: canWrite(folder),
    entries,
  }
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The settings as they lie on the disk, by file: as values, or as `{ failure, text }` where a file is no JSON. Read here and not
 * by their stores, which would set a damaged file aside.
 */
export function readSettingsFiles(folder: string): Record<string, unknown> {
  const files = filesOfDesk(folder).filter((file) => file.endsWith('.json') && !NOT_SETTINGS.test(file))
  return Object.fromEntries(files.map((file) => [file, readSettings(join(folder, ...file.split('/')))]))
}

function readSettings(path: string): unknown {
  try {
    const text = readUntrustedSync(path, MAX_SETTINGS_BYTES)
    // What JSON.parse says quotes the text, too little of it to recognise a secret by its name.
    return parseOr(text, { failure: 'it is not JSON', text })
  } catch (thrown) {
    return { failure: messageOf(thrown) }
  }
}

function parseOr(text: string, other: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return other
  }
}

/** The files of a data folder that hold settings or data, relative to it, with `/`. */
export function filesOfDesk(dataDir: string): string[] {
  return FOLDERS.flatMap((folder) =>
    namesIn(join(dataDir, folder)).map((name) => (folder === '' ? name : `${folder}/${name}`)),
  )
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
