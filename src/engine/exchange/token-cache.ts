import { z } from 'zod'
import { AppError } from '../../shared/errors/app-error.ts'
import { singleFlight } from '../base/async.ts'
import type { ClockPort } from '../ports/clock.ts'

/** One object for all who use it, so that they know of one another. */
export interface Token {
  readonly value: string
  /** True once the service accepted it for any call. */
  hasWorked: boolean
}

export interface TokenCache {
  /** The current token; signs in when there is none. All callers share one sign-in (T28). */
  token(signal?: AbortSignal): Promise<Token>
  /** Says that the service refused this token. Only the first to say so causes a renewal. */
  invalidate(token: Token): void
}

interface TokenCacheOptions {
  clock: ClockPort
  /** Asks the service for a token. Fails with sign-in-refused. */
  requestToken: (signal: AbortSignal) => Promise<string>
  onSecret: (secret: string) => void
  onRefused: () => void
}

/**
 * Keeps the token of one user in memory alone (T28 to T31). Fails with sign-in-refused, and after that never asks the
 * service again: a wrong password repeated locks the account (T31).
 */
export function createTokenCache({ clock, requestToken, onSecret, onRefused }: TokenCacheOptions): TokenCache {
  let current: { token: Token; renewAtMs: number } | undefined
  let refusal: AppError | undefined
  const signIn = singleFlight(async (signal) => {
    try {
      const value = await requestToken(signal)
      onSecret(value)
      const token = { value, hasWorked: false }
      current = { token, renewAtMs: clock.monotonicMs() + tokenLifetimeMs(value) }
      return token
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.failure.tag === 'sign-in-refused') {
        refusal = thrown
        onRefused()
      }
      throw thrown
    }
  })
  return {
    token: async (signal) => {
      if (refusal !== undefined) throw refusal
      if (current !== undefined && clock.monotonicMs() < current.renewAtMs) return current.token
      return await signIn(signal)
    },
    invalidate: (token) => {
      if (current?.token === token) current = undefined
    },
  }
}

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
