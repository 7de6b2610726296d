import { AppError } from '../../../shared/errors/app-error.ts'
import { describeDocument, type ExchangeClient } from '../../exchange/exchange-client.ts'
import type { BodyReceiver } from '../../ports/http.ts'
import { quoteBody } from '../../exchange/read-answer.ts'
import type { DiskReserve } from '../disk/disk-space.ts'
import { type Disk, ownThreadDisk } from '../disk/disk.ts'
import type { NewFile } from '../disk/part-files.ts'

export interface DocumentFetch {
  client: ExchangeClient
  setId: string
  documentId: string
  partFile: string
  /** Creates the folder of the file, just before the file itself. */
  prepare: () => Promise<void>
  /** Default: the one on this thread. */
  disk?: Disk
  limit: DocumentLimit
  /** The name that people know it by; the id is used where there is none. */
  name?: string | undefined
  onBytes: (bytes: number) => void
}

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
    await client.streamDocument({ setId, documentId, name }, counted, signal)
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

export interface ReceivedFile {
  bytes: number
  sha256: string
  /** False when only `%%EOF` showed that nothing is missing: neither a length nor chunks were declared (measured 1.2). */
  isLengthDeclared: boolean
}

export interface SaveStream extends BodyReceiver {
  /** Throws not-a-whole-pdf unless the body received is a whole PDF. Needs no disk, so it does not hold the connection. */
  check(): void
  /** Writes the rest, flushes to the disk and closes. Only then may the file get its final name. */
  complete(): Promise<ReceivedFile>
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
export function createSaveStream({ partFile, endpoint, prepare, limit, disk = ownThreadDisk }: SaveTarget): SaveStream {
  const { largestBytes, use, reserve } = limit
  const file = createBufferedFile(disk.newFile(partFile), prepare)
  let check: DocumentCheck = createDocumentCheck({ length: undefined, encoding: undefined })
  let isLengthDeclared = false
  const addToFile = (chunk: Buffer): Promise<void> | undefined => {
    const claimed = reserve.claim(chunk.length)
    return claimed === undefined ? file.add(chunk) : claimed.then(() => file.add(chunk))
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
      check.add(chunk)
      if (check.bytes > largestBytes) refuseTooLarge({})
      return addToFile(chunk)
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
    firstBytes: () => check.firstBytes(),
  }
}

/** Smaller bodies reach the disk in one write; larger ones are buffered and written in steps of this size. */
const WRITE_STEP_BYTES = 1024 * 1024

export interface BufferedFile {
  /** Buffers a chunk; returns a promise to await once a step is full. Does nothing once the file is discarded. */
  add(chunk: Buffer): Promise<void> | undefined
  /** Writes the rest, flushes it to the disk and closes. Returns the SHA-256 in hex. */
  finish(): Promise<string>
  /** Closes and removes what was written. Never fails. */
  discard(): Promise<void>
}

/**
 * Buffers the bytes of a new file until a step is full or all have arrived. Only then is the file created, after `prepare`,
 * and are its bytes hashed.
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
      return bufferedBytes < WRITE_STEP_BYTES ? undefined : writeBuffered(file.write)
    },
    finish: () => writeBuffered(file.finish),
    discard: async () => {
      isDiscarded = true
      chunks = []
      // Closing during a write would give its descriptor, and so its bytes, to the next file that is opened.
      await writing.catch(() => undefined)
      await file.discard()
    },
  }
}

/** How far from either end the markers of a PDF may be (measured 1.2; T22). */
const EDGE_BYTES = 1024
const HEAD_MARKER = '%PDF-'
const END_MARKER = '%%EOF'

export interface Flaw {
  reason: string
  said?: string
}

export interface DocumentCheck {
  readonly bytes: number
  add(chunk: Buffer): void
  /** Why the body is not a whole PDF; undefined when it is. */
  flaw(): Flaw | undefined
  /** The first bytes, for the log and the quarantine. */
  firstBytes(): Buffer
}

/**
 * Checks a body by its ends while it streams: size, declared length, `%PDF-`, `%%EOF`, and that it is not an error in
 * disguise. The content type is ignored (T22, T23). Without a declared length only `%%EOF` shows truncation.
 */
export function createDocumentCheck(declared: {
  length: number | undefined
  encoding: string | undefined
}): DocumentCheck {
  let bytes = 0
  let start = Buffer.alloc(0)
  let end = Buffer.alloc(0)
  return {
    get bytes() {
      return bytes
    },
    add: (chunk) => {
      bytes += chunk.length
      if (start.length < EDGE_BYTES) start = Buffer.concat([start, chunk.subarray(0, EDGE_BYTES - start.length)])
      // Copied, so that the chunk itself can be freed.
      end =
        chunk.length >= EDGE_BYTES
          ? Buffer.from(chunk.subarray(-EDGE_BYTES))
          : Buffer.concat([end, chunk]).subarray(-EDGE_BYTES)
    },
    flaw: () => {
      if (declared.encoding !== undefined && declared.encoding !== 'identity') {
        return { reason: `it came encoded (${declared.encoding}), so its length cannot be checked` }
      }
      if (bytes === 0) return { reason: 'it is empty' }
      if (!start.includes(HEAD_MARKER)) return disguise(start)
      if (declared.length !== undefined && bytes !== declared.length) {
        return { reason: `${bytes} bytes came of ${declared.length} that were announced` }
      }
      if (!end.includes(END_MARKER)) return { reason: `it has no end (${END_MARKER}) after ${bytes} bytes` }
      return undefined
    },
    firstBytes: () => start,
  }
}

function disguise(start: Buffer): Flaw {
  const text = start.toString('utf8').trimStart()
  const said = quoteBody(start)
  const words = said === undefined ? {} : { said }
  if (text.startsWith('{') || text.startsWith('[')) return { reason: 'it is an error message with HTTP 200', ...words }
  if (text.startsWith('<')) return { reason: 'it is a web page', ...words }
  return { reason: `it does not begin with ${HEAD_MARKER}` }
}
