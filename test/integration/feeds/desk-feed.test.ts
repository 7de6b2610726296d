import { mkdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import type { ClockPort } from '../../../src/engine/ports/clock.ts'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import {
  type FeedDesk,
  type FeedService,
  followCustomer,
  openFeedDesk,
  openQueue,
  saveRule,
  signInAgain,
  startFeedService,
} from '../../support/feed-desk.ts'
import { filesBelow } from '../../support/temp-folder.ts'

const MINUTE_MS = 60_000
const SOON = { interval: 25 }

let broker: BorrowedBroker
beforeAll(async () => {
  broker = await borrowBroker()
})
afterAll(() => broker.stop())

let feed: FeedService
let queue: string
let desk: FeedDesk
/** How far the wall clock is ahead, so that a test need not wait for minutes. */
let aheadMs = 0
const clock: ClockPort = { ...createSystemClock(), now: () => new Date(Date.now() + aheadMs) }
beforeEach(async () => {
  aheadMs = 0
  feed = await startFeedService()
  onTestFinished(feed.close)
  queue = await openQueue(broker, feed)
  desk = await openFeedDesk(feed, { ports: { clock } })
  await followCustomer(desk, feed, { broker, username: 'guest', password: 'guest' })
  await expect.poll(async () => (await desk.checkOf())?.state, SOON).toBe('done')
})

const switchOn = async (): Promise<void> => {
  await desk.call('feeds.switchOn', { sessionId: desk.sessionId, hasReadWarning: true })
  await expect.poll(desk.queueState, SOON).toBe('live')
}
/** Runs a check to its end. */
const checkAgain = async (): Promise<string | undefined> => {
  const before = (await desk.checkOf())?.at
  await desk.call('feeds.checkNow', { sessionId: desk.sessionId })
  await expect.poll(async () => (await desk.checkOf())?.at, SOON).not.toBe(before)
  return (await desk.checkOf())?.sentence
}
const publish = (...bodies: string[]): Promise<void> => broker.publish(queue, bodies)

describe('a message from the queue', () => {
  it('is not taken before a user has switched the feed on', async () => {
    await publish(feed.change(feed.sets[0], 'issued'))
    expect(await desk.queueState()).toBe('off')
    expect(await broker.count(queue)).toBe(1)
    await switchOn()
    await expect.poll(async () => (await desk.inbox()).count, SOON).toBe(1)
    await expect.poll(() => broker.count(queue), SOON).toBe(0)
  })

  it('is in the inbox, resolved, sent to the page and shown on the desktop', async () => {
    await switchOn()
    const [set] = feed.sets
    await publish(feed.change(set, 'issued'))
    const { parcelRef = '', shipmentRef = '', setId = '' } = set?.row ?? {}
    const customerName = feed.data.counterparties[0]?.customerName
    await expect
      .poll(async () => (await desk.inbox()).entries[0], SOON)
      .toMatchObject({
        source: 'queue',
        setId,
        parcelReference: parcelRef,
        shipmentRef,
        customerName,
        newStatus: 'ISSUED',
        actor: 'Maria Lopes',
        received: 1,
        isRead: false,
        ruleRuns: [],
      })
    await expect
      .poll(() => desk.notices.shown.map(({ title }) => title), SOON)
      .toEqual([`TEST ${customerName}: ${parcelRef} was issued`])
    expect(desk.notices.badge()).toBe(1)
    desk.notices.shown[0]?.open()
    const opened = (): unknown => desk.events.findLast(({ name }) => name === 'alerts.opened')?.payload
    await expect.poll(opened, SOON).toMatchObject({ setId })
    const { feed: told } = await desk.call('desk.snapshot', {})
    expect(told).toMatchObject({
      view: { environment: 'test', health: { state: 'live' } },
      counts: { total: 1, unread: 1 },
    })
    const { timeline } = await desk.call('sets.read', { sessionId: desk.sessionId, setId })
    expect(timeline.filter(({ kind }) => kind === 'message')).toMatchObject([
      { state: 'ISSUED', text: 'Maria Lopes, Aurora Grain' },
    ])
  })

  it('that comes twice is one entry, received twice, and one notification', async () => {
    await switchOn()
    const body = feed.change(feed.sets[0], 'signed')
    await publish(body)
    await expect.poll(() => desk.notices.shown.length, SOON).toBe(1)
    await publish(body)
    await expect.poll(async () => (await desk.inbox()).entries, SOON).toMatchObject([{ received: 2 }])
    expect(desk.notices.shown).toHaveLength(1)
  })

  it('that cannot be read is kept, shown and gone from the queue (T41)', async () => {
    await switchOn()
    await publish('no message', '{}')
    await expect.poll(async () => (await desk.inbox({ kinds: ['unreadable'] })).count, SOON).toBe(2)
    await expect.poll(() => broker.count(queue), SOON).toBe(0)
    expect(desk.notices.shown).toEqual([])
  })

  it('among thousands gives one summary on the desktop and thousands of entries', { tags: 'soak' }, async () => {
    const [set] = feed.sets
    const first = Date.now()
    const bodies = Array.from({ length: 3_000 }, (_, second) =>
      feed.change(set, 'signed', new Date(first + second * 1_000)),
    )
    await publish(...bodies)
    await switchOn()
    await expect.poll(async () => (await desk.inbox()).count, SOON).toBe(3_000)
    await expect.poll(() => desk.notices.shown.length, SOON).toBe(1)
    expect(desk.notices.badge()).toBe(3_000)
  })
})

describe('a link that was cut', () => {
  it('comes back automatically, and a check finds what was missed meanwhile', async () => {
    await switchOn()
    feed.change(feed.sets[0], 'titleHeld')
    await broker.closeConnections('for the test')
    await expect.poll(async () => (await desk.inbox()).entries, SOON).toMatchObject([{ source: 'check' }])
    await publish(feed.change(feed.sets[1], 'issued'))
    await expect.poll(async () => (await desk.inbox({ kinds: ['queue'] })).count, SOON).toBe(1)
  })
})

describe('a rule', () => {
  const pdfs = async (): Promise<string[]> => (await filesBelow(desk.folder)).filter((file) => file.endsWith('.pdf'))
  const runs = async () => (await desk.inbox()).entries.map(({ ruleRuns }) => ruleRuns.map(({ state }) => state))

  it('saves the documents of a set that has reached its state, as a job in Downloads, and shows that at the entry', async () => {
    await mkdir(desk.folder, { recursive: true })
    await saveRule(desk, ['issued'])
    await switchOn()
    const [set, other] = feed.sets
    await publish(feed.change(set, 'issued'), feed.change(other, 'signed'))
    await expect.poll(runs, SOON).toEqual([[], ['saved']])
    const documents = set?.row.documents.length ?? 0
    expect(await pdfs()).toHaveLength(documents)
    const { jobs } = await desk.call('desk.snapshot', {})
    const [run] = (await desk.inbox()).entries[1]?.ruleRuns ?? []
    // By rule and parcel, so that it differs in Downloads from what a clerk saves.
    const rule = { name: run?.ruleName, setId: set?.row.setId, parcel: set?.row.parcelRef }
    expect(jobs).toMatchObject([{ jobId: run?.jobId, state: 'done', saved: documents, rule }])
    expect(run?.text).toBe(`${documents} document${documents === 1 ? '' : 's'} saved to ${desk.folder}.`)
  })

  it('saves nothing twice: the same state again brings nothing new', async () => {
    await mkdir(desk.folder, { recursive: true })
    await saveRule(desk, ['issued', 'title held'])
    await switchOn()
    const [set] = feed.sets
    const at = new Date()
    const body = feed.change(set, 'issued', at)
    await publish(body)
    await expect.poll(runs, SOON).toEqual([['saved']])
    const asked = feed.service.counts.document
    await publish(body.replace('The set status', 'Once more: the set status'))
    await expect.poll(runs, SOON).toEqual([['nothing-new'], ['saved']])
    expect(feed.service.counts.document).toBe(asked)
    expect((await desk.call('desk.snapshot', {})).jobs).toHaveLength(1)
  })

  it('waits for its folder and saves once it exists', async () => {
    await saveRule(desk, ['issued'])
    await switchOn()
    await publish(feed.change(feed.sets[0], 'issued'))
    await expect.poll(runs, SOON).toEqual([['waiting']])
    const [run] = (await desk.inbox()).entries[0]?.ruleRuns ?? []
    expect(run?.text).toBe(`${desk.folder} is no longer there. It is tried again automatically.`)
    expect(Date.parse(run?.nextTryAt ?? '')).toBeGreaterThan(Date.now() - MINUTE_MS)
    await mkdir(desk.folder, { recursive: true })
    await signInAgain(desk, feed)
    await expect.poll(runs, SOON).toEqual([['saved']])
  })

  it('acts on a message older than what a check saw meanwhile, and never skips one silently', async () => {
    await mkdir(desk.folder, { recursive: true })
    await saveRule(desk, ['title held'])
    const [set] = feed.sets
    const hourAgo = new Date(Date.now() - 3_600_000)
    const held = feed.change(set, 'titleHeld', hourAgo)
    const older = feed.change(set, 'titleHeld', new Date(hourAgo.getTime() - 60_000))
    feed.change(set, 'transferDrafted')
    await checkAgain()
    expect((await desk.inbox()).entries).toMatchObject([{ source: 'check', newStatus: 'transfer_drafted' }])
    await switchOn()
    await publish(held)
    await expect.poll(runs, SOON).toEqual([['saved'], []])
    await publish(older)
    await expect.poll(runs, SOON).toEqual([['nothing-new'], ['saved'], []])
    await publish(held.replace('The set status', 'Once more: the set status'))
    await expect.poll(runs, SOON).toEqual([['nothing-new'], ['nothing-new'], ['saved'], []])
    const { entries } = await desk.inbox()
    expect(entries.flatMap(({ ruleRuns }) => ruleRuns.map(({ text }) => text))).toEqual([
      'Nothing to do: already Transfer drafted.',
      'Nothing to do: already Transfer drafted.',
      expect.stringMatching(/ saved to .+\. The set is Transfer drafted already\.$/),
    ])
    await expect.poll(() => desk.notices.shown.length, SOON).toBeGreaterThan(1)
  })

  it('keeps waiting for a lagging search, which a check does not take for a step back', async () => {
    await mkdir(desk.folder, { recursive: true })
    await saveRule(desk, ['title held'])
    await switchOn()
    const [set] = feed.sets
    if (set === undefined) throw new Error('the service has no set')
    const before = set.row.status
    const held = feed.change(set, 'titleHeld')
    set.row.status = before
    await publish(held)
    await expect.poll(runs, SOON).toEqual([['waiting']])
    aheadMs += 5 * MINUTE_MS
    expect(await checkAgain()).toContain('nothing changed')
    const asked = feed.service.counts.search
    await signInAgain(desk, feed)
    await expect.poll(() => feed.service.counts.search, SOON).toBeGreaterThan(asked)
    await expect.poll(runs, SOON).toEqual([['waiting']])
    expect(await pdfs()).toEqual([])
    set.row.status = 'title_held'
    await signInAgain(desk, feed)
    await expect.poll(runs, SOON).toEqual([['saved']])
  })
})
