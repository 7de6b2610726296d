import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { diskCode } from './disk-failures.ts'
import { createPartFile, type PartFile } from './part-file.ts'

/** Smaller bodies reach the disk in one write; larger ones are written, and held back, in steps of this size. */
const WRITE_STEP_BYTES = 1024 * 1024

export interface HeldFile {
  /** Keeps a chunk; the promise of a full step asks to be waited for. */
  hold(chunk: Buffer): Promise<void> | undefined
  /** Writes what is left, flushes it to the disk and closes. Returns the SHA-256 in hex. */
  finish(): Promise<string>
  /** Closes and removes what was written. Never fails. */
  discard(): Promise<void>
}

/**
 * A new file that holds bytes in memory until a step is full or all have come: only then it is made, after `prepare`, and
 * only then its bytes are hashed.
 */
export function createHeldFile(path: string, prepare: () => Promise<void>): HeldFile {
  const hash = createHash('sha256')
  let chunks: Buffer[] = []
  let heldBytes = 0
  let file: PartFile | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async (held: readonly Buffer[]): Promise<void> => {
    for (const chunk of held) hash.update(chunk)
    file ??= await makePart(path, prepare)
    await file.write(held)
  }
  const writeHeld = (): Promise<void> => {
    writing = write(chunks)
    chunks = []
    heldBytes = 0
    return writing
  }

  return {
    hold: (chunk) => {
      chunks.push(chunk)
      heldBytes += chunk.length
      return heldBytes < WRITE_STEP_BYTES ? undefined : writeHeld()
    },
    finish: async () => {
      await writeHeld()
      await file?.finish()
      return hash.digest('hex')
    },
    discard: async () => {
      chunks = []
      // Closing under a write would hand its descriptor, and so its bytes, to the next file that is opened.
      await writing.catch(() => undefined)
      await file?.close().catch(() => undefined)
      // What cannot be removed now harms nothing: the next attempt or the next run does it.
      await rm(path, { force: true }).catch(() => undefined)
    },
  }
}

async function makePart(path: string, prepare: () => Promise<void>): Promise<PartFile> {
  await prepare()
  try {
    return await createPartFile(path)
  } catch (thrown) {
    if (diskCode(thrown) !== 'EEXIST') throw thrown
    // Nobody else gives files this name: an earlier attempt could not remove it.
    await rm(path)
    return await createPartFile(path)
  }
}
