import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface User {
  username: string
  password: string
}

export interface TokenOptions {
  users: User[]
  /** The number of uses after which a token is refused. */
  tokenUses?: number | undefined
  tokenLifetimeMs?: number | undefined
  /** A web token tells its end in `exp`; an opaque one tells nothing (T28). */
  tokenForm?: 'opaque' | 'web' | undefined
  /** The number of refusals in a row after which the account is locked, even for the right password (T31). */
  lockAfterRefusals?: number | undefined
}

export interface Tokens {
  /** A new token, or undefined when the credentials are refused. */
  issue(headers: IncomingHttpHeaders): string | undefined
  /** Spends one use; false when the token is missing, unknown, revoked or worn out. */
  spend(authorization: string | undefined): boolean
  revokeAll(): void
  /** From now on no credentials and no token are good enough. */
  refuseAll(isRefusing: boolean): void
}

interface LiveToken {
  usesLeft: number
  endsAtMs: number
}

export function createTokens(options: TokenOptions): Tokens {
  const live = new Map<string, LiveToken>()
  const refusalsByUser = new Map<string, number>()
  let isRefusingAll = false
  const isAccepted = (user: User | undefined): boolean => {
    if (user === undefined || isRefusingAll) return false
    const refusals = refusalsByUser.get(user.username) ?? 0
    const isLocked = refusals >= (options.lockAfterRefusals ?? Number.POSITIVE_INFINITY)
    const isKnown = options.users.some(
      ({ username, password }) => username === user.username && password === user.password,
    )
    refusalsByUser.set(user.username, isKnown && !isLocked ? 0 : refusals + 1)
    return isKnown && !isLocked
  }
  return {
    issue: (headers) => {
      if (!isAccepted(credentialsOf(headers))) return undefined
      const endsAtMs = Date.now() + (options.tokenLifetimeMs ?? Number.POSITIVE_INFINITY)
      const token = options.tokenForm === 'web' ? webToken(endsAtMs) : randomBytes(24).toString('base64url')
      live.set(token, { usesLeft: options.tokenUses ?? Number.POSITIVE_INFINITY, endsAtMs })
      return token
    },
    spend: (authorization) => {
      const token = live.get(/^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '')
      if (token === undefined || isRefusingAll || token.usesLeft <= 0 || Date.now() >= token.endsAtMs) return false
      token.usesLeft -= 1
      return true
    },
    revokeAll: () => live.clear(),
    refuseAll: (isRefusing) => {
      isRefusingAll = isRefusing
    },
  }
}

/** Basic, or the pair of headers. A colon in the user name cannot be told from the separator in Basic (T30). */
function credentialsOf(headers: IncomingHttpHeaders): User | undefined {
  const basic = /^Basic (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (basic !== undefined) {
    const [username = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':')
    return { username, password: rest.join(':') }
  }
  const { username, password } = headers
  return typeof username === 'string' && typeof password === 'string' ? { username, password } : undefined
}

function webToken(endsAtMs: number): string {
  const issuedAt = Math.floor(Date.now() / 1000)
  const ends = Number.isFinite(endsAtMs) ? { exp: Math.floor(endsAtMs / 1000) } : {}
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { iat: issuedAt, jti: randomBytes(9).toString('hex'), ...ends },
  ]
  const [header, claims] = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  return `${header}.${claims}.${randomBytes(32).toString('base64url')}`
}
