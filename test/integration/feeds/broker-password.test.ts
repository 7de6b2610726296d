import { createServer } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createAmqpLink } from '../../../src/adapters/amqp/amqp-link.ts'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import type { Input } from '../../../src/shared/contract/contract.ts'
import { type FeedDesk, type FeedService, openFeedDesk, startFeedService } from '../../support/feed-desk.ts'
import { listenHere } from '../../support/listen-here.ts'
import { createMemorySecrets } from '../../support/memory-secrets.ts'
import { policyOf } from '../../support/test-policy.ts'

const PASSWORD = 'AMQPSECRET-777'

/** Listens like a stranger’s broker, which requests the password like any broker. */
async function startEvilBroker(): Promise<{ port: number; received(): string; connections(): number }> {
  const chunks: Buffer[] = []
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => void chunks.push(chunk))
    socket.write(connectionStart())
  })
  const port = await listenHere(server)
  onTestFinished(() => {
    server.close()
  })
  return {
    port,
    received: () => Buffer.concat(chunks).toString('latin1'),
    connections: () => connections,
  }
}

/** The first frame of a broker: AMQP 0-9, the PLAIN mechanism. */
function connectionStart(): Buffer {
  const longText = (text: string): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(text.length)
    return Buffer.concat([length, Buffer.from(text)])
  }
  const method = Buffer.from([0, 10, 0, 10, 0, 9, 0, 0, 0, 0])
  const body = Buffer.concat([method, longText('PLAIN'), longText('en_US')])
  const head = Buffer.alloc(7)
  head.writeUInt8(1)
  head.writeUInt32BE(body.length, 3)
  return Buffer.concat([head, body, Buffer.of(0xce)])
}

let feed: FeedService
let desk: FeedDesk
let keychain: ReturnType<typeof createMemorySecrets>
beforeEach(async () => {
  feed = await startFeedService()
  onTestFinished(feed.close)
  keychain = createMemorySecrets()
  // Or a change to no encryption would be refused before it comes to the password.
  const policy = policyOf({ PlainAmqpAllowed: true })
  const ports = { clock: createSystemClock(), link: createAmqpLink(), secrets: keychain, policy }
  desk = await openFeedDesk(feed, { ports })
})

type Broker = Input<'feeds.saveBroker'>

const known = (): Broker => ({
  sessionId: desk.sessionId,
  brokerId: null,
  name: 'Bank',
  hosts: ['mq.bank.invalid:5671'],
  usesTls: true,
  virtualHost: '/',
  queue: 'q',
  username: 'opsmq',
  heartbeatSeconds: 15,
  prefetch: 100,
  password: PASSWORD,
  keepsPassword: true,
  caFileId: null,
  certificateFileId: null,
  keyFileId: null,
})

/** What a hijacked page would call; returns the state of the queue. */
async function takeFrom(broker: Broker): Promise<{ password: string | undefined; sentence: string }> {
  const { sessionId } = desk
  const view = await desk.call('feeds.saveBroker', broker)
  const [entered] = view.brokers.slice(-1)
  const customers = [{ customerId: feed.customerId, brokerId: entered?.brokerId ?? '' }]
  await desk.call('feeds.follow', { sessionId, customers })
  await desk.call('feeds.switchOn', { sessionId, hasReadWarning: true })
  const sentence = async (): Promise<string> => (await desk.view()).followed[0]?.queue?.sentence ?? ''
  await expect.poll(sentence).toContain('no password')
  return { password: entered?.password, sentence: await sentence() }
}

describe('the password of a broker', () => {
  it.each<[string, (port: number) => Partial<Broker>]>([
    ['another host, in the clear', (port) => ({ hosts: [`127.0.0.1:${port}`], usesTls: false })],
    ['another host', (port) => ({ hosts: [`127.0.0.1:${port}`] })],
    ['a host more', (port) => ({ hosts: [`127.0.0.1:${port}`, 'mq.bank.invalid:5671'] })],
    ['no encryption', () => ({ usesTls: false })],
    ['another user', () => ({ username: 'other' })],
    ['another virtual host', () => ({ virtualHost: 'other' })],
  ])('never follows its connection to %s', async (_what, change) => {
    const evil = await startEvilBroker()
    const [first] = (await desk.call('feeds.saveBroker', known())).brokers
    const changed = { ...known(), brokerId: first?.brokerId ?? '', password: null, ...change(evil.port) }
    const { password } = await takeFrom(changed)
    expect(password).toBe('none')
    expect(evil.connections()).toBe(0)
    expect(evil.received()).not.toContain(PASSWORD)
    // It is stored nowhere, so changing back does not bring it out either.
    const back = await desk.call('feeds.saveBroker', { ...known(), brokerId: first?.brokerId ?? '', password: null })
    expect(back.brokers).toMatchObject([{ password: 'none' }])
  })

  it.each<[string, (port: number) => Partial<Broker>]>([
    ['another host', (port) => ({ hosts: [`127.0.0.1:${port}`], usesTls: false })],
    ['a host more', (port) => ({ hosts: [`127.0.0.1:${port}`, 'mq.bank.invalid:5671'] })],
  ])('never follows a test of its connection to %s', async (_what, change) => {
    const evil = await startEvilBroker()
    const [first] = (await desk.call('feeds.saveBroker', known())).brokers
    const { keepsPassword: _kept, ...form } = { ...known(), ...change(evil.port) }
    const input = { ...form, testId: 't', brokerId: first?.brokerId ?? '', password: null, customerId: null }
    const reply = await desk.desk.router.answer('connections.testQueue', input)
    expect(reply).toMatchObject({ isOk: false, failure: { tag: 'no-credentials', next: 'Type the password.' } })
    expect(evil.connections()).toBe(0)
    // The test has changed nothing: what is kept stays with its own connection.
    expect((await desk.view()).brokers).toMatchObject([{ password: 'kept' }])
  })

  it('is not shared with another connection that leads elsewhere', async () => {
    const evil = await startEvilBroker()
    await desk.call('feeds.saveBroker', known())
    const second = { ...known(), hosts: ['mq.bank.invalid:5671', `127.0.0.1:${evil.port}`], password: null }
    expect((await takeFrom(second)).password).toBe('none')
    expect(evil.connections()).toBe(0)
  })

  it('goes to the host that it was entered for', async () => {
    const evil = await startEvilBroker()
    await desk.call('feeds.saveBroker', known())
    const entered = { ...known(), hosts: [`127.0.0.1:${evil.port}`], usesTls: false, password: 'entered for it' }
    const { sessionId } = desk
    const view = await desk.call('feeds.saveBroker', entered)
    const customers = [{ customerId: feed.customerId, brokerId: view.brokers[1]?.brokerId ?? '' }]
    await desk.call('feeds.follow', { sessionId, customers })
    await desk.call('feeds.switchOn', { sessionId, hasReadWarning: true })
    await expect.poll(evil.received).toContain('entered for it')
    expect(evil.received()).not.toContain(PASSWORD)
  })

  it('that the keychain has lost is not shown as kept', async () => {
    const [first] = (await desk.call('feeds.saveBroker', known())).brokers
    expect(first?.password).toBe('kept')
    keychain.secrets.clear()
    const { sentence } = await takeFrom({ ...known(), brokerId: first?.brokerId ?? '', password: null })
    expect(sentence).toContain('There is no password for opsmq at mq.bank.invalid')
    await expect.poll(async () => (await desk.view()).brokers[0]?.password).toBe('none')
  })
})
