import { TextDecoder } from 'node:util'
import { AppError } from '../../shared/errors/app-error.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { isFields, parsedOrUndefined } from '../base/json-values.ts'
import { redact } from '../base/redact.ts'
import { askedWaitIn } from '../pace/asked-wait.ts'
import type { HttpAnswer, HttpHead } from '../ports/http.ts'
import { digitsOf, ExcessiveJson, parseLargeJson } from './parse-json.ts'

/** How much of a body is searched for an error message. */
const MAX_READ_BYTES = 64 * 1024
/** Longest quotation of the service in a sentence. */
const MAX_QUOTE_CHARS = 200

/** Parts of a web page that no reader sees. */
const INVISIBLE_TAGS = new Set(['script', 'style', 'title', 'head'])

/**
 * Throws the tagged failure for any HTTP status but 200. HTTP decides first, the envelope's own code later (T32).
 * `secrets` are removed from quotations of the service.
 */
export function refuseByStatus(answer: HttpAnswer, endpoint: string, secrets: readonly string[] = []): void {
  if (answer.status === 200) return
  // Beyond the statuses of HTTP, what came may be anything, and is nobody's words.
  const words = answer.status < 600 ? quoteBody(answer.body, secrets, charsetOf(answer)) : undefined
  throw refusal(answer, endpoint, words)
}

/** Throws when the envelope of an HTTP 200 says that it is an error (T23, T32). */
export function refuseByEnvelope(json: unknown, endpoint: string, secrets: readonly string[] = []): void {
  const stated = errorIn(json)
  if (stated === undefined) return
  const words = quoteEnvelope(json, secrets)
  if (isHttpError(stated)) throw refusal({ status: stated, headers: {} }, endpoint, words)
  throw new AppError({ tag: 'request-refused', endpoint, status: stated, ...saying(words) })
}

/**
 * What the envelope says where it does not say success, which is a code of 200 and the status OK (docs/service.md “Search”): its
 * code or status, a number from 300 to 599 first. Undefined where it says success, or nothing.
 */
export function errorIn(json: unknown): number | string | undefined {
  if (!isFields(json)) return undefined
  const said = [json['code'], json['status'], json['success']].filter((value) => value !== undefined && value !== null)
  const errors = said.map(errorStatedBy).filter((one) => one !== undefined)
  if (said.length === 0 && wordsIn([json['errorMessage'], json['error'], json['errors']]) !== undefined)
    return 'an error'
  return errors.find(isHttpError) ?? errors[0]
}

function isSuccess(text: string): boolean {
  return ['', 'OK', 'SUCCESS', 'TRUE'].includes(text.trim().toUpperCase())
}

function errorStatedBy(value: unknown): number | string | undefined {
  if (value === false) return 'an error'
  const text = typeof value === 'string' ? value : (digitsOf(value) ?? '')
  if (isSuccess(text)) return undefined
  const code = Number(text)
  if (Number.isNaN(code)) return plainText(text, MAX_QUOTE_CHARS)
  return code === 0 || (code >= 200 && code < 300) ? undefined : code
}

function isHttpError(stated: number | string): stated is number {
  return typeof stated === 'number' && stated >= 300 && stated < 600
}

/**
 * The body as JSON, in the charset that it declares, else UTF-8. Fails with unreadable-answer, which quotes a sentence or the
 * title of a page that came instead, and nothing that may be a token.
 */
export async function readJson(
  answer: HttpAnswer,
  endpoint: string,
  secrets: readonly string[] = [],
): Promise<unknown> {
  const charset = charsetOf(answer)
  const unreadable = (reason: string): AppError => {
    const said = quoteBody(answer.body, secrets, charset)
    // A token has no blank.
    return unreadableAnswer(endpoint, reason, said?.includes(' ') === true ? said : undefined)
  }
  let text: string
  try {
    text = decoderOf(charset, { fatal: true }).decode(answer.body)
  } catch {
    throw unreadable(
      charset === undefined ? 'it is not UTF-8' : `it is not in the charset “${charset}” that it declares`,
    )
  }
  const start = text.trimStart()
  if (start === '') throw unreadableAnswer(endpoint, 'it is empty')
  if (start.startsWith('<')) throw unreadable('it is a web page, not JSON')
  try {
    return await parseLargeJson(text)
  } catch (thrown) {
    throw unreadable(thrown instanceof ExcessiveJson ? thrown.message : 'it is not valid JSON')
  }
}

