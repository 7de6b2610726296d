import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createEventHub, type EventHub } from '../../../../../../src/main/desk/event-hub.ts'
import {
  type Alerts,
  createAlerts,
  quietEndsAt,
  shouldAlert,
} from '../../../../../../src/main/desk/feed/alerts/alerts.ts'
import { EMPTY_FEED, type StoredFeed } from '../../../../../../src/engine/feed/feed-settings.ts'
import type { FeedStore } from '../../../../../../src/engine/feed/inbox/inbox-store.ts'
import type { DeskEvent } from '../../../../../../src/shared/contract/contract.ts'
import type { Environment } from '../../../../../../src/shared/model/connection.ts'
import type { FeedEntry } from '../../../../../../src/shared/model/feed-entry.ts'
import { feedEntry } from '../../../../../support/feed-entries.ts'
import { createManualClock, type ManualClock } from '../../../../../support/manual-clock.ts'
import { arrival, memoryFeed, SIGNED } from '../../../../../support/test-feed.ts'
import { createRecordedNotices, type RecordedNotices } from '../../../../../support/recorded-notices.ts'

/** Long enough for anything but quiet hours. */
const SETTLED_MS = 10_000

let clock: ManualClock
let notices: RecordedNotices
let feed: StoredFeed
let events: DeskEvent[]
let hub: EventHub
let alerts: Alerts
let inbox: FeedStore
const open = (environment: Environment = 'production'): void => {
  const referenceOf = (setId: string): string => `SHP of ${setId}`
  alerts = createAlerts({
    environment,
    settings: { read: () => feed },
    clock,
    notify: notices,
    events: hub,
    referenceOf,
    owed: () => inbox,
    logger: { warn: () => undefined },
  })
  onTestFinished(alerts.stop)
}
beforeEach(() => {
  clock = createManualClock()
  notices = createRecordedNotices()
  feed = EMPTY_FEED
  inbox = memoryFeed()
  events = []
  hub = createEventHub(clock)
  hub.listen((event) => void events.push(event))
  open()
})

const pass = async (timeMs: number): Promise<void> => {
  for (let passed = 0; passed < timeMs; passed += 250) await clock.advance(250)
}
const titles = (): string[] => notices.shown.map(({ title }) => title)

describe('a notification', () => {
  it('shows a single entry at once, with person, company and time as sent', async () => {
    alerts.add([feedEntry({ parcelReference: 'PR-2026-00412', customerName: 'Aurora Grain AG' })])
    await pass(250)
    expect(notices.shown).toMatchObject([
      {
        title: 'Aurora Grain AG: PR-2026-00412 was signed',
        body: 'By Maria Lopes, Aurora Grain · Fri Nov 20 10:11:12 UTC 2026',
      },
    ])
  })

  it('shows the fields of a message as plain text: nobody may forge a notification (T25)', async () => {
    const parcelReference = `PR-1\u202Etxt.exe\n\nYour bank details changed\u0007 \u001B]0;x${'x'.repeat(500)}`
    const customerName = `Aurora\n${'y'.repeat(5_000)}`
    alerts.add([feedEntry({ parcelReference, customerName, actor: 'a\nb\u2066', actorCompany: 'c\u0000d' })])
    await pass(250)
    const [notice] = notices.shown
    expect(notice?.title).toMatch(/^Aurora y+…: PR-1 txt.exe Your bank details changed ]0;xx+… was signed$/)
    expect(notice?.title.length).toBeLessThan(450)
    expect(notice?.body).toBe('By a b, c d · Fri Nov 20 10:11:12 UTC 2026')
  })

  it('is sent to the page too, and a click on it opens the set', async () => {
    const entry = feedEntry({ setId: 'the-set' })
    alerts.add([entry])
    await pass(SETTLED_MS)
    notices.shown[0]?.open()
    expect(events).toMatchObject([
      { name: 'alerts.raised', payload: { entryId: entry.id, setId: 'the-set', title: titles()[0] } },
      { name: 'alerts.opened', payload: { environment: 'production', entryId: entry.id, setId: 'the-set' } },
    ])
  })

  it('joins two messages about one act (T13)', async () => {
    alerts.add([feedEntry({ setId: 'one', parcelReference: 'PR-1', newStatus: 'ISSUED' })])
    alerts.add([feedEntry({ setId: 'one', parcelReference: 'PR-1', newStatus: 'TITLE_HELD' })])
    await pass(SETTLED_MS)
    expect(titles()).toEqual(['Aurora Grain: PR-1 was issued and has its title held'])
  })

  it('names what is unknown, never “null” or “undefined” (T14, T44)', async () => {
    const unknown = { customerName: null, customerId: null, parcelReference: null, actor: null, actorCompany: null }
    alerts.add([feedEntry({ ...unknown, updatedDate: null, newStatus: 'SHARED_PARCEL' })])
    await pass(SETTLED_MS)
    alerts.add([feedEntry({ customerName: null, customerId: 'id-7', actor: null, actorCompany: ' ' })])
    await pass(SETTLED_MS)
    expect(notices.shown).toMatchObject([
      { title: 'Customer not known: a parcel is now “SHARED_PARCEL”', body: 'By whom was not said' },
      { body: 'By whom was not said · Fri Nov 20 10:11:12 UTC 2026' },
    ])
    expect(titles()[1]).toMatch(/^Customer \(id id-7\): PR-\d+ was signed$/)
  })

  it('says of a change found by a check that no message reported it', async () => {
    alerts.add([feedEntry({ source: 'check', newStatus: 'issued', stateBefore: 'signed' })])
    await pass(SETTLED_MS)
    expect(notices.shown[0]?.body).toBe('Found by a check; no message said who and when. Before it was signed.')
  })

  it('of the test environment is marked as such', async () => {
    open('test')
    alerts.add([feedEntry()])
    await pass(SETTLED_MS)
    expect(titles()[0]).toMatch(/^TEST /)
  })
})

