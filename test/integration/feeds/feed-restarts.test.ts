import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { EVERY_ENTRY } from '../../../src/main/desk/feed/environment-feed.ts'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import type { DeskEvent } from '../../../src/shared/contract/contract.ts'
import { AppError } from '../../../src/shared/errors/app-error.ts'
import { composeDesk } from '../../support/composed-desk.ts'
import {
  type FeedDesk,
  type FeedService,
  followCustomer,
  type Login,
  openFeedDesk,
  openQueue,
  saveRule,
  signInAgain,
  startFeedService,
} from '../../support/feed-desk.ts'
import { createMemorySecrets } from '../../support/memory-secrets.ts'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { createQuickClock } from '../../support/quick-clock.ts'
import { filesBelow } from '../../support/temp-folder.ts'

const SECRET = 'S3cret-of-the-broker'
const SOON = { interval: 25 }

let broker: BorrowedBroker
beforeAll(async () => {
  broker = await borrowBroker()
})
afterAll(() => broker.stop())

let feed: FeedService
let queue: string
let secrets: ReturnType<typeof createMemorySecrets>
beforeEach(async () => {
  feed = await startFeedService()
  onTestFinished(feed.close)
  queue = await openQueue(broker, feed)
  secrets = createMemorySecrets()
})

const clock = createSystemClock()
const open = (parts: Parameters<typeof openFeedDesk>[1] = {}): Promise<FeedDesk> =>
  openFeedDesk(feed, { ...parts, ports: { clock, secrets, ...parts.ports } })

/** A desk that follows, takes messages, and has finished its first check. */
async function openLive(
  parts: Parameters<typeof openFeedDesk>[1] = {},
  login: Login = { username: 'guest', password: 'guest' },
): Promise<FeedDesk> {
  const desk = await open(parts)
  await followCustomer(desk, feed, { broker, ...login })
  await desk.call('feeds.switchOn', { sessionId: desk.sessionId, hasReadWarning: true })
  await expect.poll(desk.queueState, SOON).toBe('live')
  await expect.poll(async () => (await desk.checkOf())?.state, SOON).toBe('done')
  return desk
}

const numberOf = async (desk: FeedDesk): Promise<number> => (await desk.inbox()).count

