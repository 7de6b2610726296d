import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../shared/errors/app-error.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { redact } from '../base/redact.ts'
import type { HttpAnswer, HttpHead } from '../ports/http.ts'

/** How much of a body is searched for an error message. */
const MAX_READ_BYTES = 64 * 1024
/** Longest quotation of the service in a sentence. */
const MAX_QUOTE_CHARS = 200

/** Parts of a web page that no reader sees. */
const INVISIBLE_TAGS = new Set(['script', 'style', 'title', 'head'])

const envelopeShape = z.looseObject({
  code: z.unknown().optional(),
  status: z.unknown().optional(),
  errorMessage: z.unknown().optional(),
  message: z.unknown().optional(),
  error: z.unknown().optional(),
})
const wholeNumber = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)])

/**
 * Throws the tagged failure for any HTTP status but 200. HTTP decides first, the envelope's own code later (T32).
 * `secrets` are removed from quotations of the service.
 */
export function refuseByStatus(answer: HttpAnswer, endpoint: string, secrets: readonly string[] = []): void {
  if (answer.status === 200) return
  // Beyond the statuses of HTTP, what came may be anything, and is nobody's words.
  const words = answer.status < 600 ? quoteBody(answer.body, secrets) : undefined
  throw refusal(answer, endpoint, words)
}

/** Throws when the envelope of an HTTP 200 says that it is an error (T23, T32). */
export function refuseByEnvelope(json: unknown, endpoint: string, secrets: readonly string[] = []): void {
  const status = errorCodeIn(json)
  if (status !== undefined) throw refusal({ status, headers: {} }, endpoint, quoteEnvelope(json, secrets))
}

/** The envelope's `code` if it is an error (300 to 599), else undefined. */
export function errorCodeIn(json: unknown): number | undefined {
  const code = wholeNumber.safeParse(envelopeShape.safeParse(json).data?.code).data
  return code !== undefined && code >= 300 && code < 600 ? code : undefined
}

/** The body as JSON. Fails with unreadable-answer, which does not quote the body: it may hold a token (measured 3.5). */
export async function readJson(body: Buffer, endpoint: string): Promise<unknown> {
  const text = body.toString('utf8').trim()
  if (text === '') throw unreadableAnswer(endpoint, 'it is empty')
  if (text.startsWith('<')) throw unreadableAnswer(endpoint, 'it is a web page, not JSON')
  try {
    return await parseLargeJson(text)
  } catch (thrown) {
    throw unreadableAnswer(endpoint, thrown instanceof ExcessiveJson ? thrown.message : 'it is not valid JSON')
  }
}

export function unreadableAnswer(endpoint: string, reason: string): AppError {
  return new AppError({ tag: 'unreadable-answer', endpoint, reason })
}

/** The service's own words about an error: errorMessage, message, error, status, a page's title or text, or the first line (T32). */
export function quoteBody(body: Buffer, secrets: readonly string[] = []): string | undefined {
  const text = body.subarray(0, MAX_READ_BYTES).toString('utf8').trim()
  if (text === '' || text.startsWith('%PDF-')) return undefined
  try {
    return quoteEnvelope(JSON.parse(text), secrets)
  } catch {
    const words = text.startsWith('<') ? textOfWebPage(text) : (text.split('\n', 1)[0] ?? '')
    return words === '' ? undefined : plainQuote(words, secrets)
  }
}

/** The error message in a parsed envelope, or undefined. */
export function quoteEnvelope(json: unknown, secrets: readonly string[] = []): string | undefined {
  const envelope = envelopeShape.safeParse(json).data
  const parts = [envelope?.errorMessage, envelope?.message, envelope?.error, envelope?.status]
  const words = parts.find((part) => typeof part === 'string' && part.trim() !== '')
  return typeof words === 'string' ? plainQuote(words, secrets) : undefined
}

