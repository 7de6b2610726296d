import { z } from 'zod'
import { AppError } from '../../shared/errors/app-error.ts'
import type { HttpHead } from '../ports/http.ts'

const MOST_SAID = 200
const envelopeShape = z.looseObject({
  code: z.unknown().optional(),
  status: z.unknown().optional(),
  errorMessage: z.unknown().optional(),
  message: z.unknown().optional(),
  error: z.unknown().optional(),
})

/**
 * Throws the tagged failure that an answer's HTTP status stands for; returns for 200 alone. HTTP decides first, the
 * envelope's own code later (T32).
 */
export function refuseByStatus(head: HttpHead, endpoint: string, body: Buffer): void {
  const { status } = head
  if (status === 200) return
  const words = whatItSaid(body)
  const said = words === undefined ? {} : { said: words }
  if (status === 401) throw new AppError({ tag: 'token-refused', endpoint })
  if (status === 403) throw new AppError({ tag: 'access-denied', endpoint, ...said })
  if (status === 404 || status === 410) throw new AppError({ tag: 'not-found', endpoint, ...said })
  if (status >= 300 && status < 400) {
    throw new AppError({ tag: 'redirected', endpoint, to: originOf(head.headers['location']) })
  }
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    const retryAfterMs = parseRetryAfter(head.headers['retry-after'])
    throw new AppError({
      tag: 'service-failing',
      endpoint,
      status,
      ...said,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  }
  if (status >= 400) throw new AppError({ tag: 'request-refused', endpoint, status, ...said })
  throw new AppError({ tag: 'unreadable-answer', endpoint, reason: `the HTTP status is ${status}` })
}

/** The body as JSON. Fails with unreadable-answer; the body itself is not quoted, it may hold a token (measured 3.5). */
export function readJson(body: Buffer, endpoint: string): unknown {
  const text = body.toString('utf8').trim()
  if (text === '') throw new AppError({ tag: 'unreadable-answer', endpoint, reason: 'it is empty' })
  if (text.startsWith('<')) {
    throw new AppError({ tag: 'unreadable-answer', endpoint, reason: 'it is a web page, not JSON' })
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError({ tag: 'unreadable-answer', endpoint, reason: 'it is not valid JSON' })
  }
}

/** Throws when an answer with HTTP 200 says in its envelope that it is an error (T23, T32). */
export function refuseByEnvelope(answer: unknown, endpoint: string): void {
  const envelope = envelopeShape.safeParse(answer)
  if (!envelope.success) return
  const { code } = envelope.data
  const status = typeof code === 'string' ? Number(code) : code
  if (typeof status !== 'number' || !Number.isInteger(status) || status === 200) return
  refuseByStatus({ status, headers: {} }, endpoint, Buffer.from(JSON.stringify(answer)))
}

/** What the service said about an error: errorMessage, message, error, status or the first line of text (T32). */
export function whatItSaid(body: Buffer): string | undefined {
  const text = body.subarray(0, 64 * 1024).toString('utf8').trim()
  if (text === '') return undefined
  try {
    const envelope = envelopeShape.parse(JSON.parse(text))
    for (const part of [envelope.errorMessage, envelope.message, envelope.error, envelope.status]) {
      if (typeof part === 'string' && part.trim() !== '') return shorten(part)
    }
    return undefined
  } catch {
    return text.startsWith('<') ? shorten(titleOf(text)) : shorten(text.split('\n', 1)[0] ?? '')
  }
}

function titleOf(page: string): string {
  return /<title[^>]*>([^<]*)</i.exec(page)?.[1]?.trim() || 'a web page'
}

function shorten(text: string): string {
  // Control characters of the service must not reach a terminal.
  const clean = text.replace(/\p{Cc}+/gu, ' ').trim()
  return clean.length > MOST_SAID ? `${clean.slice(0, MOST_SAID)}…` : clean
}

/** `Retry-After` in seconds or as an HTTP date, as milliseconds from now. */
function parseRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

function originOf(location: string | undefined): string {
  if (location === undefined) return 'an address it did not name'
  return URL.parse(location)?.origin ?? 'another path of its own'
}
