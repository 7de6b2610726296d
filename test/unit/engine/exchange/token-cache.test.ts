import { describe, expect, it } from 'vitest'
import { createTokenCache, tokenLifetimeMs } from '../../../../src/engine/exchange/token-cache.ts'
import { AppError } from '../../../../src/shared/errors/app-error.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'
import { createQuickClock } from '../../../support/quick-clock.ts'

/** A cache whose service issues `token-1`, `token-2` …, or refuses. */
function createCache(isRefusing: () => boolean = () => false) {
  const counts = { requests: 0, refusals: 0 }
  const cache = createTokenCache({
    clock: createQuickClock(),
    requestToken: () => {
      counts.requests += 1
      if (!isRefusing()) return Promise.resolve(`token-${counts.requests}`)
      return Promise.reject(new AppError({ tag: 'sign-in-refused', username: 'ops', origin: 'https://a.example' }))
    },
    onSecret: () => undefined,
    onTokenGone: () => undefined,
    onRefused: () => void (counts.refusals += 1),
  })
  return { cache, counts }
}

describe('the token cache', () => {
  it('gives every caller the same token, which knows whether it has worked for any of them', async () => {
    const { cache } = createCache()
    const [one, other] = [await cache.token(), await cache.token()]
    one.hasWorked = true
    expect([one.value, other.hasWorked]).toEqual(['token-1', true])
  })

  it('renews once for many reports that the same token was refused, however late they are (T28)', async () => {
    const { cache, counts } = createCache()
    const first = await cache.token()
    cache.invalidate(first)
    const second = await cache.token()
    cache.invalidate(first)
    expect([await cache.token(), counts.requests]).toEqual([second, 2])
  })

  it('never signs in again once the password was refused, and reports it once (T31)', async () => {
    let isRefusing = true
    const { cache, counts } = createCache(() => isRefusing)
    await Promise.all(Array.from({ length: 5 }, () => failureThrown(cache.token())))
    isRefusing = false
    expect(await failureThrown(cache.token())).toMatchObject({ tag: 'sign-in-refused' })
    expect(counts).toEqual({ requests: 1, refusals: 1 })
  })
})

const web = (claims: unknown): string =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

describe('the redaction of tokens', () => {
  it('is for the newest fifty, so that a line of the log is not searched for all that there ever were', async () => {
    const redacted = new Set<string>()
    let renewals = 0
    const cache = createTokenCache({
      clock: createQuickClock(),
      requestToken: () => Promise.resolve(`token-${(renewals += 1)}`),
      onSecret: (secret) => void redacted.add(secret),
      onTokenGone: (token) => void redacted.delete(token),
      onRefused: () => undefined,
    })
    for (let times = 0; times < 120; times += 1) cache.invalidate(await cache.token())
    expect([...redacted]).toEqual(Array.from({ length: 50 }, (_, index) => `token-${71 + index}`))
  })
})

describe('the lifetime of a token', () => {
  it('follows the times of a JSON web token, less two minutes, so that it does not expire on the way (T28)', () => {
    expect(tokenLifetimeMs(web({ iat: 1_000, exp: 4_600 }))).toBe(3_480_000)
  })

  it('is at least half of its span, so that a short one is used at all (T28)', () => {
    expect(tokenLifetimeMs(web({ iat: 1_000, exp: 1_060 }))).toBe(30_000)
  })

  it('counts from its own start, because the clock of this computer may be wrong (T28)', () => {
    const longAgo = tokenLifetimeMs(web({ iat: 1, exp: 3_601 }))
    expect(longAgo).toBe(tokenLifetimeMs(web({ iat: 9_000_000_000, exp: 9_000_003_600 })))
  })

  it('is endless if there are no sensible times: a 401 will end it (T28)', () => {
    const tokens = [
      'opaque',
      '',
      'a.b.c',
      'a..c',
      web({ exp: 4_600 }),
      web({ iat: 1_000 }),
      web({ iat: '1000', exp: '4600' }),
      web({ iat: 4_600, exp: 1_000 }),
      web({ iat: 5, exp: 5 }),
      web(null),
      web([1, 2]),
    ]
    expect(tokens.map(tokenLifetimeMs)).toEqual(tokens.map(() => Number.POSITIVE_INFINITY))
  })
})
