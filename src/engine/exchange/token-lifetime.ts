import { z } from 'zod'

/** A token that is about to die is renewed this long before, where it says when it dies (T28). */
const RENEW_EARLY_MS = 120_000

const jwtTimes = z.looseObject({ exp: z.number(), iat: z.number() })

/**
 * How long a token may be used, in milliseconds: the times inside a JSON web token as a hint, otherwise until it is
 * refused (T28).
 */
export function tokenLifetimeMs(token: string): number {
  const payload = token.split('.')[1]
  if (payload === undefined) return Number.POSITIVE_INFINITY
  try {
    const { exp, iat } = jwtTimes.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
    // Its own span, not its end: the clock of this computer may be wrong.
    const spanMs = (exp - iat) * 1000
    return spanMs > 0 ? Math.max(spanMs - RENEW_EARLY_MS, spanMs / 2) : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