function charsetOf({ headers }: HttpHead): string | undefined {
  return /;\s*charset\s*=\s*["']?([\w.:+-]{1,40})/i.exec(headers['content-type'] ?? '')?.[1]
}

/** Strict UTF-8 also shows whether text of a charset that nobody knows was really UTF-8. */
function decoderOf(charset = 'utf-8', options?: { fatal: boolean }): TextDecoder {
  try {
    return new TextDecoder(charset, options)
  } catch {
    return new TextDecoder('utf-8', options)
  }
}

export function unreadableAnswer(endpoint: string, reason: string, said?: string): AppError {
  return new AppError({ tag: 'unreadable-answer', endpoint, reason, ...saying(said) })
}

/** The service's own words about an error: those of an envelope, a page's title or text, or the first line (T32). */
export function quoteBody(body: Buffer, secrets: readonly string[] = [], charset?: string): string | undefined {
  const text = decoderOf(charset).decode(body.subarray(0, MAX_READ_BYTES)).trim()
  if (/^[[{"]/.test(text)) return quoteEnvelope(parsedOrUndefined(text), secrets)
  const words = text.startsWith('<') ? textOfWebPage(text) : (text.split(/[\r\n]/, 1)[0] ?? '')
  return words.startsWith('%PDF-') ? undefined : quote(words, secrets)
}

/** The error message in a parsed envelope, or undefined. */
export function quoteEnvelope(json: unknown, secrets: readonly string[] = []): string | undefined {
  return quote(wordsIn(json) ?? '', secrets)
}

/**
 * Where services put their words, the most telling first: as hinted (T32), RFC 9457, OAuth, JSON:API and the usual
 * gateways. In lower case.
 */
const WORD_FIELDS = [
  'errormessage',
  'message',
  'detail',
  'error_description',
  'errordescription',
  'description',
  'error',
  'errors',
  'fault',
  'faultstring',
  'title',
  'reason',
  'status',
]
/** As in `{ errors: [{ error: { message } }] }`. */
const MAX_WORD_LEVELS = 4

function wordsIn(value: unknown, levels = MAX_WORD_LEVELS): string | undefined {
  if (typeof value === 'string') return isSuccess(value) ? undefined : value
  if (levels === 0 || typeof value !== 'object' || value === null) return undefined
  const inner = Array.isArray(value) ? value.slice(0, MAX_WORD_LEVELS) : fieldsByName(value)
  for (const one of inner) {
    const words = wordsIn(one, levels - 1)
    if (words !== undefined) return words
  }
  return undefined
}

function fieldsByName(value: object): unknown[] {
  const fields = new Map<string, unknown>()
  for (const [name, inner] of Object.entries(value)) fields.set(name.toLowerCase(), inner)
  return WORD_FIELDS.map((name) => fields.get(name))
}

function saying(said: string | undefined): { said?: string } {
  return said === undefined ? {} : { said }
}

function refusal({ status, headers }: HttpHead, endpoint: string, words: string | undefined): AppError {
  const said = saying(words)
  if (status === 401) return new AppError({ tag: 'token-refused', endpoint })
  if (status === 403) return new AppError({ tag: 'access-denied', endpoint, ...said })
  if (status === 404 || status === 410) return new AppError({ tag: 'not-found', endpoint, ...said })
  // “Not modified” points nowhere.
  if (status >= 300 && status < 400 && status !== 304) {
    return new AppError({ tag: 'redirected', endpoint, to: addressIn(headers['location']) })
  }
  // “Accepted” (202): what was asked for is still being made.
  if ((status >= 500 && status < 600) || [202, 408, 425, 429].includes(status)) {
    const retryAfterMs = askedWaitIn(headers)
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
    return new AppError({ tag: 'service-failing', endpoint, status, ...said, ...wait })
  }
  if (status >= 400 && status < 500) return new AppError({ tag: 'request-refused', endpoint, status, ...said })
  return unreadableAnswer(endpoint, `the HTTP status is ${status}`, words)
}

/** Some services repeat the token they refuse; a secret must not surface in an error (T29). */
function quote(words: string, secrets: readonly string[]): string | undefined {
  return plainText(redact(words, secrets), MAX_QUOTE_CHARS) || undefined
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

/** With the path, as most often a slash is missing or too many; without what follows it, where secrets may stand. */
function addressIn(location: string | undefined): string {
  if (location === undefined) return 'an address it did not name'
  const url = URL.parse(location)
  if (url !== null)
    return plainText(url.pathname === '/' ? url.origin : `${url.origin}${url.pathname}`, MAX_QUOTE_CHARS)
  return `another path of its own, ${plainText(location.split(/[?#]/, 1).join(''), MAX_QUOTE_CHARS)}`
}
