import { open } from 'node:fs/promises'

/** The first and the last byte of a part of a file, both inclusive. */
export interface ByteRange {
  first: number
  last: number
}

/** As much as a stream of Node reads at once. */
const CHUNK_BYTES = 64 * 1024

/**
 * A part of a file as the body of an answer: opened when it is first read, closed when it was read or cancelled. It fails where the
 * file has become shorter, because its length was announced.
 *
 * Not `Readable.toWeb`: where a page reads and cancels in one turn, that throws where nobody can catch it, which ends the desk.
 */
export function fileBody(path: string, range: ByteRange): ReadableStream<Uint8Array> {
  return ReadableStream.from(chunksOf(path, range))
}

async function* chunksOf(path: string, { first, last }: ByteRange): AsyncGenerator<Uint8Array> {
  await using file = await open(path)
  for (let at = first; at <= last;) {
    const chunk = new Uint8Array(Math.min(CHUNK_BYTES, last - at + 1))
    const { bytesRead } = await file.read(chunk, { position: at })
    if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`)
    at += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}
