import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { EVERY_ENTRY } from '../../../src/main/desk/feed/environment-feed.ts'
import type { BrokerAccount } from '../../../src/engine/accounts/broker-passwords.ts'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import type { Input } from '../../../src/shared/contract/contract.ts'
import {
  type FeedDesk,
  type FeedService,
  followCustomer,
  openFeedDesk,
  saveRule,
  startFeedService,
} from '../../support/feed-desk.ts'
import { privateCa } from '../../support/private-ca.ts'
import { statusMessages } from '../../support/status-messages.ts'
import { policyOf } from '../../support/test-policy.ts'
import { tempFolder } from '../../support/temp-folder.ts'

let feed: FeedService
let desk: FeedDesk
/** What dialogs return, in order; closed when nothing is left. */
let answers: string[]
beforeEach(async () => {
  feed = await startFeedService()
  onTestFinished(feed.close)
  answers = []
  const answer = (): Promise<string | undefined> => Promise.resolve(answers.shift())
  const nothing = (): Promise<void> => Promise.resolve()
  const dialogs = { chooseFolder: answer, chooseFile: answer, chooseNewFile: answer }
  const folders = { ...dialogs, open: nothing, showInFolder: nothing, drag: nothing }
  desk = await openFeedDesk(feed, { ports: { clock: createSystemClock(), folders } })
})

const broker = (change: Partial<Input<'feeds.saveBroker'>> = {}): Input<'feeds.saveBroker'> => ({
  sessionId: desk.sessionId,
  brokerId: null,
  name: ' ',
  hosts: [' mq.example ', ''],
  usesTls: true,
  virtualHost: '/',
  queue: 'q',
  username: 'desk',
  heartbeatSeconds: 15,
  prefetch: 100,
  password: 'pw',
  keepsPassword: false,
  caFileId: null,
  certificateFileId: null,
  keyFileId: null,
  ...change,
})

const ACCOUNT: BrokerAccount = {
  environment: 'test',
  username: 'desk',
  virtualHost: '/',
  usesTls: true,
  hosts: [{ host: 'mq.example', port: 5671 }],
}

