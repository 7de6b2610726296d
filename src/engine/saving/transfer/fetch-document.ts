import type { ExchangeClient } from '../../exchange/exchange-client.ts'
import type { Disk } from '../disk/disk.ts'
import { wordsForDocument } from '../../exchange/document-words.ts'
import { createSaveStream, type DocumentLimit, type SaveStream } from './save-stream.ts'

export interface Fetch {
  client: ExchangeClient
  setId: string
  documentId: string
  partFile: string
  /** Makes the folder of the file, just before the file itself. */
  prepare: () => Promise<void>
  /** Default: the one on this thread. */
  disk?: Disk
  limit: DocumentLimit
  /** What people call it; the id where that is not known. */
  name?: string | undefined
  onBytes: (bytes: number) => void
}

/**
 * One attempt at one document: its bytes, judged but not yet flushed. Returns when the connection is free again. Throws
 * the tagged failure of the service, not-a-whole-pdf (with the first bytes), document-too-large, or what the disk threw.
 */
export async function fetchDocument(fetch: Fetch, signal?: AbortSignal): Promise<SaveStream> {
  const { client, setId, documentId, name, onBytes } = fetch
  const stream = createSaveStream({ ...fetch, endpoint: wordsForDocument({ documentId, name }) })
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
    throw new FetchError(thrown, stream.start())
  }
}

/** What an attempt ended with, and the first bytes that came, for the quarantine (T22). */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly start: Buffer

  constructor(cause: unknown, start: Buffer) {
    super('the document was not fetched', { cause })
    this.start = start
  }
}