function refusal({ status, headers }: HttpHead, endpoint: string, words: string | undefined): AppError {
  const said = words === undefined ? {} : { said: words }
  if (status === 401) return new AppError({ tag: 'token-refused', endpoint })
  if (status === 403) return new AppError({ tag: 'access-denied', endpoint, ...said })
  if (status === 404 || status === 410) return new AppError({ tag: 'not-found', endpoint, ...said })
  // “Not modified” points nowhere.
  if (status >= 300 && status < 400 && status !== 304) {
    return new AppError({ tag: 'redirected', endpoint, to: addressIn(headers['location']) })
  }
  // “Accepted” (202): what was asked for is still being made.
  if ((status >= 500 && status < 600) || [202, 408, 425, 429].includes(status)) {
    const retryAfterMs = readRetryAfter(headers)
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
    return new AppError({ tag: 'service-failing', endpoint, status, ...said, ...wait })
  }
  if (status >= 400 && status < 500) return new AppError({ tag: 'request-refused', endpoint, status, ...said })
  return unreadableAnswer(endpoint, `the HTTP status is ${status}`)
}

/** Some services repeat the token they refuse; a secret must not surface in an error (T29). */
function plainQuote(words: string, secrets: readonly string[]): string {
  return plainText(redact(words, secrets), MAX_QUOTE_CHARS)
}

/** The title of a web page, or its text if it has no title. */
function textOfWebPage(page: string): string {
  let title = ''
  let text = ''
  let unseen: string | undefined
  for (const piece of page.split('<')) {
    const [tag = ''] = /^\/?[a-z]*/i.exec(piece) ?? []
    const name = tag.toLowerCase()
    const end = piece.indexOf('>')
    const words = end === -1 ? '' : piece.slice(end + 1)
    if (name === `/${unseen}`) unseen = undefined
    else if (INVISIBLE_TAGS.has(name)) unseen ??= name
    if (unseen === undefined) text += ` ${words}`
    if (name === 'title') title ||= words.trim()
  }
  return (title || text).replace(/\s+/g, ' ').trim()
}

/** `Retry-After`, given in seconds or as a date, in milliseconds. A date is compared with the server's own `Date`. */
function readRetryAfter(headers: HttpHead['headers']): number | undefined {
  const value = headers['retry-after']?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  const now = Date.parse(headers['date'] ?? '')
  return Number.isNaN(at) ? undefined : Math.max(0, at - (Number.isNaN(now) ? Date.now() : now))
}

/** With the path, as most often a slash is missing or too many; without what follows it, where secrets may stand. */
function addressIn(location: string | undefined): string {
  if (location === undefined) return 'an address it did not name'
  const url = URL.parse(location)
  if (url !== null)
    return plainText(url.pathname === '/' ? url.origin : `${url.origin}${url.pathname}`, MAX_QUOTE_CHARS)
  return `another path of its own, ${plainText(location.split(/[?#]/, 1).join(''), MAX_QUOTE_CHARS)}`
}

/** `JSON.parse` takes up to 50 ms for a million characters in the worst case, `[],[],…` (measured). */
const MAX_CHARS_AT_ONCE = 512 * 1024
/** Parsed here in about 20 ms at worst (measured). */
const SLICE_CHARS = 128 * 1024
/** Far more than any real answer has; beyond this, even walking the values would take as long as parsing them. */
const MAX_LEVELS = 100
const MAX_FIELDS = 1_000
/** Real rows have more than 300 characters each. */
const MAX_ENTRIES = 50_000
/** A value of a real answer takes about 25 characters with its name, so the largest answer has fewer. */
const MAX_VALUES = 1_000_000

/** Well-formed JSON that exceeds what any real answer needs. */
export class ExcessiveJson extends Error {
  override readonly name = 'ExcessiveJson'
}

/**
 * `JSON.parse` that yields to the event loop, so that a large answer does not freeze the window (W-H1). Fails with
 * SyntaxError, and with ExcessiveJson for too many levels, fields, entries or values, or too long a string.
 */
export async function parseLargeJson(text: string): Promise<unknown> {
  if (text.length <= MAX_CHARS_AT_ONCE) return JSON.parse(text)
  const slices = parseInSlices(text)
  for (;;) {
    const slice = slices.next()
    if (slice.done === true) return slice.value
    await nextTurn()
  }
}

