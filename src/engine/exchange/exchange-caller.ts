import { z } from 'zod'
import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import { isUuid } from '../../shared/text/set-fields.ts'
import { withRetries } from '../base/retry.ts'
import type { Pace } from '../pace/pace.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { HttpPort, HttpRequest } from '../ports/http.ts'
import { singleFlight } from '../base/async.ts'
import { quoteEnvelope, readJson, refuseByEnvelope, refuseByStatus } from './read-answer.ts'

/** A page of sets with XML contents may be a few megabytes; anything larger is a fault. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** A token may last only a few calls, and concurrent calls may use it up first; this bounds the renewals. */
const MAX_TOKENS = 20
/** After a renewal in vain none follows for so long: a service that counts sign-ins may lock the account (T31). */
const RENEWAL_PAUSE_MS = 60_000
/** So many calls in a row that a new token is refused for mean that the account is refused, and not each of them. */
const REFUSED_IN_A_ROW = 5

export interface JsonAnswer {
  json: unknown
  /** Size of the body as received. */
  bytes: number
  /** The service's own words, for a failure. */
  said: () => string | undefined
}

export interface ExchangeCaller {
  /** Sends with a token and returns the parsed JSON. Retries transient failures (T32). */
  json(request: HttpRequest, signal?: AbortSignal): Promise<JsonAnswer>
  /**
   * Runs `attempt` with a token. If the token is refused, it is renewed and the attempt repeated once (T28), so an expired
   * token costs no retry. Only a new token that concurrent calls may have used up is renewed again. Where it is refused for good,
   * fails with access-denied while the token may be good for others, else with token-refused.
   */
  withToken<T>(attempt: (token: string) => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** The one place that puts tokens on requests. */
export function createExchangeCaller(
  { http, clock, pace }: { http: HttpPort; clock: ClockPort; pace: Pace },
  tokens: TokenCache,
): ExchangeCaller {
  let nextRenewalMs = 0
  const callWithToken = async <T>(
    attempt: (token: string) => Promise<T>,
    failureOf: (refused: Refused, token: Token) => AppError,
    signal: AbortSignal | undefined,
  ): Promise<T> => {
    for (let attempts = 1; ; attempts += 1) {
      const token = await tokens.token(signal)
      const isFirst = !token.isUsed
      token.isUsed = true
      try {
        const result = await attempt(token.value)
        token.hasWorked = true
        return result
      } catch (thrown) {
        const refused = refusedIn(thrown)
        if (refused === undefined) throw thrown
        token.refusals += 1
        if (isFirst && attempts > 1) nextRenewalMs = clock.monotonicMs() + RENEWAL_PAUSE_MS
        // Nobody can have used it up before the first call: what is refused is this call, and the others keep the token.
        const mayBeUsedUp = token.hasWorked && !isFirst
        if (attempts >= (mayBeUsedUp ? MAX_TOKENS : 2)) throw failureOf(refused, token)
        if (clock.monotonicMs() >= nextRenewalMs) tokens.invalidate(token)
        // Another call may have renewed it meanwhile.
        else if ((await tokens.token(signal)) === token) throw failureOf(refused, token)
      }
    }
  }

  const send = async (request: HttpRequest, token: string, signal?: AbortSignal): Promise<JsonAnswer> => {
    const headers = { accept: 'application/json', ...request.headers, ...bearer(token) }
    const answer = await http.request({ ...request, headers }, MAX_ANSWER_BYTES, signal)
    refuseByStatus(answer, request.endpoint, [token])
    const json = await readJson(answer, request.endpoint, [token])
    refuseByEnvelope(json, request.endpoint, [token])
    return { json, bytes: answer.body.length, said: () => quoteEnvelope(json, [token]) }
  }

  return {
    withToken: (attempt, signal) => callWithToken(attempt, ownRefusal, signal),
    // Retries go inside: the sign-in has its own retries, and nested they would multiply to 25.
    json: (request, signal) => {
      const attempt = (token: string) =>
        withRetries(clock, () => pace.run(request, () => send(request, token, signal), signal), signal)
      return callWithToken(attempt, ({ thrown }) => thrown, signal)
    },
  }
}

interface Refused {
  thrown: AppError
  endpoint: string
}

/** What a service answers that says 401 for a document which this user may not have. */
function ownRefusal({ thrown, endpoint }: Refused, { hasWorked, refusals }: Token): AppError {
  if (!hasWorked && refusals >= REFUSED_IN_A_ROW) return thrown
  return new AppError({ tag: 'access-denied', endpoint }, { cause: thrown })
}

/** The header that carries a token (docs/service.md “The calls”). */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

function refusedIn(thrown: unknown): Refused | undefined {
  if (!(thrown instanceof AppError) || thrown.failure.tag !== 'token-refused') return undefined
  return { thrown, endpoint: thrown.failure.endpoint }
}

/** One object shared by all calls, so that each sees what the others learn about it. */
export interface Token {
  readonly value: string
  /** True once a call was sent with it. */
  isUsed: boolean
  /** True once the service has accepted it for a call. */
  hasWorked: boolean
  /** The calls that it was refused for. */
  refusals: number
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
      const token = { value, isUsed: false, hasWorked: false, refusals: 0 }
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

/** The API version is part of the path (docs/service.md “The calls”, T35). */
const API_PATH = '/v3/common/'

export interface Endpoints {
  token: URL
  counterparties: URL
  search(page?: { offset: number; limit: number }): URL
  document(setId: string, documentId: string): URL
}

/** The URLs of the service below its base URL. */
export function createEndpoints(baseUrl: string): Endpoints {
  const below = (path: string): URL => new URL(`${baseUrl}${API_PATH}${path}`)
  return {
    token: below('oauth2/token'),
    counterparties: below('counterparties'),
    search: (page) => {
      const url = below('sets/search')
      if (page !== undefined) {
        url.searchParams.set('offset', String(page.offset))
        url.searchParams.set('limit', String(page.limit))
      }
      return url
    },
    document: (setId, documentId) => {
      // An id such as “../..” would change the path.
      if (!isUuid(setId) || !isUuid(documentId)) {
        throw badUsage(`“${isUuid(setId) ? documentId : setId}” is not an id: ids look like 8-4-4-4-12 hex digits.`)
      }
      return below(`sets/${setId}/get-single-pdf/${documentId}`)
    },
  }
}
