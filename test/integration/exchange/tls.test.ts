import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { listenHere } from '../../support/listen-here.ts'
import { type PrivateCa, privateCa } from '../../support/private-ca.ts'
import { get, MAX_BYTES, ok, openHttp, serveText } from '../../support/raw-http.ts'
import { createTestDesk } from '../../support/test-desk.ts'
import type { Problem } from '../../../src/shared/model/parcel-set.ts'

const UNKNOWN =
  '“127.0.0.1” was issued by “Private test CA” (Parcel Desk tests), which is not known here, and the server sends no certificate of it'
const OTHER = '“127.0.0.1”, issued by “Private test CA” (Parcel Desk tests), is for other.example and not for 127.0.0.1'
let folder: string
let firm: PrivateCa
let otherName: PrivateCa
let ended: PrivateCa

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcel-desk-tls-'))
  ;[firm, otherName, ended] = await Promise.all([
    privateCa(join(folder, 'firm')),
    privateCa(join(folder, 'other-name'), { names: 'DNS:other.example' }),
    privateCa(join(folder, 'ended'), { days: -1 }),
  ])
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => rm(folder, { recursive: true, force: true }))

async function serveTls({ key, cert }: PrivateCa): Promise<{ url: string; server: Server }> {
  const server = createServer({ key, cert }, (_request, response) => void response.end('hello'))
  const port = await listenHere(server)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `https://127.0.0.1:${port}`, server }
}

describe('a certificate of a company’s own authority', () => {
  it('is refused unless the authority is given, and no password is sent', async () => {
    const service = await startExchangeService({ tls: firm })
    onTestFinished(service.close)
    const { session, close, waitsMs } = await createTestDesk({ service })
    onTestFinished(close)
    const failure = await failureThrown(session.customers())
    expect(failure).toEqual({ tag: 'tls-untrusted', origin: service.url, reason: UNKNOWN })
    expect([service.counts.token, waitsMs.length]).toEqual([0, 0])
  })

  it('is accepted with the authority’s file', async () => {
    const service = await startExchangeService({ tls: firm })
    onTestFinished(service.close)
    const { session, close } = await createTestDesk({ service, connection: { caFile: firm.caFile } })
    onTestFinished(close)
    expect((await session.customers()).counterparties).toHaveLength(7)
  })

  it('is accepted from a file with other authorities before it', async () => {
    const bundle = (await Promise.all([ended, otherName, firm].map(({ caFile }) => readFile(caFile, 'utf8')))).join(
      '\n',
    )
    const { url } = await serveTls(firm)
    expect((await openHttp({}, bundle).request(get(url), MAX_BYTES)).status).toBe(200)
  })

  it('is accepted if the system trusts the authority, as company computers are set up', async () => {
    const { url } = await serveTls(firm)
    const module = join(import.meta.dirname, '../../../src/adapters/node-http.ts')
    const script = `
      const { createHttp } = await import(${JSON.stringify(module)})
      const http = createHttp()
      const request = { method: 'GET', url: new URL(process.argv[1]), endpoint: 'the test', headers: {} }
      process.stdout.write(String((await http.request(request, 1000)).status))
      http.close()`
    const env = { PATH: process.env['PATH'], SSL_CERT_FILE: firm.caFile }
    const ran = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, url], { env })
    expect(ran.stdout).toBe('200')
  })
})

describe('a file of certificate authorities', () => {
  it('without a certificate in it is bad usage, not an untrusted service', async () => {
    for (const text of ['', 'garbage', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n']) {
      expect(() => openHttp({}, text)).toThrow('The certificate file holds no certificate in PEM form.')
    }
  })
})

describe('the wrong scheme', () => {
  it('https at a plain port is unreachable, with the reason that nothing secure answers there', async () => {
    const plain = await serveText(ok('hello'))
    const failure = await failureThrown(openHttp().request(get(plain.url.replace('http', 'https')), MAX_BYTES))
    expect(failure).toMatchObject({ tag: 'service-unreachable', reason: 'nothing secure (TLS) answers on that port' })
  })

  it('http at a TLS port is a lost connection, not an endless wait', async () => {
    const { url } = await serveTls(firm)
    const failure = await failureThrown(openHttp().request(get(url.replace('https', 'http')), MAX_BYTES))
    expect(failure.tag).toBe('connection-lost')
  })
})

describe('an environment that turns certificate checks off', () => {
  it.each([
    ['an unknown authority', () => firm, UNKNOWN],
    ['another name', () => otherName, OTHER],
  ])('is ignored: %s is refused, and no password is sent', async (_what, ca, reason) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const service = await startExchangeService({ tls: ca() })
    onTestFinished(service.close)
    const connection = ca() === otherName ? { caFile: otherName.caFile } : {}
    const { session, close } = await createTestDesk({ service, connection })
    onTestFinished(close)
    expect(await failureThrown(session.customers())).toMatchObject({ tag: 'tls-untrusted', reason })
    expect(service.counts.token).toBe(0)
  })

  it('is reported, because it leaves other programs open', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const service = await startExchangeService()
    onTestFinished(service.close)
    const { desk, close } = await createTestDesk({ service })
    onTestFinished(close)
    const notices: Problem[] = []
    desk.onNotice((notice) => notices.push(notice))
    expect(notices).toMatchObject([{ where: 'NODE_TLS_REJECT_UNAUTHORIZED' }])
  })
})
