import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Server } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAmqpLink } from '../../../src/adapters/amqp/amqp-link.ts'
import { createNetwork } from '../../../src/adapters/network/network.ts'
import { readScriptAnswer } from '../../../src/adapters/network/ways.ts'
import { createHttp } from '../../../src/adapters/node-http.ts'
import { describeFailure } from '../../../src/shared/errors/failure-texts.ts'
import type { Failure } from '../../../src/shared/errors/failure.ts'
import { listenHere } from '../../support/listen-here.ts'
import { startConnectProxy } from '../../support/start-connect-proxy.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { type LeafOptions, privateCa, type PrivateCa } from '../../support/private-ca.ts'
import { firmCertificates, selfSigned, type ServerCertificates } from '../../support/faulty-certificates.ts'
import { get, MAX_BYTES } from '../../support/raw-http.ts'

const HERE = 'IP:127.0.0.1'
let folder: string
let firm: ServerCertificates
let old: ServerCertificates
let early: ServerCertificates
let elsewhere: ServerCertificates
let own: { key: string; leaf: string }
let weak: Record<'key' | 'signature' | 'purpose', PrivateCa & { known: string }>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcel-desk-certificates-'))
  const make = async (name: string, names: Parameters<typeof firmCertificates>[1]) =>
    await firmCertificates(join(folder, name), names)
  ;[firm, old, early, elsewhere, own] = await Promise.all([
    make('firm', { names: `${HERE}, DNS:mq.parcel-desk.invalid` }),
    make('old', { names: HERE, from: '20200101000000Z', until: '20210203000000Z' }),
    make('early', { names: HERE, from: '20990101000000Z', until: '20991231000000Z' }),
    make('elsewhere', { names: 'DNS:a.example, DNS:b.example, DNS:c.example, DNS:d.example, DNS:e.example' }),
    selfSigned(join(folder, 'own')),
  ])
  const issue = async (name: string, leaf: LeafOptions) => {
    const ca = await privateCa(join(folder, name), leaf)
    return { ...ca, known: await readFile(ca.caFile, 'utf8') }
  }
  const [key, signature, purpose] = await Promise.all([
    issue('short', { key: ['-newkey', 'rsa:1024', '-nodes'] }),
    issue('sha1', { digest: 'sha1' }),
    issue('client', { use: 'clientAuth' }),
  ])
  weak = { key, signature, purpose }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Shown {
  key: string
  cert: string
  /** Known to the client. */
  known?: string
}

interface Received {
  port: number
  /** Everything that came, decrypted. */
  text: string
}

/** Keeps what it is sent, to which nobody may entrust a password. */
async function serveShown({ key, cert }: Shown): Promise<Received> {
  const received: Received = { port: 0, text: '' }
  // Or it would refuse to show what is too weak.
  const server: Server = createServer({ key, cert, ciphers: 'DEFAULT:@SECLEVEL=0' }, (socket) => {
    socket.on('data', (chunk: Buffer) => {
      received.text += chunk.toString('latin1')
      socket.end('no AMQP')
    })
    socket.on('error', () => undefined)
  })
  server.on('tlsClientError', () => undefined)
  received.port = await listenHere(server)
  onTestFinished(() => void server.close())
  return received
}

/** The failures of HTTP and AMQP at the same server. */
async function failuresAt(shown: Shown): Promise<{ http: Failure; amqp: Failure; port: number; text: string }> {
  const server = await serveShown(shown)
  const http = createHttp(shown.known === undefined ? {} : { extraCa: shown.known })
  onTestFinished(() => http.close())
  const ofHttp = await failureThrown(
    http.request(get(`https://127.0.0.1:${server.port}/`, { authorization: 'Basic CANARY' }), MAX_BYTES),
  )
  const ofAmqp = await failureThrown(consume({ host: '127.0.0.1', port: server.port }, shown.known))
  return { http: ofHttp, amqp: ofAmqp, port: server.port, text: server.text }
}

function consume(place: { host: string; port: number }, known: string | undefined, link = createAmqpLink()) {
  const login = { virtualHost: '/', username: 'guest', password: 'CANARY', queue: 'parcels' }
  const limits = { heartbeatSeconds: 15, prefetch: 100, timeoutMs: 10_000 }
  const nobody = { delivered: () => undefined, blocked: () => undefined, lost: () => undefined }
  return link.connect({ ...place, ...login, ...limits, tls: known === undefined ? {} : { ca: known } }, nobody)
}

const TODAY = new Date().toISOString().slice(0, 10)
const ISSUER = '“Aurora Issuing CA” (Aurora Grain AG)'

