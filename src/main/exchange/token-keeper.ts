import { z } from 'zod'
import { AppError } from '../../shared/errors/app-error.ts'
import type { Connection } from '../../shared/model/connection.ts'
import { withRetries } from '../core/retry.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { HttpPort } from '../ports/http.ts'
import { readJson, refuseByEnvelope, refuseByStatus, whatItSaid } from './answer-failures.ts'
import { signInHeaders } from './sign-in-headers.ts'

const ENDPOINT = 'the sign-in'
const MOST_BYTES = 1024 * 1024
/** A token that is about to die is renewed this long before, where it says when it dies (T28). */
const RENEW_EARLY_MS = 120_000

const tokenAnswer = z.looseObject({ token: z.string().trim().min(1) })
const jwtTimes = z.looseObject({ exp: z.number(), iat: z.number() })

export interface TokenKeeper {
  /** The current token; signs in when there is none. All callers share one sign-in (T28). */
  token(signal?: AbortSignal): Promise<string>
  /** Says that the service refused this token. Only the first to say so causes a renewal. */
  refused(token: string): void
}

interface Parts {
  http: HttpPort
  clock: ClockPort
  connection: Connection
  url: URL
  password: () => Promise<string>
  onSecret: (secret: string) => void
  onRefused: () => void
}

/**
 * Keeps the token of one user in memory alone (T28 to T31). Fails with sign-in-refused, and after that never asks the
 * service again: a wrong password repeated locks the account (T31).
 */
export function createTokenKeeper(parts: Parts): TokenKeeper {
  let current: { token: string; renewAtMs: number } | undefined
  let underWay: Promise<string> | undefined
  let refusal: AppError | undefined

  const renew = async (): Promise<string> => {
    try {
      const token = await requestToken(parts)
      parts.onSecret(token)
      current = { token, renewAtMs: parts.clock.monotonicMs() + lifetimeMs(token) }
      return token
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.failure.tag === 'sign-in-refused') {
        refusal = thrown
        parts.onRefused()
      }
      throw thrown
    } finally {
      underWay = undefined
    }
  }

  return {
    token: async (signal) => {
      if (refusal !== undefined) throw refusal
      if (current !== undefined && parts.clock.monotonicMs() < current.renewAtMs) return current.token
      underWay ??= renew()
      return await untilAborted(underWay, signal)
    },
    refused: (token) => {
      if (current?.token === token) current = undefined
    },
  }
}

async function requestToken({ http, clock, connection, url, password }: Parts): Promise<string> {
  const headers = { accept: 'application/json', 'cache-control': 'no-store', ...signInHeaders(connection, await password()) }
  return await withRetries(clock, async () => {
    const answer = await http.request({ method: 'GET', url, endpoint: ENDPOINT, headers }, MOST_BYTES)
    if (answer.status === 401 || answer.status === 403) throw signInRefused(connection, answer.body)
    refuseByStatus(answer, ENDPOINT, answer.body)
    const json = readJson(answer.body, ENDPOINT)
    const parsed = tokenAnswer.safeParse(json)
    if (parsed.success) return parsed.data.token
    refuseSignInByEnvelope(json, connection)
    refuseByEnvelope(json, ENDPOINT)
    throw new AppError({ tag: 'unreadable-answer', endpoint: ENDPOINT, reason: 'it has no token' })
  })
}

/** Some services say 401 only inside the envelope of an HTTP 200; that, too, must not be tried again. */
function refuseSignInByEnvelope(json: unknown, connection: Connection): void {
  const envelope = z.looseObject({ code: z.coerce.number() }).safeParse(json)
  if (!envelope.success) return
  const { code } = envelope.data
  if (code === 401 || code === 403) throw signInRefused(connection, Buffer.from(JSON.stringify(json)))
}

function signInRefused(connection: Connection, body: Buffer): AppError {
  const said = whatItSaid(body)
  return new AppError({
    tag: 'sign-in-refused',
    username: connection.username,
    origin: new URL(connection.baseUrl).origin,
    ...(said === undefined ? {} : { said }),
  })
}

/** How long a token may be used, in milliseconds: the times inside a JWT as a hint, otherwise until it is refused (T28). */
function lifetimeMs(token: string): number {
  const payload = token.split('.')[1]
  if (payload === undefined) return Number.POSITIVE_INFINITY
  try {
    const { exp, iat } = jwtTimes.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
    // Its own span, not its end: the clock of this computer may be wrong.
    const spanMs = (exp - iat) * 1000
    return Math.max(spanMs - RENEW_EARLY_MS, spanMs / 2)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Lets one caller give up without stopping the sign-in that others wait for. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work
  if (signal.aborted) throw new AppError({ tag: 'interrupted' })
  const given = Promise.withResolvers<never>()
  const onAbort = (): void => {
    given.reject(new AppError({ tag: 'interrupted' }))
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, given.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