/** The XML of a document is shorter. */
const MAX_TEXT_CHARS = 4 * 1024 * 1024
/** Anything but a string, list or object. */
const PRIMITIVE = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y

interface Container {
  value: unknown[] | Record<string, unknown>
  /** Name of the next value in an object. */
  field: string
  fields: number
}

/** Parses slice by slice: yields its position after each, returns the value at the end. */
export function* parseInSlices(text: string): Generator<number, unknown> {
  const open: Container[] = []
  let at = 0
  let sliceEnd = SLICE_CHARS
  let values = 0

  const fail = (): never => {
    throw new SyntaxError(`unexpected text at ${at}`)
  }
  const skipSpace = (): void => {
    for (; ; at += 1) {
      const code = text.charCodeAt(at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
    }
  }
  const accept = (mark: string): boolean => {
    skipSpace()
    if (text[at] !== mark) return false
    at += 1
    return true
  }
  const readText = (): string => {
    const start = at - 1
    do {
      const end = text.indexOf('"', at)
      if (end === -1) fail()
      if (end - start > MAX_TEXT_CHARS)
        throw new ExcessiveJson(`it has a text of more than ${MAX_TEXT_CHARS} characters`)
      at = end + 1
    } while (isEscaped(text, at - 1))
    // Parsed into a new string: a slice would keep the whole text in memory.
    return String(JSON.parse(text.slice(start, at)))
  }
  const readField = (container: Container): void => {
    container.fields += 1
    if (container.fields > MAX_FIELDS) throw new ExcessiveJson(`it has an object of more than ${MAX_FIELDS} fields`)
    if (!accept('"')) fail()
    container.field = readText()
    if (!accept(':')) fail()
  }
  const readPrimitive = (): unknown => {
    PRIMITIVE.lastIndex = at
    const [simple] = PRIMITIVE.exec(text) ?? fail()
    at += simple.length
    return JSON.parse(simple)
  }
  /** A complete value, or undefined if it opened a container. */
  const readStart = (): unknown => {
    if (accept('"')) return readText()
    const value = accept('{') ? {} : accept('[') ? [] : undefined
    if (value === undefined) return readPrimitive()
    if (accept(Array.isArray(value) ? ']' : '}')) return value
    const container = { value, field: '', fields: 0 }
    if (open.push(container) > MAX_LEVELS) throw new ExcessiveJson(`it has more than ${MAX_LEVELS} levels`)
    if (!Array.isArray(value)) readField(container)
    return undefined
  }
  /** The container that this value completed, or undefined if more values follow in it. */
  const readEnd = (container: Container): unknown => {
    const isList = Array.isArray(container.value)
    if (accept(isList ? ']' : '}')) return open.pop()?.value
    if (!accept(',')) fail()
    if (!isList) readField(container)
    return undefined
  }

  while (true) {
    if (at >= sliceEnd) {
      yield at
      sliceEnd = at + SLICE_CHARS
    }
    values += 1
    if (values > MAX_VALUES) throw new ExcessiveJson(`it has more than ${MAX_VALUES} values`)
    let value = readStart()
    while (value !== undefined) {
      const container = open.at(-1)
      if (container === undefined) {
        skipSpace()
        return at === text.length ? value : fail()
      }
      put(container, value)
      value = readEnd(container)
    }
  }
}

function put({ value: container, field }: Container, value: unknown): void {
  if (Array.isArray(container)) {
    if (container.push(value) > MAX_ENTRIES) {
      throw new ExcessiveJson(`it has a list of more than ${MAX_ENTRIES} entries`)
    }
    // As JSON.parse does: plain assignment to this name would change the prototype.
  } else if (field === '__proto__') {
    Object.defineProperty(container, field, { value, enumerable: true, configurable: true, writable: true })
  } else container[field] = value
}

/** True if an odd number of backslashes precedes this character. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text[before] === '\\') before -= 1
  return (at - before) % 2 === 0
}
