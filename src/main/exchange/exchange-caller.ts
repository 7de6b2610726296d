import { AppError } from '../../shared/errors/app-error.ts'
import { withRetries } from '../core/retry.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { HttpHead, HttpPort, HttpRequest } from '../ports/http.ts'
import { readJson, refuseByEnvelope, refuseByStatus } from './answer-failures.ts'
import type { TokenKeeper } from './token-keeper.ts'

/** A page of sets with XML contents may be some megabytes; beyond this it is no answer but a fault. */
const MOST_ANSWER_BYTES = 32 * 1024 * 1024

export interface ExchangeCaller {
  /** Sends with a token and returns the parsed JSON of a good answer. Retries what may pass (T32). */
  json(request: HttpRequest, signal?: AbortSignal): Promise<unknown>
  /**
   * Runs `attempt` with a token. When it fails because the token was refused, the token is renewed once and the attempt
   * repeated once (T28): a dead token costs no attempt.
   */
  withToken<T>(attempt: (authorization: string) => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** The one place that puts tokens on requests. */
export function createExchangeCaller(http: HttpPort, clock: ClockPort, tokens: TokenKeeper): ExchangeCaller {
  const withToken: ExchangeCaller['withToken'] = async (attempt, signal) => {
    const token = await tokens.token(signal)
    try {
      return await attempt(`Bearer ${token}`)
    } catch (thrown) {
      if (!isTokenRefused(thrown)) throw thrown
      tokens.refused(token)
    }
    const renewed = await tokens.token(signal)
    try {
      return await attempt(`Bearer ${renewed}`)
    } catch (thrown) {
      if (isTokenRefused(thrown)) tokens.refused(renewed)
      throw thrown
    }
  }

  const json: ExchangeCaller['json'] = (request, signal) =>
    withRetries(
      clock,
      () =>
        withToken(async (authorization) => {
          const headers = { accept: 'application/json', ...request.headers, authorization }
          const answer = await http.request({ ...request, headers }, MOST_ANSWER_BYTES, signal)
          return readAnswer(answer, request.endpoint, answer.body)
        }, signal),
      signal,
    )

  return { json, withToken }
}

function readAnswer(head: HttpHead, endpoint: string, body: Buffer): unknown {
  refuseByStatus(head, endpoint, body)
  const answer = readJson(body, endpoint)
  refuseByEnvelope(answer, endpoint)
  return answer
}

function isTokenRefused(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.failure.tag === 'token-refused'
}
