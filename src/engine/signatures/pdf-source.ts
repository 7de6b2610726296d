import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { CutOff, type Hold, PdfReader, Unreadable } from './pdf-values.ts'

/** A file that is read in pieces, because it may be larger than memory. */
export interface PdfSource {
  readonly bytes: number
  /** Fewer bytes where the file ends. */
  read(from: number, length: number): Promise<Buffer>
  readonly hold: Hold
}

/** From `from` to before `to`. */
export type Span = readonly [from: number, to: number]

/** Most objects are smaller than the first; a signature with lists of revoked certificates in it has several megabytes. */
const WINDOWS = [2 * 1024, 64 * 1024, 1024 * 1024, 8 * 1024 * 1024, 40 * 1024 * 1024]
/** A document of a million objects takes a tenth. */
const MAX_HELD_BYTES = 256 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024

export function fileSource(file: FileHandle, bytes: number): PdfSource {
  let held = 0
  return {
    bytes,
    hold: (more) => {
      held += more
      if (held > MAX_HELD_BYTES) throw new Unreadable('takes too much memory to be read')
    },
    read: async (from, length) => {
      const wanted = Math.max(0, Math.min(length, bytes - from))
      const buffer = Buffer.allocUnsafe(wanted)
      let filled = 0
      while (filled < wanted) {
        const { bytesRead } = await file.read(buffer, filled, wanted - filled, from + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return buffer.subarray(0, filled)
    },
  }
}

/** Reads what begins at a place, from as many bytes as that takes. Fails with Unreadable. */
export async function parseAt<Read>(source: PdfSource, at: number, parse: (reader: PdfReader) => Read): Promise<Read> {
  for (const length of WINDOWS) {
    const bytes = await source.read(at, length)
    source.hold(bytes.length)
    try {
      return parse(new PdfReader(bytes, at, source.hold))
    } catch (thrown) {
      if (!(thrown instanceof CutOff)) throw thrown
      if (bytes.length < length) break
    }
  }
  throw new Unreadable('has an object that does not end')
}

/** The bytes of the spans, one after the other. */
export async function* chunksOf(
  source: PdfSource,
  spans: readonly Span[],
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  for (const [from, to] of spans) {
    for (let at = from; at < to; at += CHUNK_BYTES) {
      signal?.throwIfAborted()
      yield await source.read(at, Math.min(CHUNK_BYTES, to - at))
    }
  }
}

/** What is signed: read from a file as often as it takes, or at hand. */
export type SignedContent = () => AsyncIterable<Buffer> | Iterable<Buffer>

/** By a digest as Node calls it. */
export async function hashOf(content: SignedContent, digest: string): Promise<Buffer> {
  const hash = createHash(digest)
  for await (const chunk of content()) hash.update(chunk)
  return hash.digest()
}
