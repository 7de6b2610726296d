import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createNetwork } from '../../../src/adapters/network/network.ts'
import { readScriptAnswer } from '../../../src/adapters/network/ways.ts'
import { createHttp } from '../../../src/adapters/node-http.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { privateCa } from '../../support/private-ca.ts'
import { get, MAX_BYTES, ok, openHttp, serve, serveText } from '../../support/raw-http.ts'

/** Resolves nowhere: what reaches it went through the proxy. */
const HOST = 'exchange.parcel-desk.invalid'
let folder: string
let service: ExchangeService
let extraCa: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcel-desk-proxy-'))
  const ca = await privateCa(folder, { names: `DNS:${HOST}, IP:127.0.0.1` })
  extraCa = await readFile(ca.caFile, 'utf8')
  service = await startExchangeService({ tls: ca })
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

const servicePort = (): number => Number(new URL(service.url).port)
const farAway = (): string => `https://${HOST}:${servicePort()}/v3/common/counterparties`

/** A proxy that leads every tunnel to the service on this computer. */
function serveProxy() {
  return serve((socket, received) => {
    if (!received.endsWith('\r\n\r\n')) return
    const target = connect(servicePort(), '127.0.0.1', () =>
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n'),
    )
    socket.removeAllListeners('data')
    socket.pipe(target).pipe(socket)
    target.on('error', () => socket.destroy())
    onTestFinished(() => void target.destroy())
  })
}

/** Only the given variables, whatever the machine that runs the tests has. */
function setProxy(variables: Record<string, string>): void {
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY']) {
    vi.stubEnv(name, variables[name] ?? '')
  }
}

describe('the proxy of the environment', () => {
  it('leads to a service that has to prove its identity even if the environment turns checks off', async () => {
    const proxy = await serveProxy()
    setProxy({ HTTPS_PROXY: proxy.url })
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const failure = await failureThrown(openHttp().request(get(farAway()), MAX_BYTES))
    expect(failure).toMatchObject({ tag: 'tls-untrusted' })
    const through = `the connection leads through the proxy ${new URL(proxy.url).host}, which may be opening it on its way`
    expect(failure).toHaveProperty('reason', expect.stringContaining(through))
  })

  it('leads to the service, which still has to prove its identity', async () => {
    const proxy = await serveProxy()
    setProxy({ HTTPS_PROXY: proxy.url })
    const answer = await openHttp({}, extraCa).request(get(farAway()), MAX_BYTES)
    expect(answer.status).toBe(401)
    expect(proxy.received[0]).toContain(`CONNECT ${HOST}:${servicePort()} HTTP/1.1`)
    expect(await failureThrown(openHttp().request(get(farAway()), MAX_BYTES))).toMatchObject({ tag: 'tls-untrusted' })
  })

  it('sees no header of the request', async () => {
    const proxy = await serveProxy()
    setProxy({ HTTPS_PROXY: proxy.url })
    await openHttp({}, extraCa).request(get(farAway(), { authorization: 'Bearer CANARY' }), MAX_BYTES)
    expect(proxy.received.join('')).not.toContain('CANARY')
  })

  it.each(['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy'])(
    'is not used for loopback, whatever %s says: the password would go out',
    async (name) => {
      const proxy = await serveText('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n')
      setProxy({ [name]: proxy.url, no_proxy: 'example.com', NO_PROXY: 'example.com' })
      const plain = await serveText(ok('hello'))
      const urls = [plain.url, plain.url.replace('127.0.0.1', 'localhost'), `${service.url}/`]
      for (const url of urls) {
        expect((await openHttp({}, extraCa).request(get(url), MAX_BYTES)).status).toBeLessThan(500)
      }
      expect(proxy.received).toEqual([])
    },
  )

  it('that wants a sign-in which nobody can give is named as the cause', async () => {
    const proxy = await serveText('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
    setProxy({ HTTPS_PROXY: proxy.url })
    const failure = await failureThrown(openHttp().request(get(farAway()), MAX_BYTES))
    expect(failure).toMatchObject({ tag: 'proxy-refused', proxy: new URL(proxy.url).host })
    expect(failure).toHaveProperty('reason', expect.stringContaining('it names no way to sign in'))
  })

  it('that is silent is given up after the connect timeout', async () => {
    const proxy = await serve(() => undefined)
    setProxy({ HTTPS_PROXY: proxy.url })
    const failure = await failureThrown(openHttp({ connectMs: 120 }).request(get(farAway()), MAX_BYTES))
    expect(failure).toMatchObject({ tag: 'service-unreachable' })
    expect(failure).toHaveProperty('reason', expect.stringMatching(/nothing answered$/))
  })

  it('that opens the tunnel and is then silent is given up too', async () => {
    const proxy = await serve((socket, received) => {
      if (received.endsWith('\r\n\r\n')) socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    })
    setProxy({ HTTPS_PROXY: proxy.url })
    const failure = await failureThrown(openHttp({ connectMs: 120 }).request(get(farAway()), MAX_BYTES))
    expect(['service-unreachable', 'connection-lost']).toContain(failure.tag)
  })

  it('that is silent does not delay a cancelled request', async () => {
    const proxy = await serve(() => undefined)
    setProxy({ HTTPS_PROXY: proxy.url })
    const controller = new AbortController()
    const work = failureThrown(openHttp({ connectMs: 30_000 }).request(get(farAway()), MAX_BYTES, controller.signal))
    await delay(50)
    controller.abort()
    expect(await work).toEqual({ tag: 'interrupted' })
  })

  it('that is silent is released when the client is closed, so that a program can end', async () => {
    const letGo = Promise.withResolvers<void>()
    const proxy = await serve((socket) => void socket.once('close', letGo.resolve))
    setProxy({ HTTPS_PROXY: proxy.url })
    const http = openHttp({ connectMs: 30_000 })
    const work = failureThrown(http.request(get(farAway()), MAX_BYTES))
    await expect.poll(() => proxy.received[0]).toContain('CONNECT')
    http.close()
    await letGo.promise
    expect(await work).toEqual({ tag: 'interrupted' })
  })

  it('that is not a valid address is a failure without the password in it', async () => {
    setProxy({ HTTPS_PROXY: 'http://user:CANARY@[bad' })
    const failure = await failureThrown(openHttp().request(get(farAway()), MAX_BYTES))
    expect(failure).toMatchObject({ tag: 'service-unreachable', reason: 'the proxy settings are not valid' })
    expect(JSON.stringify(failure)).not.toContain('CANARY')
  })
})

describe('the proxy supplied by a host', () => {
  it('takes precedence over the environment, and follows changes of the network', async () => {
    const proxy = await serveProxy()
    setProxy({ HTTPS_PROXY: 'http://127.0.0.1:1' })
    const found = [`PROXY ${new URL(proxy.url).host}`, 'DIRECT']
    const network = createNetwork({ findWays: () => Promise.resolve(readScriptAnswer(found.shift() ?? '', 'here')) })
    const http = createHttp({ extraCa }, network)
    onTestFinished(() => {
      http.close()
    })
    expect((await http.request(get(farAway()), MAX_BYTES)).status).toBe(401)
    expect(await failureThrown(http.request(get(farAway()), MAX_BYTES))).toMatchObject({
      tag: 'service-unreachable',
      reason: 'the name is not known',
    })
    expect(proxy.received.filter((received) => received.startsWith('CONNECT'))).toHaveLength(1)
  })
})