describe('a broker', () => {
  it('is stored as entered, trimmed, and named after its host where it has no name', async () => {
    answers = ['/certificates/company.pem']
    const chosen = await desk.call('feeds.chooseFile', { kind: 'ca' })
    const { brokers } = await desk.call('feeds.saveBroker', broker({ caFileId: chosen?.fileId ?? '' }))
    expect(brokers).toMatchObject([
      { name: 'mq.example', hosts: ['mq.example'], password: 'this-session', caFileName: 'company.pem' },
    ])
  })

  it('is connected to again where its certificate was chosen again, although the file has the same name', async () => {
    const folder = await tempFolder()
    const [certificate, key] = [join(folder, 'desk.crt'), join(folder, 'desk.key')]
    const choose = async (kind: 'certificate' | 'key', path: string): Promise<string> => {
      answers = [path]
      return (await desk.call('feeds.chooseFile', { kind }))?.fileId ?? ''
    }
    await Promise.all([writeFile(certificate, 'x'), writeFile(key, 'x')])
    const chosen = {
      certificateFileId: await choose('certificate', certificate),
      keyFileId: await choose('key', key),
    }
    const entered = broker({ hosts: ['127.0.0.1:1'], ...chosen })
    const brokerId = (await desk.call('feeds.saveBroker', entered)).brokers[0]?.brokerId ?? ''
    const { sessionId } = desk
    await desk.call('feeds.follow', { sessionId, customers: [{ customerId: feed.customerId, brokerId }] })
    await desk.call('feeds.switchOn', { sessionId, hasReadWarning: true })
    await expect.poll(desk.queueState).toBe('refused')
    const issued = await privateCa(join(folder, 'issued'))
    await Promise.all([writeFile(certificate, issued.cert), writeFile(key, issued.key)])
    const again = { brokerId, password: null, certificateFileId: await choose('certificate', certificate) }
    await desk.call('feeds.saveBroker', { ...entered, ...again, keyFileId: null })
    await expect.poll(desk.queueState).toBe('waiting')
  })

  it('keeps its password where none is entered', async () => {
    const [added] = (await desk.call('feeds.saveBroker', broker({ keepsPassword: true }))).brokers
    const changed = { brokerId: added?.brokerId ?? '', password: null, keepsPassword: true, queue: 'other' }
    const { brokers } = await desk.call('feeds.saveBroker', broker(changed))
    expect(brokers).toMatchObject([{ queue: 'other', password: 'kept' }])
    expect(await desk.desk.engine.accounts.brokers.read(ACCOUNT)).toBe('pw')
  })

  it('that is removed takes its password with it and leaves its customers followed', async () => {
    const [added] = (await desk.call('feeds.saveBroker', broker({ keepsPassword: true }))).brokers
    const brokerId = added?.brokerId ?? ''
    await desk.call('feeds.follow', {
      sessionId: desk.sessionId,
      customers: [{ customerId: feed.customerId, brokerId }],
    })
    const view = await desk.call('feeds.removeBroker', { sessionId: desk.sessionId, brokerId })
    expect(view).toMatchObject({
      brokers: [],
      followed: [{ customerId: feed.customerId, brokerId: null, queue: null }],
    })
    await expect(desk.desk.engine.accounts.brokers.read(ACCOUNT)).rejects.toThrow(/no password/)
  })

  it('that the organisation has set cannot be removed, and its password stays', async () => {
    const policy = policyOf({ StreamUrl: 'amqps://desk@mq.example/parcels' })
    const managed = await openFeedDesk(feed, { ports: { policy } })
    const [firms] = (await managed.view()).brokers
    const brokerId = firms?.brokerId ?? ''
    const { sessionId } = managed
    const address = { hosts: ['mq.example:5671'], virtualHost: 'parcels' }
    await managed.call('feeds.saveBroker', broker({ sessionId, brokerId, kind: 'stream', ...address }))
    const removed = managed.call('feeds.removeBroker', { sessionId, brokerId })
    await expect(removed).rejects.toThrow(/^feeds.removeBroker: set-by-organisation: Removing “mq.example:5671”/)
    expect((await managed.view()).brokers).toMatchObject([{ brokerId, password: 'this-session' }])
  })

  it.each([
    ['no host', { hosts: [' '] }],
    ['a host that is an address with a password', { hosts: ['amqp://user:S3cret@mq.example'] }],
    ['no encryption to another computer (W-L7)', { hosts: ['127.0.0.1', 'mq.example'], usesTls: false }],
    ['no queue', { queue: ' ' }],
    ['no user', { username: '' }],
    ['an id that nobody gave out', { brokerId: 'unknown' }],
    ['a file that nobody chose', { caFileId: '/etc/passwd' }],
  ])('with %s is refused, and nothing is kept', async (_what, change) => {
    const asked = desk.call('feeds.saveBroker', broker(change))
    await expect(asked).rejects.toThrow(/^feeds.saveBroker: bad-usage: (?!.*S3cret)/)
    expect((await desk.view()).brokers).toEqual([])
  })

  it('with a queue for each customer is tested with one that is followed', async () => {
    const { keepsPassword: _kept, ...typed } = broker({ queue: 'q {customerId}', hosts: ['127.0.0.1:1'] })
    const input = { ...typed, testId: 't', customerId: null }
    const reply = await desk.desk.router.answer('connections.testQueue', input)
    expect(reply).toMatchObject({ isOk: false, failure: { next: expect.stringContaining('Followed customers') } })
    const { steps } = await desk.call('connections.testQueue', { ...input, customerId: feed.customerId })
    expect(steps.map(({ state }) => state)).toEqual(['failed', 'skipped', 'skipped', 'skipped', 'skipped'])
    expect(steps.at(-1)?.title).toBe(`Find the queue “q ${feed.customerId}”`)
  })

  it('is not even tested where the organisation forbids the queue', async () => {
    await desk.setPolicy({ queueForbidden: true })
    const { keepsPassword: _kept, ...typed } = broker()
    const input = { ...typed, testId: 't', customerId: null }
    const reply = await desk.desk.router.answer('connections.testQueue', input)
    expect(reply).toMatchObject({ isOk: false, failure: { tag: 'queue-forbidden' } })
  })
})

