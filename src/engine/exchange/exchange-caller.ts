import { AppError } from '../../shared/errors/app-error.ts'
import { withRetries } from '../base/retry.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { HttpPort, HttpRequest } from '../ports/http.ts'
import { readJson, refuseByEnvelope, refuseByStatus } from './read-answer.ts'
import type { TokenCache } from './token-cache.ts'

/** A page of sets with XML contents may be a few megabytes; anything larger is a fault. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** A token may last only a few calls, and concurrent calls may use it up first; this bounds the renewals. */
const MAX_TOKENS = 20

export interface JsonAnswer {
  json: unknown
  /** Size of the body as received. */
  bytes: number
}

export interface ExchangeCaller {
  /** Sends with a token and returns the parsed JSON. Retries transient failures (T32). */
  json(request: HttpRequest, signal?: AbortSignal): Promise<JsonAnswer>
  /**
   * Runs `attempt` with a token. If the token is refused, it is renewed and the attempt repeated once (T28), so an expired
   * token costs no retry. Only a new token that concurrent calls may have used up is renewed again.
   */
  withToken<T>(attempt: (token: string) => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** The one place that puts tokens on requests. */
export function createExchangeCaller(http: HttpPort, clock: ClockPort, tokens: TokenCache): ExchangeCaller {
  const withToken: ExchangeCaller['withToken'] = async (attempt, signal) => {
    for (let attempts = 1; ; attempts += 1) {
      const token = await tokens.token(signal)
      const isFirst = !token.isUsed
      token.isUsed = true
      try {
        const result = await attempt(token.value)
        token.hasWorked = true
        return result
      } catch (thrown) {
        if (!isTokenRefused(thrown)) throw thrown
        // Nobody can have used it up before the first call: what is refused is this call, and the others keep the token.
        const mayBeUsedUp = token.hasWorked && !isFirst
        if (attempts >= (mayBeUsedUp ? MAX_TOKENS : 2)) throw thrown
        tokens.invalidate(token)
      }
    }
  }

  const send = async (request: HttpRequest, token: string, signal?: AbortSignal): Promise<JsonAnswer> => {
    const headers = { accept: 'application/json', ...request.headers, ...bearer(token) }
    const answer = await http.request({ ...request, headers }, MAX_ANSWER_BYTES, signal)
    refuseByStatus(answer, request.endpoint, [token])
    const json = await readJson(answer.body, request.endpoint)
    refuseByEnvelope(json, request.endpoint, [token])
    return { json, bytes: answer.body.length }
  }

  return {
    withToken,
    // Retries go inside: the sign-in has retries of its own, and nested they would multiply to 25.
    json: (request, signal) =>
      withToken((token) => withRetries(clock, () => send(request, token, signal), signal), signal),
  }
}

/** The header that carries a token (reference “Authentication”). */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

function isTokenRefused(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.failure.tag === 'token-refused'
}
