import { createHash } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { AppError } from '../../shared/errors/app-error.ts'
import type { BodyReceiver } from '../ports/http.ts'
import { createDocumentCheck, type DocumentCheck } from './document-check.ts'

/** Smaller bodies reach the disk in one write; larger ones are written, and held back, in steps of this size. */
const WRITE_STEP_BYTES = 1024 * 1024

export interface ReceivedFile {
  bytes: number
  sha256: string
  /** False when `%%EOF` was the only sign that nothing is missing (measured 1.2). */
  isLengthDeclared: boolean
}

export interface SaveStream extends BodyReceiver {
  /** Throws not-a-whole-pdf unless the body that came is a whole PDF. Needs no disk, so it holds no connection. */
  check(): void
  /** Writes what is left, flushes to the disk and closes. Only then may the file get its final name. */
  complete(): Promise<ReceivedFile>
  /** Closes and removes what was written. */
  discard(): Promise<void>
  /** The first bytes that came. */
  start(): Buffer
}

/**
 * Takes one body into `partFile`, which must not exist. Hashing and writing wait until the body has ended or a step is
 * full, so that the connection gets its next request first.
 */
export function createSaveStream(partFile: string, endpoint: string): SaveStream {
  const hash = createHash('sha256')
  let check: DocumentCheck = createDocumentCheck({ length: undefined, encoding: undefined })
  let isLengthDeclared = false
  let chunks: Buffer[] = []
  let heldBytes = 0
  let file: FileHandle | undefined

  const writeHeld = async (): Promise<void> => {
    const held = chunks
    chunks = []
    heldBytes = 0
    for (const chunk of held) hash.update(chunk)
    file ??= await open(partFile, 'wx')
    await writeAll(file, held)
  }

  return {
    head: ({ headers }) => {
      const length = headers['content-length']
      isLengthDeclared = length !== undefined
      check = createDocumentCheck({
        length: length === undefined ? undefined : Number(length),
        encoding: headers['content-encoding'],
      })
    },
    data: (chunk) => {
      check.take(chunk)
      chunks.push(chunk)
      heldBytes += chunk.length
      return heldBytes < WRITE_STEP_BYTES ? undefined : writeHeld()
    },
    check: () => {
      const flaw = check.flaw()
      if (flaw !== undefined) throw new AppError({ tag: 'not-a-whole-pdf', endpoint, ...flaw })
    },
    complete: async () => {
      await writeHeld()
      await file?.datasync()
      await file?.close()
      file = undefined
      return { bytes: check.bytes, sha256: hash.digest('hex'), isLengthDeclared }
    },
    discard: async () => {
      chunks = []
      await file?.close()
      file = undefined
      await rm(partFile, { force: true })
    },
    start: () => check.start(),
  }
}

/** A full disk shows first as a short write without an error; only the next write says ENOSPC (measured 1.6). */
async function writeAll(file: FileHandle, chunks: Buffer[]): Promise<void> {
  if (chunks.length === 0) return
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  const { bytesWritten } = await file.writev(chunks)
  if (bytesWritten === total) return
  let rest = Buffer.concat(chunks).subarray(bytesWritten)
  while (rest.length > 0) rest = rest.subarray((await file.write(rest)).bytesWritten)
}
