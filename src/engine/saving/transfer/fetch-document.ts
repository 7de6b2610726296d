import { open } from 'node:fs/promises'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import { AppError } from '../../../shared/errors/app-error.ts'
import { NO_SIGNATURES, NOT_LOOKED_AT, type SignatureSummary } from '../../../shared/model/document-signatures.ts'
import { type DocumentAddress, describeDocument, type ExchangeClient } from '../../exchange/exchange-client.ts'
import { retryWhileHeld } from '../../files/file-system.ts'
import type { BodyReceiver } from '../../ports/http.ts'
import { summarizeSignatures } from '../../signatures/signature-reader.ts'
import type { DiskReserve } from '../disk/disk-space.ts'
import { type Disk, ownThreadDisk } from '../disk/disk.ts'
import type { NewFile } from '../disk/part-files.ts'
import type { ArrivedFile } from '../records/job-rows.ts'
import { createDocumentCheck, type DocumentCheck, type Flaw } from './document-check.ts'
import { isTable, LOOK_STEP_BYTES, TABLE_BYTES } from './pdf-structure.ts'

export interface DocumentFetch extends DocumentAddress {
  client: ExchangeClient
  partFile: string
  /** Creates the folder of the file, just before the file itself. */
  prepare: () => Promise<void>
  /** Default: the one on this thread. */
  disk?: Disk
  limit: DocumentLimit
  refused?: RefusedAnswers
  acceptsDamaged?: boolean
  onBytes: (bytes: number) => void
}

/**
 * What earlier attempts at one document were refused for. The same bytes again are no fault of the way: they are what the
 * service has, and further attempts would get them too.
 */
export type RefusedAnswers = Set<string>

/**
 * One attempt at one document: its bytes are checked but not yet flushed. Returns when the connection is free again. Throws
 * the service's tagged failure, not-a-whole-pdf (with the first bytes), document-too-large, or what the disk threw.
 */
export async function fetchDocument(fetch: DocumentFetch, signal?: AbortSignal): Promise<SaveStream> {
  const { client, setId, documentId, name, onBytes } = fetch
  const stream = createSaveStream({ ...fetch, endpoint: describeDocument({ documentId, name }) })
  const counted = {
    head: stream.head,
    data: (chunk: Buffer) => {
      onBytes(chunk.length)
      return stream.data(chunk)
    },
  }
  try {
    await client.streamDocument({ setId, documentId, name, bulk: fetch.bulk }, counted, signal)
    stream.check()
    return stream
  } catch (thrown) {
    await stream.discard()
    throw new FetchError(thrown, stream.firstBytes())
  }
}

/** Why an attempt failed, with the first bytes received, for the quarantine (T22). */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly firstBytes: Buffer

  constructor(cause: unknown, start: Buffer) {
    super('the document was not fetched', { cause })
    this.firstBytes = start
  }
}

/** What is larger would hold up the save. */
const MOST_BYTES_WITH_SIGNATURES = 64_000_000

const UNFIT_TABLE =
  'Its inner table does not fit its bytes, so parts of it may be blank or missing. Look at it before relying on it.'

export interface SaveStream extends BodyReceiver {
  /**
   * Throws not-a-whole-pdf unless the body received is a whole PDF, or the failure that came in its place. Needs no disk, so it
   * does not hold the connection.
   */
  check(): void
  /** Writes the rest, flushes to the disk and closes. Only then may the file get its final name. */
  complete(): Promise<ArrivedFile>
  /** Closes and removes what was written. Never fails. */
  discard(): Promise<void>
  /** The first bytes received. */
  firstBytes(): Buffer
}

export interface SaveTarget {
  /** Unique to this document; what an earlier attempt left there is replaced. */
  partFile: string
  /** What is fetched, in words for failures. */
  endpoint: string
  /** Called before the file is created; what it throws is passed on. */
  prepare: () => Promise<void>
  /** Default: the one on this thread. */
  disk?: Disk
  limit: DocumentLimit
  /** Default: nothing. */
  refused?: RefusedAnswers
  /** A person wants the document although it is damaged, and knows it. */
  acceptsDamaged?: boolean
}

/** How large a document may be. */
export interface DocumentLimit {
  largestBytes: number
  use: 'save' | 'show'
  /** The free space to leave on the disk that it is written to. */
  reserve: DiskReserve
}

/**
 * Writes one body to its `partFile`, checking it as it arrives. Refuses it with document-too-large as soon as that is known,
 * and with disk-full where it would use up the last space of the disk.
 */
