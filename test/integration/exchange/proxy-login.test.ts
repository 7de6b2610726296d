import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNetwork, type Network } from '../../../src/adapters/network/network.ts'
import { readScriptAnswer } from '../../../src/adapters/network/ways.ts'
import { createHttp } from '../../../src/adapters/node-http.ts'
import { createProxyPasswords, type ProxyPasswords } from '../../../src/engine/accounts/proxy-passwords.ts'
import { isTransient } from '../../../src/engine/base/retry.ts'
import type { SecretsPort } from '../../../src/engine/ports/host-ports.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import type { ConnectProxy } from '../../support/connect-proxy.ts'
import { startConnectProxy } from '../../support/start-connect-proxy.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { createMemorySecrets } from '../../support/memory-secrets.ts'
import { privateCa } from '../../support/private-ca.ts'
import { deadServer, get, MAX_BYTES, serveText } from '../../support/raw-http.ts'

/** Resolves nowhere: what reaches it went through a proxy. */
const HOST = 'exchange.parcel-desk.invalid'
const LOGIN = { username: String.raw`FIRM\ops`, password: 'CANARY pässword' }
const SPOKEN = `${LOGIN.username}:${LOGIN.password}`
let folder: string
let service: ExchangeService
let extraCa: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcel-desk-proxy-login-'))
  const ca = await privateCa(folder, { names: `DNS:${HOST}` })
  extraCa = await readFile(ca.caFile, 'utf8')
  service = await startExchangeService({ tls: ca })
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

const targetPort = (): number => Number(new URL(service.url).port)
const request = () => get(`https://${HOST}/v3/common/counterparties`)

interface Way {
  network: Network
  passwords: ProxyPasswords
  secrets: SecretsPort
  logged: string[]
}

/** HTTP whose proxies a script names, as browsers have it. */
function openVia(
  answer: string,
  monotonicMs: () => number = () => 0,
  secrets: SecretsPort = createMemorySecrets(),
): Way {
  const network = createNetwork({ findWays: () => Promise.resolve(readScriptAnswer(answer, 'here')), monotonicMs })
  const logged: string[] = []
  const passwords = createProxyPasswords({ secrets, onSecret: (secret) => void logged.push(secret) })
  network.useLogins(passwords)
  return { network, passwords, secrets, logged }
}

/** Of a connection of its own. */
async function status({ network }: Way): Promise<number> {
  const http = createHttp({ extraCa }, network)
  return await http
    .request(request(), MAX_BYTES)
    .then((answer) => answer.status)
    .finally(http.close)
}

/** Answers without a token: that it answers is all that counts here. */
const REACHED = 401

describe('a list of proxies', () => {
  it('is followed to the next where one cannot be reached, which then is left out for five minutes', async () => {
    const [dead, proxy] = [await deadServer(), await startConnectProxy({ targetPort })]
    let nowMs = 0
    const way = openVia(`PROXY ${new URL(dead.url).host}; PROXY ${proxy.place}`, () => nowMs)
    expect(await status(way)).toBe(REACHED)
    // Only now somebody listens there: nothing but the five minutes keeps it out.
    const back = await startConnectProxy({ targetPort, port: dead.port })
    expect(await status(way)).toBe(REACHED)
    expect([proxy.asked.length, back.asked.length]).toEqual([2, 0])
    nowMs = 5 * 60_000 + 1
    expect(await status(way)).toBe(REACHED)
    expect(back.asked).toEqual([`${HOST}:443`])
  })

  it('ends with a direct connection where the script allows one', async () => {
    const dead = await deadServer()
    const failure = await failureThrown(status(openVia(`PROXY ${new URL(dead.url).host}; DIRECT`)))
    // Straight there, where nobody knows the name.
    expect(failure).toMatchObject({ tag: 'service-unreachable', reason: 'the name is not known' })
  })

  it('names the proxy where none can be reached', async () => {
    const dead = await deadServer()
    const place = new URL(dead.url).host
    expect(await failureThrown(status(openVia(`PROXY ${place}`)))).toEqual({
      tag: 'service-unreachable',
      origin: `${HOST}:443`,
      reason: `the proxy ${place} leads there and could not be used: the connection was refused`,
    })
  })

  it('stands by what a proxy answers, and says what to ask for', async () => {
    const [strict, other] = [
      await startConnectProxy({ targetPort, status: 403 }),
      await startConnectProxy({ targetPort }),
    ]
    expect(await failureThrown(status(openVia(`PROXY ${strict.place}; PROXY ${other.place}`)))).toEqual({
      tag: 'proxy-refused',
      proxy: strict.place,
      reason: `it does not let connections to ${HOST}:443 through (it answered 403)`,
      next: `Ask your IT department to let CONNECT to ${HOST}:443 through, or to except that host from the proxy.`,
    })
    expect(other.asked).toEqual([])
  })

  it.each([201, 204])('leads through one that agrees with %i, which is a success too', async (success) => {
    const proxy = await startConnectProxy({ targetPort, success })
    expect(await status(openVia(`PROXY ${proxy.place}`))).toBe(REACHED)
  })

  it('waits for one that has too much to do, as what it refuses now it may grant in a moment', async () => {
    const proxy = await startConnectProxy({ targetPort, status: 429 })
    const failure = await failureThrown(status(openVia(`PROXY ${proxy.place}`)))
    const reason = `the proxy ${proxy.place} lets no more connections through for now (it answered 429)`
    expect(failure).toEqual({ tag: 'service-unreachable', origin: `${HOST}:443`, reason })
    expect(isTransient(failure)).toBe(true)
  })

  it('says of one that speaks something else that it does', async () => {
    const server = await serveText('220 mail.example ESMTP ready\r\n')
    const failure = await failureThrown(status(openVia(`PROXY 127.0.0.1:${server.port}`)))
    expect(failure).toHaveProperty('reason', expect.stringContaining('could not be used: what it answered is not HTTP'))
  })

  it('of SOCKS proxies alone is refused with what to do', async () => {
    const failure = await failureThrown(status(openVia('SOCKS5 proxy.example:1080')))
    expect(failure).toMatchObject({
      tag: 'proxy-refused',
      proxy: 'proxy.example:1080',
      reason: 'it is a SOCKS5 proxy, and Parcel Desk goes through HTTP proxies only',
    })
    expect(JSON.stringify(failure)).toContain('PARCEL_DESK_PROXY=http://HOST:PORT')
  })
})

