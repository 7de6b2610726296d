import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { errorCode } from '../engine/files/file-system.ts'

/** Read when it is needed, which is seldom: it takes a start's milliseconds. */
const zlib = () => process.getBuiltinModule('node:zlib')

/** What undoes each coding, by the first byte of its data. */
const DECODERS = new Map<string, (first: number) => Transform>([
  ['gzip', () => zlib().createGunzip()],
  ['x-gzip', () => zlib().createGunzip()],
  // As the standard has it, or without the frame, as some servers do.
  ['deflate', (first) => (first % 16 === FRAMED ? zlib().createInflate() : zlib().createInflateRaw())],
  ['br', () => zlib().createBrotliDecompress()],
])
/** The method in the first byte of a frame. */
const FRAMED = 8
/** The others of the register. Any other word, such as the “UTF-8” of some servers, is no coding at all. */
const NOT_DECODED = new Set(['compress', 'x-compress', 'exi', 'pack200-gzip', 'aes128gcm', 'zstd', 'dcb', 'dcz'])

/** The codings of a body, the last one first: some gateways compress although they were asked not to. */
export function codingsOf({ headers }: IncomingMessage): string[] {
  const named = `${headers['content-encoding'] ?? ''},${headers['transfer-encoding'] ?? ''}`
  const words = named.split(',').map((word) => word.trim().toLowerCase())
  return words.filter((word) => DECODERS.has(word) || NOT_DECODED.has(word)).toReversed()
}

/** One of them that nothing here undoes. */
export function notDecoded(codings: readonly string[]): string | undefined {
  return codings.find((coding) => NOT_DECODED.has(coding))
}

/** Calls `read` with the body as it was before it was encoded, which errs where its coding does not come to its own end. */
export function whenDecoded(answer: IncomingMessage, codings: readonly string[], read: (body: Readable) => void): void {
  if (codings.length === 0) {
    read(answer)
    return
  }
  answer.once('readable', () => {
    const first: unknown = answer.read()
    // An empty body has nothing to decode, whatever its head says.
    if (!Buffer.isBuffer(first)) {
      read(answer)
      return
    }
    answer.unshift(first)
    const begin = first[0] ?? FRAMED
    // How a coding within another begins is not known yet.
    const decoders = codings.flatMap((coding, index) => DECODERS.get(coding)?.(index === 0 ? begin : FRAMED) ?? [])
    const last = decoders.at(-1)
    if (last === undefined) return
    read(last)
    pipeline([answer, ...decoders], () => undefined)
  })
}

/** What was wrong with a body that did not decode. */
export function whyNotDecoded(thrown: unknown, codings: readonly string[]): string {
  const isCut = errorCode(thrown) === 'Z_BUF_ERROR'
  return `it came compressed (${codings.join(', ')}) and ${isCut ? 'ends too early' : 'cannot be unpacked'}`
}