export function createSaveStream(target: SaveTarget): SaveStream {
  const { partFile, endpoint, prepare, limit, disk = ownThreadDisk, refused = new Set(), acceptsDamaged } = target
  const { largestBytes, use, reserve } = limit
  const file = createBufferedFile(disk.newFile(partFile), prepare)
  let check: DocumentCheck = createDocumentCheck(endpoint, { length: undefined })
  let isLengthDeclared = false
  let damage: Flaw | undefined
  const addToFile = (chunk: Buffer): Promise<void> | undefined => {
    const claimed = reserve.claim(chunk.length)
    return claimed === undefined ? file.add(chunk) : claimed.then(() => file.add(chunk))
  }
  const refuseTooLarge = (known: { bytes?: number }): never => {
    throw new AppError({ tag: 'document-too-large', endpoint, ...known, limitBytes: largestBytes, use })
  }
  const signaturesIn = async (): Promise<SignatureSummary> => {
    if (use === 'show' || !check.mayBeSigned()) return NO_SIGNATURES
    if (check.bytes > MOST_BYTES_WITH_SIGNATURES) return NOT_LOOKED_AT
    const found = await summarizeSignatures(partFile).catch(ignoring('the document is saved without'))
    return found ?? NOT_LOOKED_AT
  }
  return {
    head: ({ headers }) => {
      const length = headers['content-length']
      if (Number(length) > largestBytes) refuseTooLarge({ bytes: Number(length) })
      isLengthDeclared = length !== undefined || headers['transfer-encoding']?.includes('chunked') === true
      check = createDocumentCheck(endpoint, { length: length === undefined ? undefined : Number(length) })
    },
    data: (chunk) => {
      check.add(chunk)
      if (check.bytes > largestBytes) refuseTooLarge({})
      return addToFile(chunk)
    },
    check: () => {
      const flaw = check.flaw()
      if (flaw === undefined) return
      if (acceptsDamaged === true && flaw.instead === undefined) {
        damage = flaw
        return
      }
      // A page may differ in a time or a number each time.
      const answer = flaw.instead === undefined ? check.fingerprint() : `${flaw.reason} ${flaw.said ?? ''}`
      const repeated = refused.has(answer) ? { isRepeated: true } : {}
      refused.add(answer)
      throw new AppError({ tag: 'not-a-whole-pdf', endpoint, ...flaw, ...repeated })
    },
    complete: async () => {
      // What is still in memory is handed over to be written.
      const places = check.tablesAt().map((at) => ({ at, around: file.peek(at - 1, TABLE_BYTES) }))
      const sha256 = await file.finish()
      const received = { bytes: check.bytes, sha256, isLengthDeclared, signatures: await signaturesIn() }
      if (damage !== undefined) return { ...received, remark: `Saved on request, although ${damage.reason}.` }
      return { ...received, remark: (await leadsToTable(partFile, places)) ? null : UNFIT_TABLE }
    },
    discard: file.discard,
    firstBytes: () => check.firstBytes(),
  }
}

/** Whether one of these places has the table. Where the beginning of the body has been written already, it is read again. */
async function leadsToTable(
  partFile: string,
  places: readonly { at: number; around: Buffer | undefined }[],
): Promise<boolean> {
  for (const { at, around } of places) {
    if (isTable(around ?? (await readAt(partFile, at - 1)))) return true
  }
  return false
}

async function readAt(path: string, position: number): Promise<Buffer> {
  const file = await retryWhileHeld(() => open(path))
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(TABLE_BYTES), position })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

export interface BufferedFile {
  /** Buffers a chunk; returns a promise to await once a step is full. Does nothing once the file is discarded. */
  add(chunk: Buffer): Promise<void> | undefined
  /** Some of the bytes; undefined once any have been written. */
  peek(at: number, length: number): Buffer | undefined
  /** Writes the rest, flushes it to the disk and closes. Returns the SHA-256 in hex. */
  finish(): Promise<string>
  /** Closes and removes what was written. Never fails. */
  discard(): Promise<void>
}

/**
 * Buffers the bytes of a new file until they have been looked at or all have arrived: smaller bodies reach the disk in one
 * write, larger ones in steps. Only then is the file created, after `prepare`, and are its bytes hashed.
 */
function createBufferedFile(file: NewFile, prepare: () => Promise<void>): BufferedFile {
  let chunks: Buffer[] = []
  let bufferedBytes = 0
  let isPrepared = false
  let isDiscarded = false
  let writing: Promise<unknown> = Promise.resolve()

  const writeBuffered = <T>(write: (buffered: readonly Buffer[]) => Promise<T>): Promise<T> => {
    const buffered = chunks
    chunks = []
    bufferedBytes = 0
    const result = isPrepared ? write(buffered) : prepare().then(() => write(buffered))
    isPrepared = true
    writing = result
    return result
  }

  return {
    add: (chunk) => {
      // The disk was asked for its free space when the attempt failed: by now the next one may be writing under the same name.
      if (isDiscarded) return undefined
      chunks.push(chunk)
      bufferedBytes += chunk.length
      return bufferedBytes < LOOK_STEP_BYTES ? undefined : writeBuffered(file.write)
    },
    peek: (at, length) => {
      if (isPrepared) return undefined
      const pieces: Buffer[] = []
      let from = 0
      for (const chunk of chunks) {
        const end = from + chunk.length
        if (end > at && from < at + length) pieces.push(chunk.subarray(Math.max(0, at - from), at + length - from))
        from = end
      }
      return Buffer.concat(pieces)
    },
    finish: () => writeBuffered(file.finish),
    discard: async () => {
      isDiscarded = true
      chunks = []
      // Closing during a write would give its descriptor, and so its bytes, to the next file that is opened.
      await writing.catch(ignoring('its failure is told by whoever writes'))
      await file.discard()
    },
  }
}