describe('a proxy that asks for a password', () => {
  const open = (): Promise<ConnectProxy> => startConnectProxy({ targetPort, login: SPOKEN })

  it('gets none where none is known, and waits for somebody to sign in', async () => {
    const proxy = await open()
    const way = openVia(`PROXY ${proxy.place}`)
    expect(await failureThrown(status(way))).toEqual({ tag: 'proxy-login', proxy: proxy.place, hasRefused: false })
    expect(way.passwords.wanted()).toEqual([{ proxy: proxy.place, hasRefused: false }])
    expect(proxy.logins).toEqual([''])
  })

  it('lets those through who have signed in, and the next start too where it is kept', async () => {
    const proxy = await open()
    const way = openVia(`PROXY ${proxy.place}`)
    await failureThrown(status(way))
    expect(await way.passwords.remember(proxy.place, LOGIN, true)).toBe('kept')
    expect(await status(way)).toBe(REACHED)
    expect(way.passwords.wanted()).toEqual([])
    expect(await status(openVia(`PROXY ${proxy.place}`, () => 0, way.secrets))).toBe(REACHED)
    expect(way.logged).toContain(LOGIN.password)
    expect(way.logged).toContain(Buffer.from(SPOKEN).toString('base64'))
  })

  it('is not sent a wrong password twice, not even by several requests at once, which would lock the account', async () => {
    const proxy = await open()
    const way = openVia(`PROXY ${proxy.place}`)
    await way.passwords.remember(proxy.place, { ...LOGIN, password: 'wrong' }, false)
    const failures = await Promise.all([1, 2, 3].map(() => failureThrown(status(way))))
    const refused = { tag: 'proxy-login', proxy: proxy.place, hasRefused: true }
    expect(failures).toEqual([refused, refused, refused])
    await failureThrown(status(way))
    expect(proxy.logins.filter((login) => login !== '')).toEqual([`${LOGIN.username}:wrong`])
    expect(way.passwords.wanted()).toEqual([{ proxy: proxy.place, hasRefused: true }])
    await way.passwords.remember(proxy.place, LOGIN, false)
    expect(await status(way)).toBe(REACHED)
  })

  it('that changes its mind asks again', async () => {
    const proxy = await open()
    const way = openVia(`PROXY ${proxy.place}`)
    await way.passwords.remember(proxy.place, LOGIN, false)
    expect(await status(way)).toBe(REACHED)
    proxy.login = 'FIRM\\ops:another'
    await proxy.kill()
    await proxy.restart()
    expect(await failureThrown(status(way))).toMatchObject({ tag: 'proxy-login', hasRefused: true })
  })

  it.each([
    [['Negotiate', 'NTLM'], 'it takes only Negotiate (Kerberos) or NTLM'],
    [['Digest realm="Basic, by name only", nonce="x"'], 'it takes only Digest'],
    [[], 'it names no way to sign in'],
  ])('in the form %j only is refused with the way out', async (schemes, reason) => {
    const proxy = await startConnectProxy({ targetPort, login: SPOKEN, schemes })
    const way = openVia(`PROXY ${proxy.place}`)
    await way.passwords.remember(proxy.place, LOGIN, false)
    const failure = await failureThrown(status(way))
    expect(failure).toMatchObject({
      tag: 'proxy-refused',
      reason: `${reason}, and Parcel Desk signs in at proxies with a user name and a password (Basic) only`,
    })
    expect(proxy.logins).toEqual([''])
  })
})
