import { z } from 'zod'
import { AppError } from '../../shared/errors/app-error.ts'
import { singleFlight } from '../base/async.ts'
import type { ClockPort } from '../ports/clock.ts'

/** One object shared by all calls, so that each sees what the others learn about it. */
export interface Token {
  readonly value: string
  /** True once a call was sent with it. */
  isUsed: boolean
  /** True once the service has accepted it for a call. */
  hasWorked: boolean
}

export interface TokenCache {
  /** The current token; signs in if there is none. All callers share one sign-in (T28). */
  token(signal?: AbortSignal): Promise<Token>
  /** Call when the service refused this token. Only the first call for a token causes a renewal. */
  invalidate(token: Token): void
}

interface TokenCacheOptions {
  clock: ClockPort
  /** Fails with sign-in-refused. */
  requestToken: (signal: AbortSignal) => Promise<string>
  onSecret: (secret: string) => void
  /** Called with a token that came so long ago that no call still has it. */
  onTokenGone: (token: string) => void
  onRefused: () => void
}

/** Each line of the log is searched for every secret. What a call began with, and may still report, is far newer. */
const MAX_SECRET_TOKENS = 50

/**
 * Keeps the token of one user, in memory only (T28 to T31). After sign-in-refused it never asks the service again, because
 * repeating a wrong password locks the account (T31).
 */
export function createTokenCache(options: TokenCacheOptions): TokenCache {
  const { clock, requestToken, onSecret, onTokenGone, onRefused } = options
  let current: { token: Token; renewAtMs: number } | undefined
  let refusal: AppError | undefined
  const newest: string[] = []
  const noteSecret = (token: string): void => {
    onSecret(token)
    newest.push(token)
    const [oldest] = newest
    if (newest.length <= MAX_SECRET_TOKENS || oldest === undefined) return
    newest.shift()
    onTokenGone(oldest)
  }
  const signIn = singleFlight(async (signal) => {
    try {
      const value = await requestToken(signal)
      noteSecret(value)
      const token = { value, isUsed: false, hasWorked: false }
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

/** How long before its expiry a token is renewed, if it states one (T28). */
const RENEW_EARLY_MS = 120_000

const jwtTimes = z.looseObject({ exp: z.number(), iat: z.number() })

/**
 * How long a token is used, in milliseconds: by the times in a JSON web token if it is one, otherwise until it is refused
 * (T28).
 */
export function tokenLifetimeMs(token: string): number {
  const payload = token.split('.')[1]
  if (payload === undefined) return Number.POSITIVE_INFINITY
  try {
    const { exp, iat } = jwtTimes.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
    // The span between its times, not `exp` itself: the clock of this computer may be wrong.
    const spanMs = (exp - iat) * 1000
    return spanMs > 0 ? Math.max(spanMs - RENEW_EARLY_MS, spanMs / 2) : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