describe('a burst', () => {
  it('is one summary that counts the sets by their present state', async () => {
    const signed = Array.from({ length: 9 }, () => feedEntry())
    const issued = Array.from({ length: 3 }, () => feedEntry({ newStatus: 'ISSUED' }))
    alerts.add([...signed, ...issued])
    await pass(SETTLED_MS)
    expect(titles()).toEqual(['12 parcels changed for Aurora Grain: 9 signed, 3 issued'])
    expect(notices.shown[0]?.body).toMatch(/^PR-\d+, PR-\d+, PR-\d+ and 9 more$/)
    expect(events).toMatchObject([{ name: 'alerts.raised', payload: { entryId: null, setId: null } }])
  })

  it('of several customers counts them by customer', async () => {
    alerts.add([feedEntry(), feedEntry(), feedEntry({ customerName: 'Baltic Bulk', customerId: 'baltic' })])
    await pass(SETTLED_MS)
    expect(notices.shown).toMatchObject([
      { title: '3 parcels changed for 2 customers: 3 signed', body: 'Aurora Grain: 2, Baltic Bulk: 1' },
    ])
  })

  it('grows while more arrives: a backlog of 100,000 is one summary', async () => {
    for (let batch = 0; batch < 200; batch += 1) {
      alerts.add(Array.from({ length: 500 }, () => feedEntry()))
      await clock.advance(50)
    }
    await pass(SETTLED_MS)
    expect(titles()).toEqual(['100,000 parcels changed for Aurora Grain: 100,000 signed'])
  })

  it('says what it contained for several customers too, and how many entries that were', async () => {
    const signed = Array.from({ length: 4 }, (_, at) => feedEntry({ setId: `set ${at}` }))
    const issued = feedEntry({ newStatus: 'ISSUED', customerName: 'Baltic Bulk', customerId: 'baltic' })
    alerts.add([...signed, ...signed, issued])
    await pass(SETTLED_MS)
    expect(notices.shown).toMatchObject([
      {
        title: '5 parcels changed for 2 customers: 4 signed, 1 issued',
        body: 'Aurora Grain: 4, Baltic Bulk: 1 · 9 entries in the inbox',
      },
    ])
  })

  it('that follows a single entry is a summary of its own', async () => {
    alerts.add([feedEntry()])
    await pass(500)
    for (let more = 0; more < 5; more += 1) {
      alerts.add([feedEntry()])
      await pass(250)
    }
    await pass(SETTLED_MS)
    expect(titles()).toHaveLength(2)
    expect(titles()[1]).toBe('5 parcels changed for Aurora Grain: 5 signed')
  })

  it('that never ends is summed up once a minute', async () => {
    for (let passedMs = 0; passedMs < 130_000; passedMs += 500) {
      alerts.add([feedEntry(), feedEntry()])
      await pass(500)
    }
    expect(titles()).toHaveLength(2)
  })
})

