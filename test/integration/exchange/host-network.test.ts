import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHostNetwork, type HostNetworkOptions } from '../../../src/adapters/network/host-network.ts'
import type { FindWays } from '../../../src/adapters/network/network.ts'
import { readScriptAnswer } from '../../../src/adapters/network/ways.ts'
import { createHttp } from '../../../src/adapters/node-http.ts'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import { fixedPolicy } from '../../../src/engine/policy/open-policy.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import type { ConnectProxy } from '../../support/connect-proxy.ts'
import { startConnectProxy } from '../../support/start-connect-proxy.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { privateCa } from '../../support/private-ca.ts'
import { deadServer, get, MAX_BYTES } from '../../support/raw-http.ts'

/** Resolves nowhere: what reaches it went through a proxy. */
const HOST = 'exchange.parcel-desk.invalid'
const REACHED = 401
const PAC = { ProxyMode: 'pac', ProxyPacUrl: 'https://firm.example/proxy.pac' }
let folder: string
let service: ExchangeService
let CaFile: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcel-desk-host-network-'))
  const ca = await privateCa(folder, { names: `DNS:${HOST}` })
  CaFile = ca.caFile
  service = await startExchangeService({ tls: ca })
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

const openProxy = (login?: string): Promise<ConnectProxy> =>
  startConnectProxy({ targetPort: () => Number(new URL(service.url).port), ...(login === undefined ? {} : { login }) })

interface Surroundings extends Partial<Pick<HostNetworkOptions, 'system' | 'script'>> {
  policy?: Record<string, unknown>
  env?: Record<string, string>
}

/** One request to the service, as the programs make it. */
async function reach({ policy = {}, env = {}, system, script }: Surroundings): Promise<number> {
  const network = createHostNetwork({
    policy: fixedPolicy([{ source: 'machine', place: 'the test', content: { values: { CaFile, ...policy } } }]),
    env,
    clock: createSystemClock(),
    ...(system === undefined ? {} : { system }),
    ...(script === undefined ? {} : { script }),
  })
  const http = createHttp({}, network)
  const answer = http.request(get(`https://${HOST}/v3/common/counterparties`), MAX_BYTES)
  return await answer.then(({ status }) => status).finally(http.close)
}

