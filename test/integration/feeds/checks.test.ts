import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import { composeDesk } from '../../support/composed-desk.ts'
import {
  type FeedDesk,
  type FeedService,
  followCustomer,
  openFeedDesk,
  signInAgain,
  startFeedService,
} from '../../support/feed-desk.ts'
import { createMemorySecrets } from '../../support/memory-secrets.ts'

const SOON = { interval: 20 }
const clock = createSystemClock()

let feed: FeedService
beforeEach(async () => {
  feed = await startFeedService()
  onTestFinished(feed.close)
})

const open = (parts: Parameters<typeof openFeedDesk>[1] = {}): Promise<FeedDesk> =>
  openFeedDesk(feed, { ...parts, ports: { clock, ...parts.ports } })

const isChecked = (desk: FeedDesk): Promise<void> =>
  expect.poll(async () => (await desk.checkOf())?.state, SOON).toBe('done')

/** A desk that follows without a queue and has finished its first check. */
async function openChecked(parts: Parameters<typeof openFeedDesk>[1] = {}): Promise<FeedDesk> {
  const desk = await open(parts)
  await followCustomer(desk, feed)
  await isChecked(desk)
  return desk
}

/** Runs a check to its end. */
async function checkAgain(desk: FeedDesk): Promise<string> {
  const before = (await desk.checkOf())?.at
  await desk.call('feeds.checkNow', { sessionId: desk.sessionId })
  await expect.poll(async () => (await desk.checkOf())?.at, SOON).not.toBe(before)
  return (await desk.checkOf())?.sentence ?? ''
}

describe('a check by search', () => {
  it('of a customer who was never checked records a baseline without entries', async () => {
    const desk = await openChecked()
    expect(await desk.checkOf()).toMatchObject({
      state: 'done',
      found: 0,
      sentence: '4 sets noted. From now on, changes are found even if no message tells of them.',
    })
    expect((await desk.inbox()).count).toBe(0)
    expect(await checkAgain(desk)).toBe('4 sets checked: nothing changed without a message.')
    expect((await desk.inbox()).count).toBe(0)
  })

  it('finds a change that no message announced, once', async () => {
    const desk = await openChecked()
    const [set] = feed.sets
    feed.change(set, 'titleHeld')
    expect(await checkAgain(desk)).toBe('4 sets checked: 1 change found that no message had announced.')
    const { entries } = await desk.inbox()
    const { setId, parcelRef, shipmentRef } = set?.row ?? {}
    expect(entries).toMatchObject([
      {
        source: 'check',
        setId,
        parcelReference: parcelRef,
        shipmentRef,
        newStatus: 'title_held',
        stateBefore: 'signed',
      },
    ])
    await expect
      .poll(() => desk.notices.shown, SOON)
      .toMatchObject([{ body: 'Found by a check; no message said who and when. Before it was signed.' }])
    await checkAgain(desk)
    expect((await desk.inbox()).count).toBe(1)
  })

  it('finds a new set', async () => {
    const desk = await openChecked()
    const [set] = feed.sets
    if (set === undefined) throw new Error('the service has no set')
    const setId = '00000000-0000-4000-8000-00000000abcd'
    feed.data.sets.push({ ...set, row: { ...set.row, setId, parcelRef: 'PR-NEW' } })
    await checkAgain(desk)
    expect((await desk.inbox()).entries).toMatchObject([
      { source: 'check', setId, stateBefore: null, parcelReference: 'PR-NEW' },
    ])
  })

  it('runs after the computer wakes', async () => {
    const desk = await openChecked()
    feed.change(feed.sets[0], 'issued')
    desk.power.wake()
    await expect.poll(async () => (await desk.inbox()).count, SOON).toBe(1)
  })

  it('that was incomplete says so and records nothing as complete (T1)', async () => {
    feed.service.faults.add({ match: 'search', kind: 'wrongTotal' })
    const desk = await open()
    await followCustomer(desk, feed)
    await expect.poll(async () => (await desk.checkOf())?.state, SOON).toBe('failed')
    expect((await desk.checkOf())?.sentence).toContain('The search was not complete')
    feed.service.faults.clear()
    expect(await checkAgain(desk)).toContain('4 sets noted')
  })

  it('whose password is refused does not try a second time (T31)', async () => {
    const desk = await openChecked()
    feed.service.faults.refuseTokens(true)
    feed.service.faults.revokeTokens()
    const sentence = await checkAgain(desk)
    expect(sentence).toContain('refused the user name or password')
    const asked = feed.service.counts.token
    expect(await checkAgain(desk)).toBe(sentence)
    expect(feed.service.counts.token).toBe(asked)
  })
})

describe('after the next start', () => {
  it('a saved profile checks without anyone signed in at the page', async () => {
    const secrets = createMemorySecrets()
    const first = await openChecked({ profile: 'desk', ports: { secrets } })
    await first.desk.stop()
    feed.change(feed.sets[0], 'issued')
    const second = await composeDesk({ clock, secrets }, first.root)
    await expect.poll(() => second.notices.shown.length, SOON).toBe(1)
    expect((await second.call('desk.snapshot', {})).session).toBeNull()
    expect(second.notices.badge()).toBe(1)
  })

  it('an account without a profile waits for its sign-in', async () => {
    const first = await openChecked()
    await first.desk.stop()
    feed.change(feed.sets[0], 'issued')
    const asked = feed.service.counts.search
    const second = await composeDesk({ clock }, first.root)
    await second.desk.engine.accounts.checkKeychain()
    expect(feed.service.counts.search).toBe(asked)
    await signInAgain(second, feed)
    await expect.poll(() => second.notices.shown.length, SOON).toBe(1)
  })

  it('damaged feed settings are set aside with a notice, and the inbox is untouched', async () => {
    const first = await openChecked()
    feed.change(feed.sets[0], 'issued')
    await checkAgain(first)
    await first.desk.stop()
    const file = join(first.root, 'data', 'test', 'feed.json')
    await writeFile(file, '{ "account": ')
    const second = await open({ root: first.root })
    expect((await second.inbox()).count).toBe(1)
    expect(await second.view()).toMatchObject({ isOn: false, followed: [] })
    const { notices } = await second.call('desk.snapshot', {})
    expect(notices).toMatchObject([{ where: file, message: expect.stringContaining('set it up again in Settings') }])
  })
})
