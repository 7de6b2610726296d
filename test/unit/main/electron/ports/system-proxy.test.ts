import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createScriptProxy, createSystemProxy } from '../../../../../src/main/electron/ports/system-proxy.ts'
import { failureThrown } from '../../../../support/failure-thrown.ts'
import { createManualClock } from '../../../../support/manual-clock.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'

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

describe('the proxy script of the organisation', () => {
  const PAC = 'https://firm.example/proxy.pac'
  const openScript = (answer = 'PROXY a.example:8080') => {
    const told: string[] = []
    const clock = createManualClock()
    const session = {
      setProxy: ({ mode, pacScript }: { mode: string; pacScript: string }) => {
        told.push(`${mode} ${pacScript}`)
        return Promise.resolve()
      },
      forceReloadProxyConfig: () => Promise.resolve(void told.push('reload')),
      resolveProxy: (url: string) => {
        told.push(url)
        return Promise.resolve(answer)
      },
    }
    return { told, clock, find: createScriptProxy(() => session, clock) }
  }

  it('is Chromium’s to read and to run, and is asked by the origin as browsers have it', async () => {
    const { told, clock, find } = openScript()
    expect(await find(PAC)(EXCHANGE)).toEqual([{ kind: 'http', name: 'PROXY', host: 'a.example', port: 8080 }])
    await find(PAC)(EXCHANGE)
    expect(told).toEqual([`pac_script ${PAC}`, 'reload', 'https://exchange.example', 'https://exchange.example'])
    await clock.advance(300_000)
    await find(PAC)(EXCHANGE)
    await find(`${PAC}?other`)(EXCHANGE)
    expect(told.filter((one) => one.startsWith('pac_script'))).toHaveLength(3)
  })

  it('in a file is handed to Chromium, which reads none from there', async () => {
    const { told, find } = openScript()
    const file = join(await tempFolder(), 'proxy.pac')
    await writeFile(file, 'function FindProxyForURL() {} // Söhne')
    await find(pathToFileURL(file).href)(EXCHANGE)
    const [, data = ''] = told[0]?.split('base64,') ?? []
    expect(Buffer.from(data, 'base64').toString('utf8')).toBe('function FindProxyForURL() {} // Söhne')
    const gone = await failureThrown(find('file:///no/such/proxy.pac')(EXCHANGE))
    expect(gone).toHaveProperty('reason', expect.stringContaining('file:///no/such/proxy.pac cannot be read: '))
  })

  it('that Chromium cannot read or run is named, and nothing takes its place', async () => {
    const failure = await failureThrown(openScript('').find(PAC)(EXCHANGE))
    expect(failure).toMatchObject({
      tag: 'service-unreachable',
      origin: 'https://exchange.example',
      reason: `the proxy script ${PAC} cannot be read, or fails; ask your IT department to repair it`,
    })
  })
})
