import { describe, expect, it } from 'vitest'
import { keyOfWays, readProxyUrl, readScriptAnswer } from '../../../../src/adapters/network/ways.ts'
import { environmentWays } from '../../../../src/adapters/network/proxy-environment.ts'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'
import type { Failure } from '../../../../src/shared/errors/failure.ts'

const ORIGIN = 'https://exchange.example'

describe('the answer of a proxy script', () => {
  it.each([
    ['DIRECT', 'direct'],
    ['PROXY proxy.example:8080', 'http @proxy.example:8080'],
    ['PROXY proxy.example:80', 'http @proxy.example:80'],
    ['HTTPS proxy.example', 'https @proxy.example:443'],
    ['proxy proxy.example:8080 ; direct', 'http @proxy.example:8080;direct'],
    ['PROXY a:8080; PROXY b:8080; DIRECT', 'http @a:8080;http @b:8080;direct'],
    ['SOCKS5 proxy.example:1080; PROXY other.example:8080', 'unknown @proxy.example:1080;http @other.example:8080'],
    ['PROXY [::1]:8080', 'http @[::1]:8080'],
    ['PROXY ; nonsense; PROXY user:pw@x:1; PROXY http://a:8080; PROXY a:0; DIRECT', 'direct'],
  ])('%s leads by %s', (answer, ways) => {
    expect(keyOfWays(readScriptAnswer(answer, ORIGIN))).toBe(ways)
  })

  it.each([
    ['', 'the proxy settings name no way there'],
    ['undefined', 'the proxy settings answer “undefined”, which names no proxy'],
    ['[object Object]\u0007', 'the proxy settings answer “[object Object]”, which names no proxy'],
    ['PROXY', 'the proxy settings answer “PROXY”, which names no proxy'],
  ])('%j is said to name no proxy', (answer, reason) => {
    expect(failureOfCall(() => readScriptAnswer(answer, ORIGIN))).toEqual({
      tag: 'service-unreachable',
      origin: ORIGIN,
      reason,
    })
  })

  it('of ten megabytes is read in no time, and quoted short', () => {
    const failure = failureOfCall(() => readScriptAnswer('x;'.repeat(5_000_000), ORIGIN))
    expect(JSON.stringify(failure).length).toBeLessThan(400)
  })
})

describe('the address of a proxy', () => {
  it('has the login that stands in it', () => {
    expect(readProxyUrl('http://firm%5Cops:p%40ss@proxy.example:3128/', ORIGIN)).toEqual({
      kind: 'http',
      name: 'HTTP',
      host: 'proxy.example',
      port: 3128,
      login: { username: String.raw`firm\ops`, password: 'p@ss' },
    })
  })

  it('needs no scheme', () => {
    expect(readProxyUrl('proxy.example:3128', ORIGIN)).toMatchObject({
      kind: 'http',
      host: 'proxy.example',
      port: 3128,
    })
  })

  it('that is none is said without quoting it, because it may hold a password', () => {
    const failure = failureOfCall(() => readProxyUrl('http://user:CANARY@[bad', ORIGIN))
    expect(failure).toMatchObject({ reason: 'the proxy settings are not valid' })
    expect(JSON.stringify(failure)).not.toContain('CANARY')
  })
})

describe('the environment', () => {
  const ways = (env: Record<string, string>, host = 'exchange.example', port = 443): string =>
    keyOfWays(environmentWays(env, { host, port }, ORIGIN))

  it.each([
    [{}, 'direct'],
    [{ HTTPS_PROXY: 'http://a:1' }, 'http @a:1'],
    [{ https_proxy: 'http://a:1', HTTPS_PROXY: 'http://b:1' }, 'http @a:1'],
    [{ PARCEL_DESK_PROXY: 'http://own:1', HTTPS_PROXY: 'http://b:1' }, 'http @own:1'],
    [{ PARCEL_DESK_PROXY: 'direct', HTTPS_PROXY: 'http://b:1' }, 'direct'],
    [{ HTTP_PROXY: 'http://a:1' }, 'direct'],
  ])('%j leads by %s', (env, expected) => {
    expect(ways(env)).toBe(expected)
  })

  it.each([
    ['*', 'exchange.example', 443],
    ['other.example, exchange.example', 'exchange.example', 443],
    ['.example', 'exchange.example', 443],
    ['*.example', 'exchange.example', 443],
    ['example', 'exchange.example', 443],
    ['EXCHANGE.example:443', 'exchange.example', 443],
    ['10.0.0.0/8', '10.1.2.3', 5671],
    ['10.0.0.1-10.0.0.9', '10.0.0.5', 5671],
    ['10.0.0.5', '10.0.0.5', 5671],
    ['10.0.0.5:5671', '10.0.0.5', 5671],
    ['[fd00::1]:5671', 'fd00::1', 5671],
    ['fd00::/8', 'fd00::1', 5671],
  ])('excepts by NO_PROXY=%s the host %s:%i', (no_proxy, host, port) => {
    expect(ways({ HTTPS_PROXY: 'http://a:1', no_proxy }, host, port)).toBe('direct')
  })

  it.each([
    ['xchange.example', 'exchange.example', 443],
    ['exchange.example:5671', 'exchange.example', 443],
    ['10.0.0.0/8', '11.1.2.3', 443],
    ['10.0.0.5:443', '10.0.0.5', 5671],
    ['nonsense/99', '10.0.0.5', 443],
  ])('does not except by NO_PROXY=%s the host %s:%i', (no_proxy, host, port) => {
    expect(ways({ HTTPS_PROXY: 'http://a:1', no_proxy }, host, port)).toBe('http @a:1')
  })

  it('gives name and password, which then are in no address', () => {
    const env = { PARCEL_DESK_PROXY: 'http://a:1', PARCEL_DESK_PROXY_USERNAME: 'ops', PARCEL_DESK_PROXY_PASSWORD: 'pw' }
    expect(environmentWays(env, { host: 'x', port: 1 }, ORIGIN)).toMatchObject([
      { login: { username: 'ops', password: 'pw' } },
    ])
  })
})

function failureOfCall(call: () => unknown): Failure | undefined {
  try {
    call()
  } catch (thrown) {
    return failureOf(thrown)
  }
  return undefined
}
