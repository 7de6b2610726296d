import { mkdirSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createSystemClock } from '../../../../src/adapters/system-clock.ts'
import { createLogger } from '../../../../src/engine/base/logger.ts'
import { createFeedSettings, type StoredBroker } from '../../../../src/engine/feed/feed-settings.ts'
import { createFeedStore } from '../../../../src/engine/feed/inbox/inbox-store.ts'
import { createStreamGaps } from '../../../../src/engine/feed/stream/stream-gaps.ts'
import { createStreamPlaces, hashOfBody } from '../../../../src/engine/feed/stream/stream-places.ts'
import { fixedPolicy } from '../../../../src/engine/policy/open-policy.ts'
import { openDatabase } from '../../../../src/engine/storage/database.ts'
import { FEED_SCHEMA } from '../../../../src/engine/storage/schema.ts'
import { createSupportBundle, type SupportSources } from '../../../../src/engine/support/support-bundle.ts'
import { createQuickClock } from '../../../support/quick-clock.ts'
import { readBundle } from '../../../support/read-bundle.ts'
import { statusMessage } from '../../../support/status-messages.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

const CHECK_PROGRAM = new URL('../../../../src/engine/support/database-check-worker.ts', import.meta.url)

const STORED_BROKER: StoredBroker = {
  brokerId: 'b1',
  kind: 'stream',
  name: 'Firm',
  hosts: ['mq.example'],
  usesTls: true,
  virtualHost: '/',
  queue: 'parcels.{customerId}',
  username: 'ops',
  heartbeatSeconds: 10,
  prefetch: 2_000,
  isPasswordKept: true,
  caFile: null,
  certificateFile: null,
  keyFile: null,
}

async function bundleOf(dataDir: string, changed: Partial<SupportSources> = {}) {
  const logger = createLogger({ write: () => undefined })
  logger.addSecret('hunter2-canary')
  const { zip, parts } = await createSupportBundle({
    logger,
    clock: createSystemClock(),
    dataDir,
    logDir: join(dataDir, 'logs'),
    crashes: { list: () => [] },
    versions: () => [{ name: 'Parcel Desk', version: '1.2.3' }],
    policy: fixedPolicy().current,
    jobs: () => [{ jobId: 'j1' }],
    feeds: undefined,
    probe: undefined,
    checkProgram: undefined,
    clockDifferences: [{ service: 'exchange.example', aheadMs: 7_200_000, measuredAt: '2026-11-20T10:00:00.000Z' }],
    ...changed,
  })
  const files = readBundle(zip)
  const read = (name: string): unknown => JSON.parse(files.get(name) ?? '"missing"')
  return { files, read, failures: new Map(parts.map(({ name, failure }) => [name, failure])) }
}

function makeDatabase(file: string): void {
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE t (a TEXT); PRAGMA user_version=7')
  const insert = database.prepare('INSERT INTO t VALUES (?)')
  for (let row = 0; row < 500; row += 1) insert.run('x'.repeat(100))
  database.close()
}