describe('a certificate that is not trusted', () => {
  it.each<[string, () => Shown, string, RegExp]>([
    [
      'of an authority that nobody has named',
      () => ({ key: firm.key, cert: firm.chain }),
      '“Aurora broker” was issued in the end by “Aurora Root” (Aurora Grain AG), which is not known here',
      /Ask for the certificate authority/,
    ],
    [
      'sent without its intermediate',
      () => ({ key: firm.key, cert: firm.leaf, known: firm.root }),
      `the server does not send the certificate of ${ISSUER}, which issued “Aurora broker” and would link it to the authority of Aurora Grain AG that is known here`,
      /send the whole chain/,
    ],
    [
      'that has expired',
      () => ({ key: old.key, cert: old.chain, known: old.root }),
      `“Aurora broker”, issued by ${ISSUER}, expired on 2021-02-03`,
      /to renew it/,
    ],
    [
      'that is not valid yet',
      () => ({ key: early.key, cert: early.chain, known: early.root }),
      `“Aurora broker”, issued by ${ISSUER}, is valid only from 2099-01-01 on, and today is ${TODAY} on this computer`,
      /Set the date of this computer right/,
    ],
    [
      'for other names',
      () => ({ key: elsewhere.key, cert: elsewhere.chain, known: elsewhere.root }),
      `“Aurora broker”, issued by ${ISSUER}, is for a.example, b.example, c.example and 2 more and not for 127.0.0.1`,
      /Use the name that it was issued for/,
    ],
    [
      'that only itself vouches for',
      () => ({ key: own.key, cert: own.leaf }),
      '“printer” is signed by itself, so that nobody vouches for it',
      /have its file sent to you in another way/,
    ],
    [
      'with a key of 1024 bits',
      () => weak.key,
      'its key or its signature, or one above it, is too weak',
      /a certificate with a key of at least 2048 bits and SHA-256/,
    ],
    [
      'signed with SHA-1',
      () => weak.signature,
      'its key or its signature, or one above it, is too weak',
      /a certificate with a key of at least 2048 bits and SHA-256/,
    ],
    ['that is for clients', () => weak.purpose, 'it is not meant for servers', /a certificate for servers/],
  ])('%s: HTTP and AMQP say so in the same words, for desk and command line, and send nothing', async (...row) => {
    const [, shown, reason, advice] = row
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { http, amqp, port, text } = await failuresAt(shown())
    expect(http).toMatchObject({ tag: 'tls-untrusted', origin: `https://127.0.0.1:${port}`, reason })
    expect(amqp).toMatchObject({ tag: 'tls-untrusted', origin: `127.0.0.1:${port}`, reason })
    for (const reader of ['terminal', 'desk'] as const) {
      for (const failure of [http, amqp]) expect(describeFailure(failure, reader).next).toMatch(advice)
    }
    expect(text).toBe('')
  })

  it.each([
    ['TLSv1.3', 'it wants a client certificate, and Parcel Desk has them for brokers only'],
    ['TLSv1.2', 'no encrypted connection could be agreed on; perhaps it wants a client certificate'],
  ] as const)('is one thing, a client’s that is wanted another: by %s HTTP says so', async (maxVersion, reason) => {
    const tls = {
      key: firm.key,
      cert: firm.chain,
      ca: firm.root,
      requestCert: true,
      rejectUnauthorized: true,
      maxVersion,
    }
    const server = createServer(tls, (socket) => void socket.on('error', () => undefined))
    server.on('tlsClientError', () => undefined)
    const port = await listenHere(server)
    onTestFinished(() => void server.close())
    const http = createHttp({ extraCa: firm.root })
    onTestFinished(() => http.close())
    const failure = await failureThrown(http.request(get(`https://127.0.0.1:${port}/`), MAX_BYTES))
    expect(failure).toMatchObject({ tag: 'service-unreachable', reason: expect.stringContaining(reason) })
    expect(describeFailure(failure).next).toBe('Ask whoever runs that server whether it can do without.')
  })

  it('is accepted with the chain whole and its root known', async () => {
    const shown = { key: firm.key, cert: firm.chain, known: firm.root }
    const server = await serveShown(shown)
    const failure = await failureThrown(consume({ host: '127.0.0.1', port: server.port }, firm.root))
    // It speaks no AMQP: that is all that is wrong with it.
    expect(failure.tag).not.toBe('tls-untrusted')
    expect(server.text).toMatch(/^AMQP/)
  })

  it('of a proxy that opens what it passes on is said to be possibly that', async () => {
    const server = await serveShown({ key: firm.key, cert: firm.chain })
    const proxy = await startConnectProxy({ targetPort: () => server.port })
    const findWays = () => Promise.resolve(readScriptAnswer(`PROXY ${proxy.place}`, 'here'))
    const network = createNetwork({ findWays })
    const through = `; the connection leads through the proxy ${proxy.place}, which may be opening it on its way`
    const reason = `“Aurora broker” was issued in the end by “Aurora Root” (Aurora Grain AG), which is not known here${through}`
    const http = createHttp({}, network)
    onTestFinished(() => http.close())
    const host = 'mq.parcel-desk.invalid'
    const failures = [
      await failureThrown(http.request(get(`https://${host}/`), MAX_BYTES)),
      await failureThrown(consume({ host, port: 5671 }, undefined, createAmqpLink({ network }))),
    ]
    for (const failure of failures) {
      expect(failure).toMatchObject({ tag: 'tls-untrusted', reason })
      expect(describeFailure(failure).next).toContain('If your company inspects encrypted connections')
    }
    expect(server.text).toBe('')
  })
})
