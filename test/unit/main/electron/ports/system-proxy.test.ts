import { describe, expect, it } from 'vitest'
import { createSystemProxy } from '../../../../../src/main/electron/ports/system-proxy.ts'
import { failureThrown } from '../../../../support/failure-thrown.ts'
import { createManualClock } from '../../../../support/manual-clock.ts'

const EXCHANGE = { host: 'exchange.example', port: 443 }

describe('the system’s proxy', () => {
  it('is resolved by the origin alone, of a broker as of the service', async () => {
    const asked: string[] = []
    const find = createSystemProxy((url) => {
      asked.push(url)
      return Promise.resolve('PROXY a.example:8080; DIRECT')
    }, createManualClock())
    expect(await find(EXCHANGE)).toEqual([
      { kind: 'http', name: 'PROXY', host: 'a.example', port: 8080 },
      { kind: 'direct' },
    ])
    await find({ host: 'mq.example', port: 5671 })
    expect(asked).toEqual(['https://exchange.example', 'https://mq.example:5671'])
  })

  it('fails when the system gives no answer, because a proxy script may loop or be on a server that is silent', async () => {
    const clock = createManualClock()
    const find = createSystemProxy(() => Promise.withResolvers<string>().promise, clock)
    const failure = failureThrown(find(EXCHANGE))
    await clock.advance(20_000)
    expect(await failure).toMatchObject({ reason: 'this computer did not say which proxy leads there' })
  })
})
