import { randomBytes, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { dirname, join, basename, extname } from 'node:path'
import type { z } from 'zod'
import { ignoring } from '../../shared/errors/ignoring.ts'
import type { savedFile } from '../../shared/contract/wire.ts'
import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import { errorCode } from '../../engine/files/file-system.ts'
import { diskFailure } from '../../engine/saving/disk/disk-failures.ts'
import { moveOver } from '../../engine/saving/disk/disk.ts'
import type { FoldersPort } from './desk-ports.ts'

/** Codes that mean: a folder has the name. */
const IS_FOLDER = new Set(['EISDIR', 'ENOTEMPTY', 'EEXIST'])

/**
 * Writes a text completely or not at all; an existing file is replaced atomically, as the dialog has asked. Fails with
 * disk-full, folder-not-writable, folder-gone, path-too-long, file-exists (a folder), file-held.
 */
async function saveTextFile(path: string, text: Text): Promise<void> {
  const folder = dirname(path)
  const part = join(folder, `.parcel-desk-${randomBytes(6).toString('hex')}.part`)
  try {
    const handle = await open(part, 'wx')
    try {
      // Unlike `write` it continues after a short write and so notices a full disk.
      await handle.appendFile(text)
      await handle.datasync()
    } finally {
      await handle.close()
    }
    await moveOver(part, path)
  } catch (thrown) {
    await rm(part, { force: true }).catch(ignoring('the failure of the writing is told'))
    if (IS_FOLDER.has(errorCode(thrown))) throw new AppError({ tag: 'file-exists', path }, { cause: thrown })
    throw diskFailure(thrown, folder, path)
  }
}

type SavedFile = z.output<typeof savedFile>
/** Bytes for a workbook. */
type Text = string | Iterable<string> | Uint8Array

/** The page's notice of a file is gone long before this many more were exported. */
const MAX_REMEMBERED = 50

/** A compromised page could suggest the name of a program, which would run when it is opened (W-L5). */
const EXTENSIONS = new Set(['.csv', '.txt', '.json', '.xlsx', '.zip'])

interface SaveDialog {
  title: string
  suggestedName: string
  /** Others than those of texts, with dots. */
  extensions?: ReadonlySet<string>
  /** Throws if nothing may be written to the path that was chosen. */
  check?: (path: string) => void
}

export interface TextFiles {
  /**
   * Asks the user where and writes the text there; null if the dialog was closed. Fails like saveTextFile, and with bad-usage
   * if the name does not have one of the extensions. The page gets an id, and name and folder to show.
   */
  save(dialog: SaveDialog, text: () => Text | Promise<Text>): Promise<SavedFile | null>
  /** Opens a saved file in its default program. Fails with bad-usage (unknown id), folder-gone. */
  open(fileId: string): Promise<void>
}

/** Text files that the user exports: lists, and the support file. */
export function createTextFiles(folders: Pick<FoldersPort, 'chooseNewFile' | 'open'>): TextFiles {
  const paths = new Map<string, string>()
  return {
    save: async ({ title, suggestedName, extensions = EXTENSIONS, check }, text) => {
      requireExtension(suggestedName, extensions)
      const path = await folders.chooseNewFile(title, suggestedName)
      if (path === undefined) return null
      check?.(path)
      await saveTextFile(path, await text())
      const fileId = randomUUID()
      paths.set(fileId, path)
      const [oldest] = paths.keys()
      if (paths.size > MAX_REMEMBERED && oldest !== undefined) paths.delete(oldest)
      return { fileId, name: basename(path), folder: dirname(path) }
    },
    open: async (fileId) => {
      const path = paths.get(fileId)
      if (path === undefined) throw badUsage('This file is not known any more.', 'Open it from its folder.')
      requireExtension(path, EXTENSIONS)
      await folders.open(path)
    },
  }
}

function requireExtension(name: string, extensions: ReadonlySet<string>): void {
  if (extensions.has(extname(name).toLowerCase())) return
  throw badUsage(
    'Files are saved and opened as .csv, .xlsx, .txt, .json or .zip.',
    'Choose a name that ends with one of these.',
  )
}