describe('the next start', () => {
  it('takes messages before anyone signs in, and finds marks as they were', async () => {
    const first = await openLive()
    await broker.publish(queue, [feed.change(feed.sets[0], 'issued')])
    await expect.poll(() => numberOf(first), SOON).toBe(1)
    const [entry] = (await first.inbox()).entries
    await first.call('inbox.mark', {
      sessionId: first.sessionId,
      entryIds: [entry?.entryId ?? 0],
      change: { isRead: true },
    })
    await first.desk.stop()
    await broker.publish(queue, [feed.change(feed.sets[1], 'signed')])
    const second = await composeDesk({ clock, secrets }, first.root)
    await expect.poll(() => broker.count(queue), SOON).toBe(0)
    await expect.poll(() => second.notices.shown.length, SOON).toBe(1)
    expect((await second.call('desk.snapshot', {})).session).toBeNull()
    const sessionId = await signInAgain(second, feed)
    const { entries } = await second.call('inbox.page', { sessionId, filter: EVERY_ENTRY, before: null, count: 10 })
    expect(entries.map(({ isRead, newStatus }) => ({ isRead, newStatus }))).toEqual([
      { isRead: false, newStatus: 'Signed' },
      { isRead: true, newStatus: 'ISSUED' },
    ])
  })

  it(
    'brings back what was snoozed until meanwhile, with its note, and sums up what came during a pause',
    { tags: 'soak' },
    async () => {
      const first = await openLive()
      const { sessionId } = first
      await broker.publish(queue, [feed.change(feed.sets[0], 'issued')])
      await expect.poll(() => numberOf(first), SOON).toBe(1)
      await expect.poll(() => first.notices.shown.length, SOON).toBe(1)
      const entryId = (await first.inbox()).entries[0]?.entryId ?? 0
      const until = new Date(Date.now() + 3_600_000).toISOString()
      await first.call('inbox.note', { sessionId, entryId, text: 'ring the bank' })
      await first.call('inbox.snooze', { sessionId, entryIds: [entryId], until })
      await first.call('feeds.pauseAlerts', { sessionId, minutes: 30 })
      await broker.publish(queue, [feed.change(feed.sets[1], 'signed'), feed.change(feed.sets[2], 'signed')])
      await expect.poll(() => numberOf(first), SOON).toBe(3)
      await first.desk.stop()
      const ahead = { ...clock, now: () => new Date(Date.now() + 2 * 3_600_000) }
      const second = await composeDesk({ clock: ahead, secrets }, first.root)
      const titles = (): string[] => second.notices.shown.map(({ title, body }) => `${title} ${body}`)
      await expect
        .poll(titles, SOON)
        .toEqual([expect.stringMatching(/^TEST 2 parcels changed for .*: 2 signed .*back from a snooze/)])
      const session = await signInAgain(second, feed)
      const page = { sessionId: session, filter: EVERY_ENTRY, before: null, count: 10 }
      expect((await second.call('inbox.page', page)).entries).toMatchObject([
        { entryId: 4, isRead: false, note: 'ring the bank', snoozedUntil: until, newStatus: 'ISSUED' },
        { entryId: 3 },
        { entryId: 2 },
      ])
    },
  )

  it('sends a sign-in to the page in numbered order, although the feed emits events in response', async () => {
    const first = await openLive()
    await first.desk.stop()
    // With short gaps, the feed’s events are sent at once, within the event of the sign-in.
    const second = await composeDesk({ clock: createQuickClock(), secrets }, first.root)
    const events: DeskEvent[] = []
    second.desk.events.listen((event) => void events.push(event))
    const isLive = (): boolean =>
      events.some(({ name, payload }) => name === 'feeds.changed' && payload.health.state === 'live')
    await expect.poll(isLive, SOON).toBe(true)
    events.length = 0
    await signInAgain(second, feed)
    await expect.poll(() => events.map(({ name }) => name), SOON).toContain('feeds.changed')
    const numbers = events.map(({ number }) => number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  })

  it('asks for a password that was not kept, and continues once it is entered', async () => {
    const unavailable = (): Promise<never> =>
      Promise.reject(new AppError({ tag: 'keychain-unavailable', reason: 'none' }))
    const none = { read: () => Promise.resolve(undefined), write: unavailable, remove: unavailable }
    const first = await openLive({ ports: { secrets: none } })
    expect((await first.view()).brokers).toMatchObject([{ password: 'this-session' }])
    await first.desk.stop()
    const second = await open({ root: first.root, ports: { secrets: none } })
    await expect.poll(second.queueState, SOON).toBe('refused')
    const view = await second.view()
    expect(view.followed[0]?.queue?.sentence).toContain('Enter the password in Settings')
    expect(view.brokers).toMatchObject([{ password: 'none' }])
    expect(view.health.state).toBe('trouble')
    const [broken] = view.brokers
    if (broken === undefined) throw new Error('the broker is gone')
    const { password: _none, caFileName: _ca, certificateFileName: _certificate, keyFileName: _key, ...known } = broken
    const files = { caFileId: null, certificateFileId: null, keyFileId: null }
    const entered = { ...known, ...files, password: 'guest', keepsPassword: true, sessionId: second.sessionId }
    await second.call('feeds.saveBroker', entered)
    await expect.poll(second.queueState, SOON).toBe('live')
  })

  it('keeps the password only in the keychain: no file of the data folder and no line of the log contains it', async () => {
    await broker.addUser('desk', SECRET)
    const desk = await openLive({}, { username: 'desk', password: SECRET })
    expect([...secrets.secrets]).toEqual([
      [`Parcel Desk broker (test): desk at amqp://${broker.host}:${broker.port}//`, SECRET],
    ])
    expect((await desk.view()).brokers).toMatchObject([{ password: 'kept' }])
    await desk.desk.stop()
    const files = await filesBelow(desk.root)
    expect(files).toContain(join('data', 'test', 'feed.json'))
    for (const file of files) expect(await readFile(join(desk.root, file), 'latin1'), file).not.toContain(SECRET)
    expect(desk.logLines.join('\n')).not.toContain(SECRET)
    expect(JSON.stringify(desk.events)).not.toContain(SECRET)
  })

  it('saves what came while no one was signed in, once someone is', async () => {
    const first = await openLive()
    await mkdir(first.folder, { recursive: true })
    await saveRule(first, ['issued'])
    await first.desk.stop()
    await broker.publish(queue, [feed.change(feed.sets[0], 'issued')])
    const second = await composeDesk({ clock, secrets }, first.root)
    await expect.poll(() => broker.count(queue), SOON).toBe(0)
    const sessionId = await signInAgain(second, feed)
    const run = async () => {
      const { entries } = await second.call('inbox.page', { sessionId, filter: EVERY_ENTRY, before: null, count: 1 })
      return entries[0]?.ruleRuns[0]?.state
    }
    await expect.poll(run, SOON).toBe('saved')
  })

  it('resumes automatically what a rule was saving', async () => {
    const first = await openLive({ profile: 'desk' })
    await mkdir(first.folder, { recursive: true })
    await saveRule(first, ['issued'])
    const gate = feed.service.hold('document')
    await broker.publish(queue, [feed.change(feed.sets[0], 'issued')])
    await expect.poll(() => gate.waiting, SOON).toBeGreaterThan(0)
    const stopped = first.desk.stop()
    gate.open()
    await stopped
    const second = await composeDesk({ clock, secrets }, first.root)
    const saved = async () =>
      (await second.call('desk.snapshot', {})).jobs.map(({ state, failed }) => ({ state, failed }))
    await expect.poll(saved, SOON).toEqual([{ state: 'done', failed: 0 }])
    expect((await second.call('desk.snapshot', {})).session).toBeNull()
  })
})

describe('where the organisation forbids the queue', () => {
  it('no feed can be switched on, one that was on takes nothing, and checks continue', async () => {
    const first = await openLive()
    await first.desk.stop()
    await first.setPolicy({ queueForbidden: true })
    await broker.publish(queue, [feed.change(feed.sets[0], 'issued')])
    const second = await open({ root: first.root })
    const view = await second.view()
    expect(view).toMatchObject({ isOn: true, health: { state: 'off' } })
    expect(view.forbiddenBy).toBe(`your organisation, in ${first.policyFile}`)
    expect(view.health.sentence).toContain('is forbidden here by your organisation')
    const asked = second.call('feeds.switchOn', { sessionId: second.sessionId, hasReadWarning: true })
    await expect(asked).rejects.toThrow(/queue-forbidden/)
    await second.call('feeds.checkNow', { sessionId: second.sessionId })
    await expect.poll(async () => (await second.inbox()).entries, SOON).toMatchObject([{ source: 'check' }])
    expect(await broker.count(queue)).toBe(1)
  })
})

describe('a policy that is written while messages are taken', { tags: 'soak' }, () => {
  it('stops it within a minute, and resumes it once the policy is gone', async () => {
    const desk = await openLive({ ports: { clock: createQuickClock() } })
    // Not `feeds.read`, which checks the policy itself.
    const state = async () => (await desk.call('desk.snapshot', {})).feed?.view.followed[0]?.queue?.state
    await desk.setPolicy({ queueForbidden: true })
    await expect.poll(state, SOON).toBe('off')
    await desk.setPolicy({})
    await expect.poll(state, SOON).toBe('live')
  })
})