describe('the followed customers', () => {
  it('are the service’s, by their names', async () => {
    const { sessionId } = desk
    const stranger = '00000000-0000-4000-8000-000000000000'
    const asked = desk.call('feeds.follow', { sessionId, customers: [{ customerId: stranger, brokerId: null }] })
    await expect(asked).rejects.toThrow(/not in the list of the service/)
    await followCustomer(desk, feed)
    const [first] = feed.data.counterparties
    expect((await desk.view()).followed).toMatchObject([{ ...first, brokerId: null, queue: null }])
    const gone = desk.call('feeds.follow', {
      sessionId,
      customers: [{ customerId: feed.customerId, brokerId: 'gone' }],
    })
    await expect(gone).rejects.toThrow(/This broker no longer exists/)
  })

  it('give their names to entries that have only an id (T44)', async () => {
    await followCustomer(desk, feed)
    const store = desk.desk.engine.feed('test')
    const [body = ''] = statusMessages(1)
    const named = body.replace('c0000000-0000-4000-8000-000000000001', feed.customerId)
    store.add([{ source: 'queue', body: Buffer.from(named), isRedelivered: false, seenAt: new Date().toISOString() }])
    const { customerName } = feed.data.counterparties[0] ?? {}
    expect((await desk.inbox()).entries).toMatchObject([{ customerName, shipmentRef: null }])
    const { customers } = await desk.call('inbox.facets', { sessionId: desk.sessionId })
    expect(customers).toEqual([{ value: feed.customerId, label: customerName, count: 1 }])
  })
})

describe('where the broker of the organisation cannot be understood', () => {
  it('no other can be entered, and the queue for this desk only stays', async () => {
    await desk.setPolicy({ streamUrl: 'mq.firm.example' })
    await desk.view()
    await expect(desk.call('feeds.saveBroker', broker({ kind: 'stream' }))).rejects.toThrow('set-by-organisation')
    const { brokers } = await desk.call('feeds.saveBroker', broker())
    expect(brokers).toMatchObject([{ kind: 'queue' }])
  })
})

describe('a pause of notifications', () => {
  it('ends automatically or on request', async () => {
    const { pausedUntil } = await desk.call('feeds.pauseAlerts', { sessionId: desk.sessionId, minutes: 60 })
    const leftMs = Date.parse(pausedUntil ?? '') - Date.now()
    expect(Math.round(leftMs / 60_000)).toBe(60)
    expect(await desk.call('feeds.pauseAlerts', { sessionId: desk.sessionId, minutes: 0 })).toMatchObject({
      pausedUntil: null,
    })
  })
})

describe('a rule', () => {
  it('shows its folder, and is gone once removed', async () => {
    answers = [desk.folder]
    await saveRule(desk, ['issued'])
    const [rule] = (await desk.view()).rules
    expect(rule).toMatchObject({ folder: desk.folder, isFolderThere: false, states: ['issued'] })
    const view = await desk.call('feeds.removeRule', { sessionId: desk.sessionId, ruleId: rule?.ruleId ?? '' })
    expect(view.rules).toEqual([])
  })

  it('with an invalid pattern, or a folder that no one chose, is refused', async () => {
    const conflict = 'skip' as const
    const fields = { name: 'x', isOn: true, customers: [], states: ['issued'], docTypes: [], conflict }
    const save = (change: { folderId: string; pattern: string }): Promise<unknown> =>
      desk.call('feeds.saveRule', { sessionId: desk.sessionId, ruleId: null, ...fields, ...change })
    await expect(save({ folderId: '/etc', pattern: '{name}' })).rejects.toThrow(/bad-usage/)
    answers = [desk.folder]
    const chosen = await desk.call('saving.chooseFolder', {})
    await expect(save({ folderId: chosen?.folderId ?? '', pattern: '{nonsense}' })).rejects.toThrow(/bad-usage/)
    expect((await desk.view()).rules).toEqual([])
  })
})