describe('nothing is shown', () => {
  it.each([
    ['for a message that tells of an older time (T42)', { isOutdated: true }],
    ['for what could not be read', { isReadable: false, reason: 'not JSON', setId: null, newStatus: null }],
  ])('%s', async (_why, entry) => {
    alerts.add([feedEntry(entry)])
    await pass(SETTLED_MS)
    expect(titles()).toEqual([])
  })

  it('while notifications are off', async () => {
    feed = { ...EMPTY_FEED, alerts: { ...EMPTY_FEED.alerts, isOn: false } }
    alerts.add([feedEntry()])
    await pass(SETTLED_MS)
    expect(events).toEqual([])
  })

  it('during a pause, and one summary at its end', async () => {
    feed = { ...EMPTY_FEED, pausedUntil: new Date(clock.now().getTime() + 60_000).toISOString() }
    alerts.add([feedEntry()])
    await pass(50_000)
    alerts.add([feedEntry(), feedEntry()])
    expect(titles()).toEqual([])
    await pass(20_000)
    expect(titles()).toEqual(['3 parcels changed for Aurora Grain: 3 signed'])
  })

  it('during a pause; when a user ends it, its summary is shown at once', async () => {
    feed = { ...EMPTY_FEED, pausedUntil: new Date(clock.now().getTime() + 3_600_000).toISOString() }
    alerts.add([feedEntry(), feedEntry()])
    await pass(SETTLED_MS)
    expect(titles()).toEqual([])
    feed = EMPTY_FEED
    alerts.recheckQuiet()
    await clock.advance(0)
    expect(titles()).toEqual(['2 parcels changed for Aurora Grain: 2 signed'])
    expect(notices.shown[0]?.body).toMatch(/ · While notifications were paused\.$/)
  })

  it('in quiet hours, and one summary at their end', async () => {
    const now = clock.now()
    const at = (minutes: number): string => {
      const time = new Date(now.getTime() + minutes * 60_000)
      return `${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}`
    }
    feed = { ...EMPTY_FEED, alerts: { ...EMPTY_FEED.alerts, quiet: { from: at(-1), to: at(10) } } }
    alerts.add([feedEntry()])
    await pass(300_000)
    alerts.add([feedEntry(), feedEntry()])
    await pass(290_000)
    expect(titles()).toEqual([])
    await pass(60_000)
    expect(titles()).toEqual(['3 parcels changed for Aurora Grain: 3 signed'])
  })

  it('where the first matching rule says so; what matches no rule is shown', async () => {
    const everything = { customers: [], states: [], kinds: [], reference: '' }
    const rules = [
      { ...everything, states: ['title held'], isShown: true },
      { ...everything, reference: 'shp of *7', isShown: true },
      { ...everything, customers: ['aurora'], isShown: false },
    ]
    feed = { ...EMPTY_FEED, alerts: { ...EMPTY_FEED.alerts, rules } }
    const shown = [
      feedEntry({ newStatus: 'TITLE_HELD', setId: 'one' }),
      feedEntry({ setId: 'set-7' }),
      feedEntry({ customerId: 'baltic', setId: 'other' }),
    ]
    for (const entry of [...shown, feedEntry({ setId: 'hidden' })]) {
      alerts.add([entry])
      await pass(SETTLED_MS)
    }
    expect(titles()).toHaveLength(3)
  })
})

