import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAmqpLink } from '../../../src/adapters/amqp/amqp-link.ts'
import type { Link, LinkTarget } from '../../../src/engine/ports/link.ts'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { listenHere } from '../../support/listen-here.ts'
import { privateCa, type PrivateCa } from '../../support/private-ca.ts'
import { takeQueue } from '../../support/queue-taker.ts'
import { statusMessages } from '../../support/status-messages.ts'

let folder: string
let authority: PrivateCa
let ca: string
let broker: BorrowedBroker
let encrypted: Awaited<ReturnType<BorrowedBroker['listenWithTls']>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcel-desk-'))
  authority = await privateCa(folder)
  ca = await readFile(authority.caFile, 'utf8')
  const [certFile, keyFile] = [join(folder, 'leaf.crt'), join(folder, 'leaf.key')]
  broker = await borrowBroker()
  encrypted = await broker.listenWithTls({ caFile: authority.caFile, certFile, keyFile })
  await broker.declareQueue('parcels')
})
afterAll(async () => {
  await encrypted.close()
  await broker.stop()
  await rm(folder, { recursive: true, force: true })
})

const SOON = { interval: 20 }

function connect(target: Pick<LinkTarget, 'port'> & Partial<LinkTarget>): Promise<Link> {
  const usual = { host: '127.0.0.1', virtualHost: '/', username: 'guest', password: 'guest', queue: 'parcels' }
  const nobody = { delivered: () => undefined, blocked: () => undefined, lost: () => undefined }
  const limits = { heartbeatSeconds: 15, prefetch: 100, timeoutMs: 10_000 }
  return createAmqpLink().connect({ ...usual, ...limits, ...target }, nobody)
}

describe('a broker with a certificate of a private authority', () => {
  it('is consumed where the authority is known', async () => {
    const taker = await takeQueue({
      hosts: [{ host: '127.0.0.1', port: encrypted.port }],
      tls: () => Promise.resolve({ ca }),
    })
    await broker.publish('parcels', statusMessages(200))
    await expect.poll(() => taker.feed.counts().total, SOON).toBe(200)
    await taker.subscription.stop()
    expect(await broker.count('parcels')).toBe(0)
  })

  it('is not trusted without it, and the advice names the queue’s settings', async () => {
    const taker = await takeQueue({
      hosts: [{ host: '127.0.0.1', port: encrypted.port }],
      tls: () => Promise.resolve({}),
    })
    await expect.poll(() => taker.subscription.status().failure?.tag, SOON).toBe('tls-untrusted')
    expect(taker.subscription.status().sentence).toBe(
      `The certificate of 127.0.0.1:${encrypted.port} is not trusted: “127.0.0.1” was issued by “Private test CA” (Parcel Desk tests), which is not known here. Ask for the certificate authority of the broker and choose its file for the queue in Settings. It is tried again automatically.`,
    )
  })

  it('is not trusted where the environment disables certificate checks, and gets no password', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await failureThrown(connect({ port: encrypted.port, tls: {} }))).toMatchObject({ tag: 'tls-untrusted' })
  })

  it('answers a connection without encryption with the hint that it may want TLS', async () => {
    expect(await failureThrown(connect({ port: encrypted.port }))).toMatchObject({
      tag: 'service-unreachable',
      reason: 'it ended the connection before the login; it may want TLS',
    })
  })
})

describe('encryption', () => {
  it('at a port without it is refused before anything is sent', async () => {
    expect(await failureThrown(connect({ port: broker.port, tls: { ca } }))).toMatchObject({
      tag: 'service-unreachable',
      reason: 'nothing secure (TLS) answers on that port',
    })
  })

  it('with an invalid or mismatched certificate or key says so', async () => {
    const other = await privateCa(join(folder, 'other'))
    const { port, cert, key } = { port: encrypted.port, ...authority }
    expect(await failureThrown(connect({ port, tls: { ca, certificate: 'x', key: 'x' } }))).toMatchObject({
      message: 'A certificate or key of the queue is not in PEM form.',
    })
    expect(await failureThrown(connect({ port, tls: { ca, certificate: cert, key: other.key } }))).toMatchObject({
      message: 'The key of the queue does not belong to its certificate.',
    })
    const link = await connect({ port, tls: { ca, certificate: cert, key } })
    await link.close()
  })

  it('that requires a client certificate says so', async () => {
    const server = createServer({ ca, cert: authority.cert, key: authority.key, requestCert: true }, () => undefined)
    server.on('tlsClientError', () => undefined)
    const port = await listenHere(server)
    onTestFinished(() => void server.close())
    expect(await failureThrown(connect({ port, tls: { ca } }))).toMatchObject({
      tag: 'service-unreachable',
      reason: 'it wants a client certificate that it knows',
    })
  })
})
