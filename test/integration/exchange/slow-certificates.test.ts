import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createAmqpLink } from '../../../src/adapters/amqp/amqp-link.ts'
import { createNetwork, type Network } from '../../../src/adapters/network/network.ts'
import { createNetworkProbe } from '../../../src/adapters/network/network-probe.ts'
import type { SystemCertificates } from '../../../src/adapters/network/system-certificates.ts'
import { readScriptAnswer } from '../../../src/adapters/network/ways.ts'
import { createHttp } from '../../../src/adapters/node-http.ts'
import { untilAborted } from '../../../src/engine/base/async.ts'
import { describeFailure } from '../../../src/shared/errors/failure-texts.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { listenHere } from '../../support/listen-here.ts'
import { type PrivateCa, privateCa } from '../../support/private-ca.ts'
import { PROJECT_ROOT } from '../../support/project-files.ts'
import { get, MAX_BYTES, ok, serveText } from '../../support/raw-http.ts'

const TARGET = {
  host: '127.0.0.1',
  virtualHost: '/',
  queue: 'q',
  username: 'u',
  password: 'CANARY',
  heartbeatSeconds: 10,
  prefetch: 1,
  tls: {},
} as const
const UNREAD = /^the certificate authorities of this computer, .*, could not be read: it broke$/
let folder: string
let firm: PrivateCa
let port: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcel-desk-slow-certificates-'))
  firm = await privateCa(folder)
  const server = createServer(firm, (_request, response) => void response.end('hello'))
  port = await listenHere(server)
  return () => {
    server.close()
    server.closeAllConnections()
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface SlowNetwork {
  network: Network
  /** How often the system was asked. */
  asked(): number
  /** The system knows the firm’s authority. */
  end(): Promise<void>
  fail(): void
}

/** A network whose system names its certificates when the test lets it. */
function slowNetwork(proxy?: string): SlowNetwork {
  let asked = 0
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
  promise.catch(() => undefined)
  const certificates: SystemCertificates = {
    read: async (signal) => {
      asked += 1
      return await untilAborted(promise, signal)
    },
    onSlow: () => undefined,
  }
  const ways = proxy === undefined ? {} : { findWays: () => Promise.resolve(readScriptAnswer(proxy, 'here')) }
  return {
    network: createNetwork({ certificates, ...ways }),
    asked: () => asked,
    end: async () => resolve([await readFile(firm.caFile, 'utf8')]),
    fail: () => reject(new Error('it broke')),
  }
}

/** Shorter than any reading: only what counts it as connecting would run into it. */
const SHORT = { connectMs: 1_000 }

describe('connections, while the system is slow to name its certificates', () => {
  it('need none of them where Node’s own list, or the file that was given, suffices', async () => {
    const { network, asked } = slowNetwork()
    const http = createHttp({ extraCa: await readFile(firm.caFile, 'utf8') }, network)
    onTestFinished(http.close)
    expect((await http.request(get(`https://127.0.0.1:${port}`), MAX_BYTES)).status).toBe(200)
    expect(asked()).toBe(0)
  })

  it('wait for them without holding up others, and then go on', async () => {
    const { network, asked, end } = slowNetwork()
    const http = createHttp({}, network)
    onTestFinished(http.close)
    const waiting = http.request(get(`https://127.0.0.1:${port}`), MAX_BYTES)
    await expect.poll(asked).toBe(1)
    const plain = await serveText(ok('hello'))
    expect((await http.request(get(plain.url), MAX_BYTES)).status).toBe(200)
    await end()
    expect((await waiting).status).toBe(200)
    expect((await http.request(get(`https://127.0.0.1:${port}`), MAX_BYTES)).status).toBe(200)
    expect(asked()).toBe(1)
  })

  it('do not take the wait for time in which nothing answered: HTTP, AMQP, and a look for support', async () => {
    const { network, end } = slowNetwork()
    const http = createHttp({ timeouts: SHORT }, network)
    onTestFinished(http.close)
    const answers = [
      http.request(get(`https://127.0.0.1:${port}`), MAX_BYTES).then(({ status }) => status),
      failureThrown(createAmqpLink({ network }).inspect({ ...TARGET, port, timeoutMs: SHORT.connectMs })),
      createNetworkProbe(network)
        .certificates({ host: '127.0.0.1', port })
        .then(({ fault }) => fault),
    ]
    await delay(SHORT.connectMs + 100)
    await end()
    const reason = 'what answers there does not speak AMQP'
    expect(await Promise.all(answers)).toMatchObject([200, { tag: 'service-unreachable', reason }, null])
  })

  it('nor where a proxy is spoken to by TLS', async () => {
    const { network, end } = slowNetwork(`HTTPS 127.0.0.1:${port}`)
    const http = createHttp({ timeouts: SHORT }, network)
    onTestFinished(http.close)
    const answer = failureThrown(http.request(get('https://exchange.parcel-desk.invalid'), MAX_BYTES))
    await delay(SHORT.connectMs + 100)
    await end()
    // It passes nothing on: that is all that is wrong with it.
    const reason = `the proxy 127.0.0.1:${port} leads there and could not be used: it ended the connection without an answer`
    expect(await answer).toMatchObject({ tag: 'service-unreachable', reason })
  })

  it('are given up at once by a caller that does, and by a client that is closed', async () => {
    const { network, asked } = slowNetwork()
    const [http, closed, left] = [createHttp({}, network), createHttp({}, network), new AbortController()]
    onTestFinished(http.close)
    const target = { ...TARGET, port, timeoutMs: 60_000 }
    const given = [
      http.request(get(`https://127.0.0.1:${port}`), MAX_BYTES, left.signal),
      closed.request(get(`https://127.0.0.1:${port}`), MAX_BYTES),
      createAmqpLink({ network }).inspect(target, left.signal),
    ].map((one) => failureThrown(one))
    await expect.poll(asked).toBe(3)
    left.abort()
    closed.close()
    expect(await Promise.all(given)).toEqual(given.map(() => ({ tag: 'interrupted' })))
  })

  it('fail with what happened to them, why, and what next, where they cannot be read', async () => {
    const { network, fail } = slowNetwork()
    const http = createHttp({}, network)
    onTestFinished(http.close)
    fail()
    const failures = [
      await failureThrown(http.request(get(`https://127.0.0.1:${port}`), MAX_BYTES)),
      await failureThrown(createAmqpLink({ network }).inspect({ ...TARGET, port, timeoutMs: 60_000 })),
    ]
    for (const failure of failures) {
      expect(failure).toMatchObject({ tag: 'service-unreachable', reason: expect.stringMatching(UNREAD) })
      expect(describeFailure(failure, 'desk').next).toMatch(/^Try again in a few minutes/)
    }
  })

  it('share what was read of them: a context is made once for each list and client certificate', async () => {
    const { network, asked, end } = slowNetwork()
    await end()
    const ca = await readFile(firm.caFile, 'utf8')
    const secure = (more: object) => network.authorities.secure({ trust: 'system', origin: 'here', ...more })
    const first = await secure({})
    expect(await secure({ origin: 'elsewhere' })).toBe(first)
    for (const more of [{ extraCa: ca }, { certificate: firm.cert, key: firm.key }]) {
      const other = await secure(more)
      expect(other).not.toBe(first)
      expect(await secure(more)).toBe(other)
    }
    expect(asked()).toBe(3)
  })
})

describe.runIf(process.platform === 'linux')('a system that keeps Node itself waiting', () => {
  it('keeps only its thread waiting, and the connection then works', async () => {
    const source = (file: string): string => pathToFileURL(join(PROJECT_ROOT, 'src/adapters', file)).href
    // Node opens this pipe when it reads the system’s authorities, and waits there until somebody writes into it.
    const pipe = join(folder, 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const script = `
      const [url, pipe, ca] = process.argv.slice(2)
      const { createSystemCertificates } = await import('${source('network/system-certificates.ts')}')
      const { createSystemClock } = await import('${source('system-clock.ts')}')
      const { createNetwork } = await import('${source('network/network.ts')}')
      const { createHttp } = await import('${source('node-http.ts')}')
      const { constants, openSync } = await import('node:fs')
      const { open, readFile } = await import('node:fs/promises')
      const { setTimeout: delay } = await import('node:timers/promises')
      const program = new URL('${source('network/certificates-worker.ts')}')
      const certificates = createSystemCertificates({ program, clock: createSystemClock() })
      const http = createHttp({}, createNetwork({ certificates }))
      const answer = http.request({ method: 'GET', url: new URL(url), endpoint: 'the test', headers: {} }, 1000)
      const isRead = () => { try { return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK) } catch { return undefined } }
      let file = isRead()
      // This thread gets here, again and again, until the other one waits at the pipe.
      while (file === undefined) { await delay(5); file = isRead() }
      process.stdout.write('turning ')
      const { writeSync, closeSync } = await import('node:fs')
      writeSync(file, await readFile(ca, 'utf8'))
      closeSync(file)
      process.stdout.write(String((await answer).status))
      http.close()`
    const env = { PATH: process.env['PATH'], SSL_CERT_FILE: pipe }
    const program = join(folder, 'caller.mjs')
    await writeFile(program, script)
    const words = [program, `https://127.0.0.1:${port}`, pipe, firm.caFile]
    const ran = await promisify(execFile)(process.execPath, words, { env })
    expect(ran.stdout).toBe('turning 200')
  })
})
