import { z } from 'zod'
import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import type { Connection } from '../../shared/model/connection.ts'
import { withRetries } from '../base/retry.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { Pace } from '../pace/pace.ts'
import type { HttpPort } from '../ports/http.ts'
import {
  errorIn,
  quoteBody,
  quoteEnvelope,
  readJson,
  refuseByEnvelope,
  refuseByStatus,
  unreadableAnswer,
} from './read-answer.ts'

const ENDPOINT = 'the sign-in'
const MAX_ANSWER_BYTES = 1024 * 1024
/** Servers accept no longer header, and every line of the log is searched for the token. */
const MAX_TOKEN_CHARS = 16_000
/** Includes “bad request” and “locked”: whatever they mean, sending the password again may lock the account (T31). */
const REFUSALS = new Set<unknown>([400, 401, 403, 423])

const tokenAnswer = z.looseObject({ token: z.string().trim().min(1) })

interface TokenRequest {
  http: HttpPort
  clock: ClockPort
  pace: Pace
  connection: Connection
  url: URL
  password: () => Promise<string>
}

/**
 * Signs in (docs/service.md “Token”). Fails with sign-in-refused after a single attempt (T31), with bad-usage if the
 * credentials do not fit the form, and like any call. Redirects are not followed: they would receive the password (T29).
 */
export async function requestToken(
  { http, clock, pace, connection, url, password }: TokenRequest,
  signal: AbortSignal,
): Promise<string> {
  const secret = await password()
  const headers = { accept: 'application/json', 'cache-control': 'no-store', ...signInHeaders(connection, secret) }
  const refuse = (status: number | string, said: string | undefined): never => {
    const { origin, pathname } = new URL(connection.baseUrl)
    const path = pathname === '/' ? {} : { path: pathname }
    const words = said === undefined ? {} : { said }
    throw new AppError({ tag: 'sign-in-refused', username: connection.username, origin, ...path, status, ...words })
  }
  const attempt = async (): Promise<string> => {
    const answer = await http.request({ method: 'GET', url, endpoint: ENDPOINT, headers }, MAX_ANSWER_BYTES, signal)
    if (REFUSALS.has(answer.status)) return refuse(answer.status, quoteBody(answer.body, [secret]))
    refuseByStatus(answer, ENDPOINT, [secret])
    const json = await readJson(answer, ENDPOINT, [secret])
    const token = tokenAnswer.safeParse(json).data?.token
    if (token !== undefined) return sendableToken(token)
    // Some services say 401 only inside the envelope of an HTTP 200; that must not be retried either.
    const stated = errorIn(json)
    if (stated !== undefined && REFUSALS.has(stated)) return refuse(stated, quoteEnvelope(json, [secret]))
    refuseByEnvelope(json, ENDPOINT, [secret])
    throw unreadableAnswer(ENDPOINT, 'it has no token', quoteEnvelope(json, [secret]))
  }
  return await withRetries(clock, () => pace.run({ endpoint: ENDPOINT }, attempt, signal), signal)
}

/** Checked here because Node throws an untagged error for other characters in a header. */
function sendableToken(token: string): string {
  if (token.length > MAX_TOKEN_CHARS) throw unreadableAnswer(ENDPOINT, 'its token is too long to be sent')
  if (!/^[\x21-\x7e]+$/.test(token)) throw unreadableAnswer(ENDPOINT, 'its token has characters that cannot be sent')
  return token
}

/**
 * The credentials as headers in the connection's credential form (docs/service.md “Token”, T30). Fails with bad-usage if the
 * form cannot carry them: a colon in the user name breaks Basic, text beyond Latin-1 a raw header.
 */
function signInHeaders(connection: Connection, password: string): Record<string, string> {
  const { username, credentialForm } = connection
  if (credentialForm === 'basic') {
    if (username.includes(':')) {
      throw badUsage('A user name with a colon cannot be sent in the Basic form.', {
        terminal: 'Use --credential-form headers for this connection.',
        desk: 'Choose “Username and Password headers” for how the password is sent.',
      })
    }
    return { authorization: `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}` }
  }
  if (!isHeaderText(username) || !isHeaderText(password)) {
    throw badUsage('This user name or password has characters that cannot be sent as raw headers.', {
      terminal: 'Use --credential-form basic for this connection.',
      desk: 'Choose “Basic” for how the password is sent.',
    })
  }
  return { username, password }
}

/** Printable Latin-1; for anything else Node throws an error that shows the value. */
function isHeaderText(text: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]*$/.test(text)
}