describe('a summary that is owed', () => {
  const quiet = (): StoredFeed => ({
    ...EMPTY_FEED,
    pausedUntil: new Date(clock.now().getTime() + 3_600_000).toISOString(),
  })
  const message = (set: string, newStatus = 'Signed'): FeedEntry[] => {
    const parcelReference = `PR-${set}`
    return inbox.add([arrival({ ...SIGNED, setId: set, parcelReference, newStatus, actor: `of ${set}` })])
  }

  it('survives a restart during the pause: what is still unread is summed up at its end', async () => {
    feed = quiet()
    alerts.add(message('one'))
    await pass(SETTLED_MS)
    alerts.add([...message('two'), ...message('three', 'ISSUED')])
    await pass(SETTLED_MS)
    await alerts.stop()
    inbox.mark([2], { isRead: true })
    open()
    await alerts.restore()
    await pass(SETTLED_MS)
    expect(titles()).toEqual([])
    feed = EMPTY_FEED
    alerts.recheckQuiet()
    await clock.advance(0)
    expect(titles()).toEqual([`2 parcels changed for Customer (id ${SIGNED.customerId}): 1 signed, 1 issued`])
    expect(inbox.owedFrom()).toBeUndefined()
  })

  it('is shown after a restart if the pause has ended meanwhile, once', async () => {
    feed = quiet()
    alerts.add(message('one'))
    await pass(SETTLED_MS)
    await alerts.stop()
    feed = EMPTY_FEED
    open()
    await alerts.restore()
    await pass(SETTLED_MS)
    expect(notices.shown).toHaveLength(1)
    expect(notices.shown[0]?.body).toMatch(/ · Held back before the restart\.$/)
    await alerts.stop()
    open()
    await alerts.restore()
    await pass(SETTLED_MS)
    expect(notices.shown).toHaveLength(1)
  })

  it('is forgotten if all of it was read', async () => {
    feed = quiet()
    alerts.add(message('one'))
    await pass(SETTLED_MS)
    await alerts.stop()
    inbox.mark([1], { isRead: true })
    open()
    await alerts.restore()
    expect(inbox.owedFrom()).toBeUndefined()
  })
})

describe('an entry back from a snooze', () => {
  const back = { returnedAt: '2026-11-20T12:00:00.000Z', snoozedUntil: '2026-11-20T12:00:00.000Z' }

  it('is announced as such, even where a rule hides its state', async () => {
    const rules = [{ customers: [], states: [], kinds: [], reference: '', isShown: false }]
    feed = { ...EMPTY_FEED, alerts: { ...EMPTY_FEED.alerts, rules } }
    alerts.add([feedEntry({ ...back, parcelReference: 'PR-7' })])
    await pass(SETTLED_MS)
    expect(titles()).toEqual(['Back from a snooze: Aurora Grain: PR-7 was signed'])
  })

  it('that tells how a schedule’s run ended says that, and of no customer', async () => {
    const run = { source: 'schedule' as const, setId: null, customerId: null, customerName: null, newStatus: null }
    const failed = { ...run, parcelReference: 'Morning', action: 'Schedule failed', reason: 'The folder is gone.' }
    alerts.add([feedEntry({ ...back, ...failed })])
    await pass(SETTLED_MS)
    alerts.add([feedEntry({ ...back, ...failed, action: 'Schedule ran', reason: '2 documents saved.' })])
    await pass(SETTLED_MS)
    expect(notices.shown).toMatchObject([
      { title: 'Back from a snooze: Schedule “Morning” failed', body: 'The folder is gone.' },
      { title: 'Back from a snooze: Schedule “Morning” ran', body: '2 documents saved.' },
    ])
  })

  it('is not counted among what changed', async () => {
    alerts.add([feedEntry(back), feedEntry(back), feedEntry(back)])
    await pass(SETTLED_MS)
    expect(titles()).toEqual(['3 entries are back from a snooze'])
    alerts.add([feedEntry(back), feedEntry(), feedEntry()])
    await pass(SETTLED_MS)
    expect(titles()[1]).toBe('2 parcels changed for Aurora Grain: 2 signed')
    expect(notices.shown[1]?.body).toMatch(/ · 1 back from a snooze$/)
  })
})

