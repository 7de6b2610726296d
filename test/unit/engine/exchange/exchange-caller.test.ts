import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/shared/errors/app-error.ts'
import {
  createEndpoints,
  createExchangeCaller,
  createTokenCache,
  type ExchangeCaller,
  tokenLifetimeMs,
} from '../../../../src/engine/exchange/exchange-caller.ts'
import { createPace } from '../../../../src/engine/pace/pace.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts'
import { createQuickClock } from '../../../support/quick-clock.ts'
import { projectFiles } from '../../../support/project-files.ts'

/** A caller with tokens named by their number, and how many were requested. */
function openCaller(): { caller: ExchangeCaller; signIns: () => number; clock: ManualClock } {
  const clock = createManualClock()
  let signIns = 0
  const tokens = createTokenCache({
    clock,
    requestToken: () => Promise.resolve(`token-${(signIns += 1)}`),
    onSecret: () => undefined,
    onTokenGone: () => undefined,
    onRefused: () => undefined,
  })
  const noHttp = {
    request: () => Promise.reject(new Error('no call is sent')),
    stream: () => Promise.reject(new Error('no call is sent')),
    close: () => undefined,
  }
  return {
    caller: createExchangeCaller(
      { http: noHttp, clock, pace: createPace({ clock, silenceClock: clock }, undefined, () => ({})) },
      tokens,
    ),
    signIns: () => signIns,
    clock,
  }
}

const works = (): Promise<string> => Promise.resolve('done')
const refused = (): Promise<never> =>
  Promise.reject(new AppError({ tag: 'token-refused', endpoint: 'document “Draft”' }))

describe('a call that is refused with every token', () => {
  it('ends after one renewal, although each token works for the others, which go on with the new one (T28)', async () => {
    const { caller, signIns } = openCaller()
    const used: string[] = []
    const failing = caller.withToken(async (token) => {
      used.push(token)
      // Quicker than the refusal.
      await caller.withToken(works)
      return await refused()
    })
    expect(await failureThrown(failing)).toEqual({ tag: 'access-denied', endpoint: 'document “Draft”' })
    expect(used).toEqual(['token-1', 'token-2'])
    expect(await caller.withToken((token) => Promise.resolve(token))).toBe('token-2')
    expect(signIns()).toBe(2)
  })

  it('ends once it is the first with a new token, if another was before: that one might have used it up', async () => {
    const { caller, signIns } = openCaller()
    const used: string[] = []
    const expired = Promise.withResolvers<undefined>()
    const other = caller.withToken(async (token) => {
      await expired.promise
      return token === 'token-1' ? await refused() : 'done'
    })
    const failing = caller.withToken(async (token) => {
      used.push(token)
      expired.resolve(undefined)
      await other
      await caller.withToken(works)
      return await refused()
    })
    expect(await failureThrown(failing)).toMatchObject({ tag: 'access-denied' })
    expect([await other, used, signIns()]).toEqual(['done', ['token-1', 'token-2', 'token-3'], 3])
  })
})

describe('calls that are refused one after the other', () => {
  const tagOf = async (call: Promise<unknown>): Promise<string> => (await failureThrown(call)).tag

  it('cost one renewal a minute, because a service that counts sign-ins may lock the account (T31)', async () => {
    const { caller, signIns, clock } = openCaller()
    for (let calls = 1; calls <= 100; calls += 1) {
      await (calls % 5 === 0 ? failureThrown(caller.withToken(refused)) : caller.withToken(works))
    }
    expect(signIns()).toBe(2)
    await clock.advance(60_000)
    expect(await tagOf(caller.withToken(refused))).toBe('access-denied')
    expect(signIns()).toBe(3)
  })

  it('are each their own while the token is good for others, and the account’s where it never was', async () => {
    const { caller } = openCaller()
    await caller.withToken(works)
    const tags = []
    for (let calls = 1; calls <= 6; calls += 1) tags.push(await tagOf(caller.withToken(refused)))
    const denied = Array<string>(4).fill('access-denied')
    expect(tags).toEqual([...denied, 'token-refused', 'token-refused'])
    await caller.withToken(works)
    expect(await tagOf(caller.withToken(refused))).toBe('access-denied')
  })

  it('with an old token are repeated with the one that another call has got meanwhile', async () => {
    const { caller, signIns } = openCaller()
    await caller.withToken(works)
    const old = Promise.withResolvers<undefined>()
    const late = caller.withToken(async (token) => {
      await old.promise
      return token === 'token-1' ? await refused() : token
    })
    await failureThrown(caller.withToken(refused))
    old.resolve(undefined)
    expect([await late, signIns()]).toEqual(['token-2', 2])
  })
})

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

const id = '5e700000-0000-4000-a000-00000000000f'

describe('the addresses of the service', () => {
  it('are the documented ones below the base URL, including its own path', () => {
    const endpoints = createEndpoints('https://exchange.example.com/tenant')
    expect(
      [endpoints.token, endpoints.counterparties, endpoints.search(), endpoints.document(id, id)].map(String),
    ).toEqual([
      'https://exchange.example.com/tenant/v3/common/oauth2/token',
      'https://exchange.example.com/tenant/v3/common/counterparties',
      'https://exchange.example.com/tenant/v3/common/sets/search',
      `https://exchange.example.com/tenant/v3/common/sets/${id}/get-single-pdf/${id}`,
    ])
  })

  it('carry offset and limit in the query for a page (T1)', () => {
    const { search } = createEndpoints('https://exchange.example.com')
    expect(search({ offset: 200, limit: 100 }).search).toBe('?offset=200&limit=100')
  })

  it('are refused for invalid ids, without sending anything', () => {
    const { document } = createEndpoints('https://exchange.example.com')
    for (const bad of ['', '..', '../..', `${id}/..`, `${id}?x`, ` ${id}`, `${id}\n`, '%2e%2e']) {
      expect(() => document(bad, id)).toThrow('is not an id')
      expect(() => document(id, bad)).toThrow('is not an id')
    }
  })

  it('contain the API version in one place of the program (T35)', () => {
    const holders = [...projectFiles('src/**/*.{ts,tsx}')].filter(([, text]) => text.includes('v3/common'))
    expect(holders.map(([file]) => file)).toEqual(['src/engine/exchange/exchange-caller.ts'])
  })
})
