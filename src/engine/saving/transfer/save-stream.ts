import { AppError } from '../../../shared/errors/app-error.ts'
import type { BodyReceiver } from '../../ports/http.ts'
import type { DiskReserve } from '../disk/disk-reserve.ts'
import { type Disk, ownThreadDisk } from '../disk/disk.ts'
import { createDocumentCheck, type DocumentCheck } from './pdf-check.ts'
import { createHeldFile } from './held-file.ts'

export interface ReceivedFile {
  bytes: number
  sha256: string
  /** False when `%%EOF` was the only sign that nothing is missing: neither length nor chunks (measured 1.2). */
  isLengthDeclared: boolean
}

export interface SaveStream extends BodyReceiver {
  /** Throws not-a-whole-pdf unless the body that came is a whole PDF. Needs no disk, so it holds no connection. */
  check(): void
  /** Writes what is left, flushes to the disk and closes. Only then may the file get its final name. */
  complete(): Promise<ReceivedFile>
  /** Closes and removes what was written. Never fails. */
  discard(): Promise<void>
  /** The first bytes that came. */
  start(): Buffer
}

export interface SaveTarget {
  /** This document's alone; what an earlier attempt left there is removed. */
  partFile: string
  /** What is fetched, in words for failures. */
  endpoint: string
  /** Called before the file is made; what it throws is passed on. */
  prepare: () => Promise<void>
  /** Default: the one on this thread. */
  disk?: Disk
  limit: DocumentLimit
}

/** How large a document may be. */
export interface DocumentLimit {
  largestBytes: number
  use: 'save' | 'show'
  /** Of the disk that it is written to. */
  reserve: DiskReserve
}

/**
 * Takes one body into its `partFile`, judging it as it comes. Drops it with document-too-large as soon as that is known, and
 * with disk-full where it would take the last space of the disk.
 */
export function createSaveStream({ partFile, endpoint, prepare, limit, disk = ownThreadDisk }: SaveTarget): SaveStream {
  const { largestBytes, use, reserve } = limit
  const file = createHeldFile(disk.newFile(partFile), prepare)
  let check: DocumentCheck = createDocumentCheck({ length: undefined, encoding: undefined })
  let isLengthDeclared = false
  const hold = (chunk: Buffer): Promise<void> | undefined => {
    const claimed = reserve.claim(chunk.length)
    return claimed === undefined ? file.hold(chunk) : claimed.then(() => file.hold(chunk))
  }
  const refuseTooLarge = (known: { bytes?: number }): never => {
    throw new AppError({ tag: 'document-too-large', endpoint, ...known, limitBytes: largestBytes, use })
  }
  return {
    head: ({ headers }) => {
      const length = headers['content-length']
      if (Number(length) > largestBytes) refuseTooLarge({ bytes: Number(length) })
      isLengthDeclared = length !== undefined || headers['transfer-encoding']?.includes('chunked') === true
      check = createDocumentCheck({
        length: length === undefined ? undefined : Number(length),
        encoding: headers['content-encoding'],
      })
    },
    data: (chunk) => {
      check.take(chunk)
      if (check.bytes > largestBytes) refuseTooLarge({})
      return hold(chunk)
    },
    check: () => {
      const flaw = check.flaw()
      if (flaw !== undefined) throw new AppError({ tag: 'not-a-whole-pdf', endpoint, ...flaw })
    },
    complete: async () => {
      const sha256 = await file.finish()
      return { bytes: check.bytes, sha256, isLengthDeclared }
    },
    discard: file.discard,
    start: () => check.start(),
  }
}
