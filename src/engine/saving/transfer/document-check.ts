import { crc32 } from 'node:zlib'
import { AppError } from '../../../shared/errors/app-error.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import { parsedOrUndefined } from '../../base/json-values.ts'
import { errorIn, quoteBody, refuseByEnvelope } from '../../exchange/read-answer.ts'
import { SIGNATURE_MARKER } from '../../signatures/byte-range.ts'
import { createPdfStructure, statedLength } from './pdf-structure.ts'

/** How far from its start a body may begin with something else (T22). */
const EDGE_BYTES = 1024
const HEAD_MARKER = '%PDF-'
/** What a linearized file says of itself follows the marker, which may stand at the very edge. */
const KEPT_BYTES = 2 * EDGE_BYTES
/** How much is kept of what came in place of a document, to quote it. */
const MAX_MESSAGE_BYTES = 64 * 1024

type NotWhole = Extract<Failure, { tag: 'not-a-whole-pdf' }>

export type Flaw = Pick<NotWhole, 'reason' | 'said' | 'instead'>

export interface DocumentCheck {
  readonly bytes: number
  /** The chunk must stay as it is until `LOOK_STEP_BYTES` have come, or until the check has been asked. */
  add(chunk: Buffer): void
  /**
   * Why the body is not a whole PDF; undefined when it is. Throws the failure that an envelope in its place states by its code,
   * as any call of the service does (T23, T32).
   */
  flaw(): Flaw | undefined
  /** Whether it may carry a digital signature. */
  mayBeSigned(): boolean
  /** The same for every body that is the same answer, by its length, its start and its end. */
  fingerprint(): string
  /** The places at which the table of its objects may begin, for `isTable`: readers count from `%PDF-` or from the first byte. */
  tablesAt(): number[]
  /** The first bytes, for the log and the quarantine. */
  firstBytes(): Buffer
}

/**
 * Checks a body while it streams: size, declared length, `%PDF-`, that nothing of a PDF follows its end, the length that a
 * linearized file states, and that it is not an error in disguise. The content type is ignored (T22, T23).
 */
export function createDocumentCheck(endpoint: string, declared: { length: number | undefined }): DocumentCheck {
  const structure = createPdfStructure()
  let bytes = 0
  let start = Buffer.alloc(0)
  let headAt = -1
  let isMarked = false
  let last = Buffer.alloc(0)
  /** Also where two chunks meet. */
  const lookForSignature = (chunk: Buffer): void => {
    const meeting = Buffer.concat([last, chunk.subarray(0, SIGNATURE_MARKER.length)])
    isMarked = chunk.includes(SIGNATURE_MARKER) || meeting.includes(SIGNATURE_MARKER)
    last = Buffer.concat([last, chunk.subarray(-SIGNATURE_MARKER.length)]).subarray(-SIGNATURE_MARKER.length)
  }
  /** Returns what is beyond so many bytes of the start. */
  const keep = (chunk: Buffer, most: number): Buffer => {
    const length = Math.max(0, Math.min(chunk.length, most - start.length))
    // Copied, so that the chunk itself can be freed.
    if (length > 0) start = Buffer.concat([start, chunk.subarray(0, length)])
    return chunk.subarray(length)
  }
  const flaw = (): Flaw | undefined => {
    if (bytes === 0) return { reason: 'it is empty', instead: 'page' }
    if (headAt === -1) return disguise(start, endpoint)
    if (declared.length !== undefined && bytes !== declared.length) {
      return { reason: `${bytes} bytes came of ${declared.length} that were announced` }
    }
    const stated = statedLength(start.subarray(headAt)) ?? 0
    if (bytes - headAt < stated) return { reason: `${bytes} bytes came of ${stated} that it says it has` }
    if (structure.endAt() === undefined) return { reason: `it has no end (%%EOF) after ${bytes} bytes` }
    if (structure.isFollowed())
      return { reason: `it breaks off after ${bytes} bytes, behind the end (%%EOF) of a part of it` }
    return undefined
  }
  return {
    get bytes() {
      return bytes
    },
    add: (chunk) => {
      bytes += chunk.length
      structure.add(chunk)
      if (!isMarked) lookForSignature(chunk)
      const rest = keep(chunk, KEPT_BYTES)
      if (headAt === -1) headAt = start.subarray(0, EDGE_BYTES).indexOf(HEAD_MARKER)
      // Of a document no more is needed.
      if (headAt === -1) keep(rest, MAX_MESSAGE_BYTES)
    },
    flaw,
    mayBeSigned: () => isMarked,
    fingerprint: () => `${bytes} ${crc32(structure.lastBytes(), crc32(start))}`,
    tablesAt: () => {
      const [at = 0, endAt = 0] = [structure.tableAt(), structure.endAt()]
      const stated = statedLength(start.subarray(headAt)) ?? Infinity
      // The table of a linearized document stands before what may have been changed; but unless a revision follows, with a table
      // of its own, the document ends where it says.
      if (at === 0 || (at < stated && endAt - headAt > stated)) return []
      return [...new Set([at + headAt, at])]
    },
    firstBytes: () => start.subarray(0, EDGE_BYTES),
  }
}

/** Tags with which only web pages begin; anything else in angle brackets is XML. */
const WEB_PAGE =
  /^(?:<\?xml[^>]*>|<!--(?:(?!-->)[^])*-->|\s)*<(?:!doctype\s+html|html|head|body|title|meta|script|style|h\d|p|div|center|table|form|span|font|b|br|a|pre|iframe)\b/i

/** What came in place of a document, in its own words. */
function disguise(start: Buffer, endpoint: string): Flaw {
  const text = start.toString('utf8').trimStart()
  const said = quoteBody(start)
  const words = said === undefined ? {} : { said }
  if (text.startsWith('{') || text.startsWith('[')) {
    refuseByCode(text, endpoint, said)
    return { reason: 'it is an error message with HTTP 200', ...words, instead: 'envelope' }
  }
  if (WEB_PAGE.test(text)) return { reason: 'it is a web page', ...words, instead: 'page' }
  if (text.startsWith('<')) return { reason: 'it is XML', ...words, instead: 'page' }
  const reason = `it does not begin with ${HEAD_MARKER}`
  // Bytes that are no text say nothing to a reader.
  return isText(text) && !start.includes(HEAD_MARKER) ? { reason, ...words, instead: 'page' } : { reason }
}

function refuseByCode(text: string, endpoint: string, said: string | undefined): void {
  // Where it is cut, or only something like JSON, what it says is quoted all the same.
  const json = parsedOrUndefined(text)
  // One that states no code may say of a moment what it says: the document is asked for again.
  if (typeof errorIn(json) === 'number') refuseByEnvelope(json, endpoint)
  // “Accepted”: the document is still being made. For other calls that is an answer.
  if (codeIn(json) === 202) {
    throw new AppError({ tag: 'service-failing', endpoint, status: 202, ...(said === undefined ? {} : { said }) })
  }
}

function codeIn(json: unknown): number | undefined {
  return typeof json === 'object' && json !== null && 'code' in json ? Number(json.code) : undefined
}

function isText(text: string): boolean {
  return !/[^\P{Cc}\s]/u.test(text.slice(0, EDGE_BYTES))
}
