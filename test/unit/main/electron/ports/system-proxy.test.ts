import { describe, expect, it } from 'vitest'
import { createSystemProxy, readProxyRules } from '../../../../../src/main/electron/ports/system-proxy.ts'
import { failureThrown } from '../../../../support/failure-thrown.ts'
import { createManualClock } from '../../../../support/manual-clock.ts'

describe('the proxy rules of the system', () => {
  it.each([
    ['DIRECT', ''],
    ['PROXY proxy.example:8080', 'http://proxy.example:8080'],
    ['HTTPS proxy.example:8443', 'https://proxy.example:8443'],
    ['proxy proxy.example:8080 ; direct', 'http://proxy.example:8080'],
    ['SOCKS5 proxy.example:1080; PROXY other.example:8080; DIRECT', 'http://other.example:8080'],
    ['SOCKS proxy.example:1080; DIRECT', ''],
    ['PROXY [::1]:8080', 'http://[::1]:8080'],
  ])('%s leads to “%s”', (rules, proxy) => {
    expect(readProxyRules(rules)).toBe(proxy)
  })

  it.each(['', 'SOCKS5 proxy.example:1080', 'PROXY', 'QUIC proxy.example:443'])('%s leads nowhere', (rules) => {
    expect(readProxyRules(rules)).toBeUndefined()
  })
})

describe('the system’s proxy', () => {
  it('is resolved by the origin alone, because a path may reveal what is searched', async () => {
    const asked: string[] = []
    const find = createSystemProxy((url) => {
      asked.push(url)
      return Promise.resolve('DIRECT')
    }, createManualClock())
    await find(new URL('https://user@exchange.example/v3/sets?reference=SHP-0001'))
    expect(asked).toEqual(['https://exchange.example'])
  })

  it('fails with the reason, rather than bypassing a proxy that it cannot use', async () => {
    const find = createSystemProxy(() => Promise.resolve('SOCKS5 proxy.example:1080'), createManualClock())
    expect(await failureThrown(find(new URL('https://exchange.example')))).toMatchObject({
      tag: 'service-unreachable',
      reason: 'the proxy of this computer is of an unknown kind (SOCKS5 proxy.example:1080)',
    })
  })

  it('fails when the system gives no answer, because a proxy script may be on a server that is silent', async () => {
    const clock = createManualClock()
    const find = createSystemProxy(() => Promise.withResolvers<string>().promise, clock)
    const failure = failureThrown(find(new URL('https://exchange.example')))
    await clock.advance(20_000)
    expect(await failure).toMatchObject({ reason: 'this computer did not say which proxy leads there' })
  })
})
