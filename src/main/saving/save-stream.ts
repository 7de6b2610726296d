import { AppError } from '../../shared/errors/app-error.ts'
import type { BodyReceiver } from '../ports/http.ts'
import { type Disk, ownThreadDisk } from './disk.ts'
import { createDocumentCheck, type DocumentCheck } from './document-check.ts'
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
}

/** Takes one body into its `partFile`, judging it as it comes. */
export function createSaveStream({ partFile, endpoint, prepare, disk = ownThreadDisk }: SaveTarget): SaveStream {
  const file = createHeldFile(disk.newFile(partFile), prepare)
  let check: DocumentCheck = createDocumentCheck({ length: undefined, encoding: undefined })
  let isLengthDeclared = false
  return {
    head: ({ headers }) => {
      const length = headers['content-length']
      isLengthDeclared = length !== undefined || headers['transfer-encoding']?.includes('chunked') === true
      check = createDocumentCheck({
        length: length === undefined ? undefined : Number(length),
        encoding: headers['content-encoding'],
      })
    },
    data: (chunk) => {
      check.take(chunk)
      return file.hold(chunk)
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
