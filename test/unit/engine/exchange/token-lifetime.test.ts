import { describe, expect, it } from 'vitest'
import { tokenLifetimeMs } from '../../../../src/engine/exchange/token-cache.ts'

const web = (claims: unknown): string =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

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
