import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createAnew } from '../../files/open-untrusted.ts'
import { createPartFile, type PartFile } from './part-file.ts'

/** A file that is made with its first bytes. The memory of chunks that are handed over is given up: they may be empty afterwards. */
export interface NewFile {
  /** Hashes and writes; what an earlier attempt left under the name is removed. One call at a time. */
  write(chunks: readonly Uint8Array[]): Promise<void>
  /** Writes what is left, flushes it to the disk and closes. Returns the SHA-256 of all in hex. */
  finish(chunks: readonly Uint8Array[]): Promise<string>
  /** Closes and removes what was written. Never fails. */
  discard(): Promise<void>
}

/** A file on the thread that calls; see `NewFile`. */
export function createNewFile(path: string): NewFile {
  const hash = createHash('sha256')
  let file: PartFile | undefined
  const write: NewFile['write'] = async (chunks) => {
    for (const chunk of chunks) hash.update(chunk)
    // Nobody else gives files this name: what has it an earlier attempt could not remove.
    file ??= await createAnew(path, () => createPartFile(path))
    await file.write(chunks)
  }
  return {
    write,
    finish: async (chunks) => {
      await write(chunks)
      await file?.finish()
      return hash.digest('hex')
    },
    discard: async () => {
      await file?.close().catch(() => undefined)
      // What cannot be removed now harms nothing: the next attempt or the next run does it.
      await rm(path, { force: true }).catch(() => undefined)
    },
  }
}