describe('the network of a program', () => {
  it('goes by the proxy that the organisation has fixed, whatever the environment says', async () => {
    const proxy = await openProxy()
    const env = { PARCEL_DESK_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1' }
    expect(await reach({ policy: { ProxyMode: 'fixed', ProxyUrl: proxy.url }, env })).toBe(REACHED)
  })

  it('goes by the organisation’s proxy script, where a browser runs it, to the next proxy where one cannot be reached', async () => {
    const [dead, proxy] = [await deadServer(), await openProxy()]
    const answer = `PROXY ${new URL(dead.url).host}; PROXY ${proxy.place}; DIRECT`
    const script = (url: string): FindWays => {
      expect(url).toBe(PAC.ProxyPacUrl)
      return ({ host }) => Promise.resolve(readScriptAnswer(host === HOST ? answer : 'DIRECT', host))
    }
    expect(await reach({ policy: PAC, script, env: { PARCEL_DESK_PROXY: 'direct' } })).toBe(REACHED)
    expect(proxy.asked).toEqual([`${HOST}:443`])
  })

  it('has to be told by PARCEL_DESK_PROXY what that script says, where no browser runs it', async () => {
    const proxy = await openProxy()
    const failure = await failureThrown(reach({ policy: PAC, env: { HTTPS_PROXY: proxy.url } }))
    expect(failure).toMatchObject({
      tag: 'bad-usage',
      message: `Only the desk can ask the proxy script (PAC) of your organisation, so the way to ${HOST}:443 is not known here.`,
      next: expect.stringContaining('set PARCEL_DESK_PROXY=http://HOST:PORT'),
    })
    expect(proxy.asked).toEqual([])
    expect(await reach({ policy: PAC, env: { PARCEL_DESK_PROXY: proxy.url } })).toBe(REACHED)
  })

  it('gives the password of the environment to no proxy that a script names', async () => {
    const proxy = await openProxy('ops:CANARY')
    const named: FindWays = () => Promise.resolve(readScriptAnswer(`PROXY ${proxy.place}`, HOST))
    const env = { PARCEL_DESK_PROXY_USERNAME: 'ops', PARCEL_DESK_PROXY_PASSWORD: 'CANARY' }
    const asked = { tag: 'proxy-login', proxy: proxy.place, hasRefused: false }
    expect(await failureThrown(reach({ policy: PAC, script: () => named, env }))).toEqual(asked)
    expect(await failureThrown(reach({ system: named, env }))).toEqual(asked)
    expect(await reach({ policy: { ProxyMode: 'fixed', ProxyUrl: proxy.url }, env })).toBe(REACHED)
  })

  it('goes straight where the organisation wants no proxy', async () => {
    const proxy = await openProxy()
    const failure = await failureThrown(reach({ policy: { ProxyMode: 'none' }, env: { HTTPS_PROXY: proxy.url } }))
    expect(failure).toMatchObject({ tag: 'service-unreachable', reason: 'the name is not known' })
  })

  it('goes by the system, unless PARCEL_DESK_PROXY names another, which the mode “system” overrules', async () => {
    const [own, ofSystem] = [await openProxy(), await openProxy()]
    const [host = '', port] = ofSystem.place.split(':')
    const system: FindWays = () => Promise.resolve([{ kind: 'http', name: 'PROXY', host, port: Number(port) }])
    await reach({ system })
    await reach({ system, env: { PARCEL_DESK_PROXY: own.url } })
    await reach({ system, env: { PARCEL_DESK_PROXY: own.url }, policy: { ProxyMode: 'system' } })
    expect([own.asked.length, ofSystem.asked.length]).toEqual([1, 2])
  })

  it.each([
    ['ProxyUrl', { ProxyMode: 'fixed', ProxyUrl: 'proxy.firm.example:8080' }],
    ['ProxyUrl', { ProxyMode: 'fixed' }],
    ['ProxyPacUrl', { ProxyMode: 'pac', ProxyPacUrl: 7 }],
    ['ProxyPacUrl', { ProxyMode: 'pac' }],
    ['ProxyMode', { ProxyMode: 'Fixed', ProxyUrl: 'http://proxy.firm.example:8080' }],
  ])('goes nowhere while the organisation’s %s says nothing: %j', async (key, policy) => {
    const proxy = await openProxy()
    const [host = '', port] = proxy.place.split(':')
    const system: FindWays = () => Promise.resolve([{ kind: 'http', name: 'PROXY', host, port: Number(port) }])
    for (const own of [{ env: { PARCEL_DESK_PROXY: proxy.url, HTTPS_PROXY: proxy.url } }, { system }]) {
      const failure = await failureThrown(reach({ policy, ...own }))
      expect(failure).toMatchObject({
        tag: 'set-by-organisation',
        what: `Connecting to ${HOST}:443`,
        by: expect.stringContaining('the test'),
        next: expect.stringContaining(key),
      })
    }
    expect(proxy.asked).toEqual([])
  })

  it('signs in with name and password of the environment', async () => {
    const proxy = await openProxy('ops:CANARY')
    const env = { HTTPS_PROXY: proxy.url, PARCEL_DESK_PROXY_USERNAME: 'ops', PARCEL_DESK_PROXY_PASSWORD: 'CANARY' }
    expect(await reach({ env })).toBe(REACHED)
    const wrong = reach({ env: { ...env, PARCEL_DESK_PROXY_PASSWORD: 'wrong' } })
    expect(await failureThrown(wrong)).toEqual({ tag: 'proxy-login', proxy: proxy.place, hasRefused: true })
  })

  it.each([
    ['cannot be read', '/no/such/file.pem'],
    ['holds no certificate in PEM form', import.meta.filename],
  ])('says that the organisation’s file of authorities %s', async (flaw, file) => {
    const proxy = await openProxy()
    const failure = await failureThrown(reach({ policy: { CaFile: file }, env: { HTTPS_PROXY: proxy.url } }))
    expect(failure).toMatchObject({
      tag: 'bad-usage',
      message: `The file ${file} with the certificate authorities of your organisation ${flaw}.`,
    })
  })
})
