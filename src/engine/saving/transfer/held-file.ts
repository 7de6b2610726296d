import type { NewFile } from '../disk/new-file.ts'

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
 * Holds the bytes of a new file in memory until a step is full or all have come: only then it is made, after `prepare`, and
 * only then its bytes are hashed.
 */
export function createHeldFile(file: NewFile, prepare: () => Promise<void>): HeldFile {
  let chunks: Buffer[] = []
  let heldBytes = 0
  let isPrepared = false
  let writing: Promise<unknown> = Promise.resolve()

  const handOver = <T>(take: (held: readonly Buffer[]) => Promise<T>): Promise<T> => {
    const held = chunks
    chunks = []
    heldBytes = 0
    const taking = isPrepared ? take(held) : prepare().then(() => take(held))
    isPrepared = true
    writing = taking
    return taking
  }

  return {
    hold: (chunk) => {
      chunks.push(chunk)
      heldBytes += chunk.length
      return heldBytes < WRITE_STEP_BYTES ? undefined : handOver(file.write)
    },
    finish: () => handOver(file.finish),
    discard: async () => {
      chunks = []
      // Closing under a write would hand its descriptor, and so its bytes, to the next file that is opened.
      await writing.catch(() => undefined)
      await file.discard()
    },
  }
}
