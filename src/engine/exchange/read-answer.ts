import { z } from 'zod'
import { AppError } from '../../shared/errors/app-error.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { redact } from '../base/redact.ts'
import type { HttpAnswer, HttpHead } from '../ports/http.ts'
import { ExcessiveJson, parseLargeJson } from './parse-large-json.ts'

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
  if (answer.status !== 200) throw refusal(answer, endpoint, quoteBody(answer.body, secrets))
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
  if (text === '') throw unreadable(endpoint, 'it is empty')
  if (text.startsWith('<')) throw unreadable(endpoint, 'it is a web page, not JSON')
  try {
    return await parseLargeJson(text)
  } catch (thrown) {
    throw unreadable(endpoint, thrown instanceof ExcessiveJson ? thrown.message : 'it is not valid JSON')
  }
}

export function unreadable(endpoint: string, reason: string): AppError {
  return new AppError({ tag: 'unreadable-answer', endpoint, reason })
}

/** The service's own words about an error: errorMessage, message, error, status, a page's title or text, or the first line (T32). */
export function quoteBody(body: Buffer, secrets: readonly string[] = []): string | undefined {
  const text = body.subarray(0, MAX_READ_BYTES).toString('utf8').trim()
  if (text === '') return undefined
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
  if (status >= 300 && status < 400) {
    return new AppError({ tag: 'redirected', endpoint, to: originOf(headers['location']) })
  }
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    const retryAfterMs = readRetryAfter(headers)
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
    return new AppError({ tag: 'service-failing', endpoint, status, ...said, ...wait })
  }
  if (status >= 400) return new AppError({ tag: 'request-refused', endpoint, status, ...said })
  return unreadable(endpoint, `the HTTP status is ${status}`)
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

function originOf(location: string | undefined): string {
  if (location === undefined) return 'an address it did not name'
  return URL.parse(location)?.origin ?? 'another path of its own'
}