describe('the inbox', () => {
  const fill = (): void => {
    const store = desk.desk.engine.feed('test')
    const bodies = [...statusMessages(2), '=no message']
    const seenAt = new Date().toISOString()
    store.add(bodies.map((body) => ({ source: 'queue', body: Buffer.from(body), isRedelivered: false, seenAt })))
  }

  it('reports to every page what was marked, and what an undo changes back', async () => {
    fill()
    const { sessionId } = desk
    const [last, middle] = (await desk.inbox()).entries.map(({ entryId }) => entryId)
    const entryIds = [last ?? 0, middle ?? 0]
    await desk.call('inbox.mark', { sessionId, entryIds: [last ?? 0], change: { isDone: true } })
    const marked = await desk.call('inbox.mark', { sessionId, entryIds, change: { isDone: true } })
    expect(marked).toMatchObject({ changed: [middle], counts: { total: 3, done: 2, unread: 1 } })
    await expect
      .poll(() => desk.events.findLast(({ name }) => name === 'inbox.changed')?.payload)
      .toEqual({ environment: 'test', counts: marked.counts, newest: last })
    const all = await desk.call('inbox.markAll', { sessionId, filter: EVERY_ENTRY, change: { isDone: false } })
    expect(all.changed).toHaveLength(2)
    expect(all.counts).toMatchObject({ done: 0, unread: 3 })
  })

  it('snoozes entries and keeps notes, in every list and in the table', async () => {
    fill()
    const { sessionId } = desk
    const [last, middle] = (await desk.inbox()).entries.map(({ entryId }) => entryId)
    const entryIds = [last ?? 0]
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expect(await desk.call('inbox.snooze', { sessionId, entryIds, until })).toMatchObject({
      changed: entryIds,
      counts: { total: 3, unread: 2, snoozed: 1 },
    })
    const snoozed = { sessionId, filter: { ...EVERY_ENTRY, show: 'snoozed' as const }, before: null, count: 10 }
    expect(await desk.call('inbox.page', snoozed)).toMatchObject({ count: 1, entries: [{ snoozedUntil: until }] })
    const past = { sessionId, entryIds, until: '2020-01-01T08:00:00.000Z' }
    await expect(desk.call('inbox.snooze', past)).rejects.toThrow(/not in the next two years/)
    const note = '<img src=x onerror=alert(1)>\n=1+1'
    expect(await desk.call('inbox.note', { sessionId, entryId: middle ?? 0, text: note })).toEqual({ before: null })
    expect((await desk.call('inbox.read', { sessionId, entryId: middle ?? 0 })).entry.note).toBe(note)
    expect(await desk.call('inbox.note', { sessionId, entryId: middle ?? 0, text: ' ' })).toEqual({ before: note })
    await expect(desk.call('inbox.note', { sessionId, entryId: 999, text: note })).rejects.toThrow(/no such entry/)
  })

  it('shows a message as received', async () => {
    fill()
    const [unreadable, second] = (await desk.inbox()).entries
    const { sessionId } = desk
    expect(await desk.call('inbox.read', { sessionId, entryId: unreadable?.entryId ?? 0 })).toMatchObject({
      raw: '=no message',
      entry: { isReadable: false, reason: expect.any(String) },
    })
    const read = await desk.call('inbox.read', { sessionId, entryId: second?.entryId ?? 0 })
    expect(JSON.parse(read.raw)).toMatchObject({ setId: read.entry.setId })
    await expect(desk.call('inbox.read', { sessionId, entryId: 999 })).rejects.toThrow(/no such entry/)
  })

  it('is written as a table for spreadsheets, in which nothing runs as a formula (T21)', async () => {
    fill()
    const file = join(desk.root, 'inbox.csv')
    const { sessionId } = desk
    expect(await desk.call('inbox.export', { sessionId, filter: EVERY_ENTRY, format: 'csv' })).toEqual({
      file: null,
      entries: 0,
    })
    answers = [file]
    const filter = { ...EVERY_ENTRY, kinds: ['queue' as const] }
    expect(await desk.call('inbox.export', { sessionId, filter, format: 'csv' })).toMatchObject({
      file: { name: 'inbox.csv', folder: desk.root },
      entries: 2,
    })
    const text = await readFile(file, 'utf8')
    expect(text.startsWith('\uFEFFSeen,Source,')).toBe(true)
    expect(text.split('\r\n')).toHaveLength(4)
  })
})
