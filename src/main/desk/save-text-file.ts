import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../shared/errors/app-error.ts'
import { diskFailure } from '../../engine/saving/disk/disk-failures.ts'
import { moveOver } from '../../engine/saving/disk/place-file.ts'
import { diskCode } from '../../engine/files/disk-codes.ts'

/** A folder has the name. */
const IS_FOLDER = new Set(['EISDIR', 'ENOTEMPTY', 'EEXIST'])

/**
 * Writes a text, at once or in pieces, where the user said, whole or not at all: what had the name is replaced in one step, as the dialog asked.
 * Fails with disk-full, folder-not-writable, folder-gone, path-too-long, file-exists (a folder), file-held.
 */
export async function saveTextFile(path: string, text: string | Iterable<string>): Promise<void> {
  const folder = dirname(path)
  const part = join(folder, `.parcel-desk-${randomBytes(6).toString('hex')}.part`)
  try {
    const handle = await open(part, 'wx')
    try {
      // Unlike `write` it goes on after a short write, and so hears that the disk is full (measured 1.6).
      await handle.appendFile(text)
      await handle.datasync()
    } finally {
      await handle.close()
    }
    await moveOver(part, path)
  } catch (thrown) {
    await rm(part, { force: true }).catch(() => undefined)
    if (IS_FOLDER.has(diskCode(thrown))) throw new AppError({ tag: 'file-exists', path }, { cause: thrown })
    throw diskFailure(thrown, folder, path)
  }
}