const rule = { customers: [], states: [], kinds: [], reference: '', isShown: false }
const isHidden = (reference: string, parcelReference: string): boolean =>
  !shouldAlert(feedEntry({ parcelReference }), [{ ...rule, reference }])

describe('the reference of a rule', () => {
  it.each([
    ['PR-1', 'PR-1', true],
    ['pr-1', ' PR-1 ', true],
    ['PR-1', 'PR-10', false],
    ['PR-*', 'PR-10', true],
    ['*-10', 'PR-10', true],
    ['P*-*0', 'PR-10', true],
    ['P*1*10', 'P10', false],
    ['*', 'anything', true],
    ['ab*ba', 'aba', false],
    ['.R-1', 'PR-1', false],
  ])('%s and %s: %s', (pattern, reference, fits) => {
    expect(isHidden(pattern, reference)).toBe(fits)
  })

  it('with a hundred stars takes no time', () => {
    expect(isHidden(`${'*a'.repeat(100)}b`, 'a'.repeat(1_000))).toBe(false)
  })
})

describe('a rule', () => {
  it('compares state and kind, however the state is spelled (T12)', () => {
    const ofChecks = { ...rule, states: ['Title-held'], kinds: ['check' as const] }
    const changed = { source: 'check' as const, newStatus: 'TITLE_HELD' }
    expect(shouldAlert(feedEntry(changed), [ofChecks])).toBe(false)
    expect(shouldAlert(feedEntry({ ...changed, source: 'queue' }), [ofChecks])).toBe(true)
    expect(shouldAlert(feedEntry({ ...changed, newStatus: 'ISSUED' }), [ofChecks])).toBe(true)
  })

  it('about a customer compares ids without regard to case', () => {
    const customerId = 'c0000000-0000-4000-a000-00000000000a'
    const ofOne = { ...rule, customers: [customerId.toUpperCase()] }
    expect(shouldAlert(feedEntry({ customerId }), [ofOne])).toBe(false)
  })

  it('about a customer does not match an entry that names none', () => {
    expect(shouldAlert(feedEntry({ customerId: null }), [{ ...rule, customers: ['aurora'] }])).toBe(true)
  })
})

const at = (hours: number, minutes: number, day = 20): Date => new Date(2026, 10, day, hours, minutes)

describe('quiet hours', () => {
  it.each([
    [{ from: '12:00', to: '13:30' }, at(12, 0), at(13, 30)],
    [{ from: '12:00', to: '13:30' }, at(13, 29), at(13, 30)],
    [{ from: '12:00', to: '13:30' }, at(13, 30), undefined],
    [{ from: '12:00', to: '13:30' }, at(11, 59), undefined],
    [{ from: '22:00', to: '06:00' }, at(23, 0), at(6, 0, 21)],
    [{ from: '22:00', to: '06:00' }, at(5, 59), at(6, 0)],
    [{ from: '22:00', to: '06:00' }, at(6, 0), undefined],
    [{ from: '22:00', to: '06:00' }, at(21, 59), undefined],
    [{ from: '08:00', to: '08:00' }, at(8, 0), undefined],
  ])('of %o at %s end at %s', (quiet, now, ends) => {
    expect(quietEndsAt(quiet, now)).toEqual(ends)
  })

  it('that end in the hour that comes twice end in the second, once the first is over', () => {
    vi.stubEnv('TZ', 'Europe/Zurich')
    onTestFinished(() => void vi.unstubAllEnvs())
    const quiet = { from: '22:00', to: '02:30' }
    const first = new Date('2026-10-25T00:15:00.000Z')
    const second = new Date('2026-10-25T01:15:00.000Z')
    expect([first, second].map((now) => [now.getHours(), now.getMinutes()])).toEqual([
      [2, 15],
      [2, 15],
    ])
    expect(quietEndsAt(quiet, first)).toEqual(new Date('2026-10-25T00:30:00.000Z'))
    expect(quietEndsAt(quiet, second)).toEqual(new Date('2026-10-25T01:30:00.000Z'))
  })

  it('are undefined where none were set', () => {
    expect(quietEndsAt(null, at(23, 0))).toBeUndefined()
  })
})