describe('a support bundle', () => {
  it('has a file for each part, and says what it could not collect', async () => {
    const dataDir = await tempFolder()
    mkdirSync(join(dataDir, 'test'))
    writeFileSync(join(dataDir, 'settings.json'), '{"concurrency":4,"note":"hunter2-canary"}')
    makeDatabase(join(dataDir, 'test', 'ledger.sqlite'))
    const { files, read, failures } = await bundleOf(dataDir)
    expect([...files.keys()].toSorted()).toEqual([
      'contents.json',
      'crashes.json',
      'data-folder.json',
      'databases.json',
      'feeds.json',
      'jobs.json',
      'network.json',
      'policy.json',
      'settings.json',
      'versions.json',
    ])
    expect(read('settings.json')).toEqual({ 'settings.json': { concurrency: 4, note: '[redacted]' } })
    expect(read('databases.json')).toEqual([
      { file: 'test/ledger.sqlite', bytes: expect.any(Number), version: 7, integrity: ['ok'] },
    ])
    expect(read('jobs.json')).toEqual([{ jobId: 'j1' }])
    expect(read('data-folder.json')).toMatchObject({ isWritable: true, freeBytes: expect.any(Number) })
    expect([...failures].filter(([, failure]) => failure !== null)).toEqual([['network', 'this host cannot look']])
    expect(read('feeds.json')).toEqual([])
    expect(read('contents.json')).toMatchObject({
      clockDifferences: [{ service: 'exchange.example', aheadMs: 7_200_000 }],
    })
  })

  it.each([
    ['on its own thread', CHECK_PROGRAM],
    ['on this thread', undefined],
  ])('finds a damaged database %s, and leaves the jobs in it alone', async (_where, checkProgram) => {
    const dataDir = await tempFolder()
    mkdirSync(join(dataDir, 'production'))
    const ledger = join(dataDir, 'production', 'ledger.sqlite')
    makeDatabase(ledger)
    writeFileSync(join(dataDir, 'production', 'sets.sqlite'), 'no database at all'.repeat(100))
    const file = await open(ledger, 'r+')
    await file.write(Buffer.alloc(4_096, 0xee), 0, 4_096, 3 * 4_096)
    await file.close()
    const jobs = (): never => {
      throw new Error('the ledger was opened')
    }
    const { read, failures } = await bundleOf(dataDir, { jobs, checkProgram })
    expect(read('databases.json')).toMatchObject([
      { file: 'production/ledger.sqlite', integrity: expect.not.arrayContaining(['ok']) },
      { file: 'production/sets.sqlite', version: null, integrity: [expect.stringContaining('not a database')] },
    ])
    expect(failures.get('jobs')).toBe('production/ledger.sqlite is damaged')
  })

  it('has unreadable settings as they are, and is made without a data folder too', async () => {
    const dataDir = await tempFolder()
    writeFileSync(join(dataDir, 'settings.json'), '{"password": "something-else",')
    const { files, read } = await bundleOf(dataDir)
    expect(read('settings.json')).toMatchObject({ 'settings.json': { failure: expect.stringContaining('JSON') } })
    expect(files.get('settings.json')).not.toContain('something-else')
    writeFileSync(join(dataDir, 'settings.json'), '{"proxyPassword": hunter2 }')
    expect((await bundleOf(dataDir)).files.get('settings.json')).not.toContain('hunter')
    const gone = await bundleOf(join(dataDir, 'gone'))
    expect(gone.failures.get('data-folder')).toContain('ENOENT')
    expect(gone.read('databases.json')).toEqual([])
  })

  it('says of each server of settings and policy its addresses, the proxy that leads there and its certificates, or why not', async () => {
    const dataDir = await tempFolder()
    mkdirSync(join(dataDir, 'test'))
    const profiles = [{ baseUrl: 'https://exchange.example/v3' }, { baseUrl: 'http://127.0.0.1:80/v3' }]
    writeFileSync(join(dataDir, 'profiles.json'), JSON.stringify({ profiles }))
    const brokers = [{ hosts: ['mq.example', 'mq2.example:5999'], usesTls: true }]
    writeFileSync(join(dataDir, 'test', 'feed.json'), JSON.stringify({ brokers }))
    const chain = [{ subject: 'CN=exchange.example', issuer: 'CN=Firm CA', validFrom: 'a', validUntil: 'b' }]
    const probe: SupportSources['probe'] = {
      addresses: (host) =>
        host === 'mq.example'
          ? Promise.reject(new Error(`getaddrinfo ENOTFOUND ${host}`))
          : Promise.resolve(['10.0.0.7']),
      waysTo: ({ port }) => Promise.resolve(port === 80 ? ['direct'] : ['proxy.example:8080', 'direct']),
      certificates: ({ host, port }) =>
        host === 'mq.example'
          ? Promise.reject(new Error(`connect ECONNREFUSED ${host}:${port}`))
          : Promise.resolve({ protocol: 'TLSv1.3', fault: null, chain }),
    }
    const shown = { protocol: 'TLSv1.3', fault: null, chain }
    const values = {
      StreamUrl: 'amqps://desk@firm-mq.example/parcels',
      ConnectionList: [{ name: 'Aurora', environment: 'test', address: 'https://managed.example/v3' }],
    }
    const policy = fixedPolicy([{ source: 'machine', place: 'the test', content: { values } }]).current
    const { read } = await bundleOf(dataDir, { probe, policy })
    const addresses = ['10.0.0.7']
    const ways = ['proxy.example:8080', 'direct']
    expect(read('network.json')).toEqual([
      { address: 'https://managed.example', addresses, ways, certificates: shown },
      { address: 'amqps://firm-mq.example', addresses, ways, certificates: shown },
      { address: 'https://exchange.example', addresses, ways, certificates: shown },
      { address: 'http://127.0.0.1', addresses, ways: ['direct'], certificates: null },
      {
        address: 'amqps://mq.example',
        addresses: { failure: 'getaddrinfo ENOTFOUND mq.example' },
        ways,
        certificates: { failure: 'connect ECONNREFUSED mq.example:5671' },
      },
      { address: 'amqps://mq2.example:5999', addresses, ways, certificates: shown },
    ])
  })

  it('has the feeds as they are stored where none runs, even while a desk has them open', async () => {
    const dataDir = await tempFolder()
    const settings = createFeedSettings(dataDir, 'test', () => undefined)
    settings.change({
      isOn: true,
      mode: 'streams',
      brokers: [STORED_BROKER],
      followed: [{ customerId: 'c1', customerName: 'Aurora Grain', brokerId: null }],
    })
    const database = openDatabase(join(dataDir, 'test', 'feed.sqlite'), FEED_SCHEMA, () => undefined)
    const seenAt = '2026-11-21T10:00:00.000Z'
    const body = Buffer.from(statusMessage(1))
    createFeedStore(database, 'test').add([{ source: 'stream', body, isRedelivered: false, seenAt }])
    createStreamPlaces(database).write('["/","parcels.c1"]', { offset: 41, bodyHash: hashOfBody(body) })
    createStreamGaps(database).add({ customerId: 'c1', at: seenAt, sentence: 'Something is missing.' })
    mkdirSync(join(dataDir, 'production'))
    writeFileSync(join(dataDir, 'production', 'feed.json'), '{"brokers": 7}')
    writeFileSync(join(dataDir, 'production', 'feed.sqlite'), 'no database at all')
    const values = { StreamUrl: 'amqps://desk@firm-mq.example/parcels' }
    const policy = fixedPolicy([{ source: 'machine', place: 'the test', content: { values } }]).current
    const { files, read, failures } = await bundleOf(dataDir, { policy })
    expect(failures.get('feeds')).toBeNull()
    const feeds = read('feeds.json')
    const health = { state: 'not known', sentence: 'not running here' }
    expect(feeds).toHaveLength(2)
    expect(feeds).toContainEqual(
      expect.objectContaining({
        environment: 'test',
        isOn: true,
        mode: 'streams',
        brokers: [
          {
            ...STORED_BROKER,
            hosts: ['firm-mq.example:5671'],
            virtualHost: 'parcels',
            // As in every log.
            username: '[redacted]',
          },
        ],
        followed: [{ customerId: 'c1', customerName: 'Aurora Grain', brokerId: null }],
        health,
        inbox: {
          lastMessage: expect.objectContaining({ seenAt, kind: 'stream' }),
          streamPlaces: [{ stream: '["/","parcels.c1"]', lastOffset: 41 }],
          gaps: [{ gapId: 1, customerId: 'c1', at: seenAt, sentence: 'Something is missing.' }],
        },
      }),
    )
    expect(feeds).toContainEqual({
      environment: 'production',
      failure: expect.stringContaining('cannot be read'),
      health,
      inbox: { failure: expect.stringContaining('not a database') },
    })
    expect(files.get('feeds.json')).not.toContain(body.toString())
    database.close()
  })

  it('does not wait for a part that never ends', async () => {
    const never = new Promise<never>(() => undefined)
    const { failures } = await bundleOf(await tempFolder(), { versions: () => never, clock: createQuickClock() })
    expect(failures.get('versions')).toBe('it took longer than 30 seconds')
  })

  it('has the ends of the logs, the newest lines of large ones, without secrets', async () => {
    const dataDir = await tempFolder()
    mkdirSync(join(dataDir, 'logs'))
    const lines = Array.from({ length: 30_000 }, (_, at) => `{"event":"${at}","said":"${'x'.repeat(80)}"}`)
    writeFileSync(join(dataDir, 'logs', 'desktop.log'), `${lines.join('\n')}\n{"said":"hunter2-canary"}\n`)
    writeFileSync(join(dataDir, 'logs', 'parcel-desk.log'), '{"event":"of the command line"}\n')
    const { files } = await bundleOf(dataDir)
    const log = files.get('logs/desktop.log') ?? ''
    expect(log).toContain('"event":"29999"')
    expect(log).not.toContain('"event":"0"')
    expect(log).toMatch(/\{"said":"\[redacted\]"\}\n$/)
    expect(files.get('logs/parcel-desk.log')).toBe('{"event":"of the command line"}\n')
  })
})
