import type { HttpHead } from '../ports/http.ts'

type Headers = HttpHead['headers']

const MS_PER_SECOND = 1_000
/** Larger numbers are no span but a time, in seconds since 1970. */
const SMALLEST_TIME = 1_000_000_000

/** How long the service asks to be left alone after a refusal, in milliseconds; undefined where it does not say (T33). */
export function askedWaitIn(headers: Headers): number | undefined {
  return retryAfterIn(headers) ?? (remainingIn(headers) === undefined ? resetIn(headers) : usedUpFor(headers))
}

/** How long a quota that this answer has used up lasts. Services state that before they refuse anything. */
export function usedUpFor(headers: Headers): number | undefined {
  const remaining = remainingIn(headers)
  return remaining !== undefined && remaining <= 0 ? resetIn(headers) : undefined
}

/** In seconds or as a date (RFC 9110), and the forms in milliseconds of some gateways. */
function retryAfterIn(headers: Headers): number | undefined {
  const ms = numberIn(headers['retry-after-ms'] ?? headers['x-ms-retry-after-ms'])
  return ms ?? spanIn(headers['retry-after'], headers)
}

/** `RateLimit` has had two forms as one field (“limit=10, remaining=0, reset=5” and “"a";r=0;t=5”), and one as several. */
function remainingIn(headers: Headers): number | undefined {
  return numberIn(ofRateLimit(headers, /\b(?:remaining|r)\s*=\s*(\d+)/) ?? named(headers, 'remaining'))
}

function resetIn(headers: Headers): number | undefined {
  const span = ofRateLimit(headers, /\b(?:reset|t)\s*=\s*(\d+)/) ?? named(headers, 'reset-after')
  return spanIn(span ?? named(headers, 'reset'), headers)
}

function ofRateLimit(headers: Headers, pattern: RegExp): string | undefined {
  return pattern.exec(headers['ratelimit'] ?? '')?.[1]
}

function named(headers: Headers, field: string): string | undefined {
  return headers[`ratelimit-${field}`] ?? headers[`x-ratelimit-${field}`] ?? headers[`x-rate-limit-${field}`]
}

/** A number of seconds, a time in seconds or milliseconds since 1970, or a date; the service’s own `Date` is the present. */
function spanIn(value: string | undefined, headers: Headers): number | undefined {
  if (value === undefined) return undefined
  const date = Date.parse(headers['date'] ?? '')
  const nowMs = Number.isNaN(date) ? Date.now() : date
  const number = numberIn(value)
  if (number === undefined) {
    const at = Date.parse(value)
    return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
  }
  if (number < SMALLEST_TIME) return number * MS_PER_SECOND
  return Math.max(0, (number < SMALLEST_TIME * MS_PER_SECOND ? number * MS_PER_SECOND : number) - nowMs)
}

/** The first number; where a gateway has added its own, they are joined by commas. */
function numberIn(value: string | undefined): number | undefined {
  const [, digits] = /^\s*(\d+(?:\.\d+)?)\s*(?:,|;|$)/.exec(value ?? '') ?? []
  return digits === undefined ? undefined : Number(digits)
}
