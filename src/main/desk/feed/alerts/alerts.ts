import { setImmediate as nextTurn } from 'node:timers/promises'
import { ignoring } from '../../../../shared/errors/ignoring.ts'
import type { Environment } from '../../../../shared/model/connection.ts'
import { type ListedEntry, SCHEDULE_ACTIONS } from '../../../../shared/model/feed-entry.ts'
import type { FeedSettings, StoredAlertRule, StoredFeed } from '../../../../engine/feed/feed-settings.ts'
import type { Logger } from '../../../../engine/base/logger.ts'
import type { OwedAlerts } from '../../../../engine/feed/inbox/owed-alerts.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'
import { twoDigits } from '../../../../shared/text/dates.ts'
import { foldId, foldState } from '../../../../shared/text/set-fields.ts'
import type { NotifyPort } from '../../desk-ports.ts'
import type { EventHub } from '../../event-hub.ts'
import { createGatheredChanges, type GatheredChanges } from './alert-summary.ts'

/** Unnoticeable, and by then the second message about one act (T13) or a backlog (T42) has arrived. */
const GATHER_MS = 250
/** Entries closer together than this are one burst. */
const WINDOW_MS = 1_000
/** A burst that never ends still raises a summary this often. */
const MAX_BURST_MS = 60_000
/** Quiet hours end by the wall clock, which may be set during the wait. */
const MAX_WAIT_MS = 60_000

/** Read in one turn when a summary is taken up again. */
const BATCH = 500

interface AlertDependencies {
  environment: Environment
  settings: Pick<FeedSettings, 'read'>
  clock: ClockPort
  notify: Pick<NotifyPort, 'show'>
  events: Pick<EventHub, 'emit'>
  /** The shipment reference of a set; null where it is not known here. */
  referenceOf: (setId: string) => string | null
  /** Where the summary that is held back is noted, for after a restart. */
  owed: () => OwedAlerts
  logger: Pick<Logger, 'warn'>
}

export interface Alerts {
  /** Adds new entries and those back from a snooze, with their customers’ names where known. */
  add(entries: readonly ListedEntry[]): void
  /** Takes up the summary that was held back when the program ended: of what is still unread. To be called before `add`. */
  restore(): Promise<void>
  /** Quiet hours or the pause may have changed. */
  recheckQuiet(): void
  stop(): Promise<void>
}

/**
 * Desktop notifications: a single entry at once, a burst as one summary (T13, T42). None while they are off, paused or during
 * quiet hours; then one summary afterwards. The inbox is the record, these are hints.
 */
export function createAlerts(dependencies: AlertDependencies): Alerts {
  const stopping = new AbortController()
  let gathered = createGatheredChanges()
  let showing: Promise<void> | undefined
  let quietWait = new AbortController()
  /** Why what is gathered comes late, in words. */
  let heldBack: string | undefined
  const drain = (): GatheredChanges => {
    const taken = gathered
    gathered = createGatheredChanges()
    return taken
  }
  const wait = (timeMs: number): Promise<void> => dependencies.clock.wait(timeMs, stopping.signal)
  const waitOrRecheck = async (timeMs: number): Promise<void> => {
    quietWait = new AbortController()
    const either = AbortSignal.any([stopping.signal, quietWait.signal])
    await dependencies.clock.wait(timeMs, either).catch(() => stopping.signal.throwIfAborted())
  }
  const owe = (firstId: number | undefined): void => {
    try {
      dependencies.owed().setOwedFrom(firstId)
    } catch (thrown) {
      // Only a restart would miss it; the inbox has every entry.
      dependencies.logger.warn('alerts.not-owed', { thrown })
    }
  }
  const noteHeldBack = (why: string): void => {
    if (heldBack === undefined) owe(gathered.firstId)
    heldBack = why
  }
  const showGathered = (): void => {
    show(dependencies, drain(), heldBack)
    if (heldBack !== undefined) owe(undefined)
    heldBack = undefined
  }
  const showAll = async (): Promise<void> => {
    await wait(GATHER_MS)
    while (!gathered.isEmpty) {
      if (isBurst(gathered)) await untilCalm(dependencies.clock, () => gathered.entries, wait)
      await untilAudible(dependencies, waitOrRecheck, noteHeldBack)
      showGathered()
      // Entries within the next window are gathered first.
      await wait(WINDOW_MS)
    }
    // In the same turn as the last check: the next entry starts a new round.
    showing = undefined
  }
  const add = (entries: readonly ListedEntry[]): void => {
    const { alerts } = dependencies.settings.read()
    if (!alerts.isOn || stopping.signal.aborted) return
    for (const entry of withReferences(dependencies, entries))
      // Who snoozes an entry asks for this, whatever the rules say.
      if (entry.returnedAt !== null || shouldAlert(entry, alerts.rules)) gathered.add(entry)
    if (gathered.isEmpty) return
    // Noted before the entries are gathered to the end: the program may be killed meanwhile.
    const muted = heldBack === undefined ? mutedNow(dependencies) : undefined
    if (muted !== undefined) noteHeldBack(muted.why)
    showing ??= showAll().catch(ignoring('only shutdown interrupts it'))
  }
  return {
    add,
    restore: async () => {
      const owed = dependencies.owed()
      const from = owed.owedFrom()
      if (from === undefined) return
      heldBack = 'Held back before the restart.'
      for (let entries = owed.unreadFrom(from, BATCH); entries.length > 0;) {
        add(entries)
        await nextTurn()
        entries = owed.unreadFrom((entries.at(-1)?.id ?? 0) + 1, BATCH)
      }
      if (!gathered.isEmpty) return
      heldBack = undefined
      owe(undefined)
    },
    recheckQuiet: () => {
      quietWait.abort()
    },
    stop: async () => {
      stopping.abort()
      await showing
    },
  }
}

function withReferences(
  { settings, referenceOf }: AlertDependencies,
  entries: readonly ListedEntry[],
): readonly ListedEntry[] {
  if (!needsReference(settings.read().alerts.rules)) return entries
  return entries.map((entry) =>
    entry.shipmentRef !== null || entry.setId === null ? entry : { ...entry, shipmentRef: referenceOf(entry.setId) },
  )
}

/** Two messages about one set are one act (T13). */
function isBurst({ sets, entries }: GatheredChanges): boolean {
  return sets > 1 || entries > 2
}

type Wait = (timeMs: number) => Promise<void>

/** Waits until nothing has arrived for a whole window. */
async function untilCalm(clock: ClockPort, entries: () => number, wait: Wait): Promise<void> {
  const endMs = clock.monotonicMs() + MAX_BURST_MS
  for (let before = -1; before !== entries() && clock.monotonicMs() < endMs;) {
    before = entries()
    await wait(WINDOW_MS)
  }
}

interface Muted {
  until: Date
  why: string
}

/** Undefined where neither quiet hours nor a pause hold notifications back now. */
function mutedNow({ settings, clock }: AlertDependencies): Muted | undefined {
  const now = clock.now()
  const { alerts, pausedUntil } = settings.read()
  const pauseEnd = pausedUntil === null ? undefined : new Date(pausedUntil)
  if (pauseEnd !== undefined && pauseEnd > now) return { until: pauseEnd, why: 'While notifications were paused.' }
  const until = quietEndsAt(alerts.quiet, now)
  return until === undefined ? undefined : { until, why: 'During quiet hours.' }
}

/** Waits until both quiet hours and pause are over, and says for which of them. */
async function untilAudible(
  dependencies: AlertDependencies,
  wait: Wait,
  onHeldBack: (why: string) => void,
): Promise<void> {
  for (let muted = mutedNow(dependencies); muted !== undefined; muted = mutedNow(dependencies)) {
    onHeldBack(muted.why)
    const leftMs = muted.until.getTime() - dependencies.clock.now().getTime()
    await wait(Math.min(Math.max(leftMs, 1), MAX_WAIT_MS))
  }
}

function show(
  { environment, settings, notify, events }: AlertDependencies,
  gathered: GatheredChanges,
  heldBack: string | undefined,
): void {
  if (!settings.read().alerts.isOn || gathered.isEmpty) return
  const { title, body, entry } = gathered.notice(heldBack)
  // Test must never be mistaken for production.
  const named = { title: environment === 'test' ? `TEST ${title}` : title, body }
  const about = { environment, entryId: entry?.id ?? null, setId: entry?.setId ?? null }
  events.emit('alerts.raised', { ...named, ...about })
  notify.show(named, () => {
    events.emit('alerts.opened', about)
  })
}

/**
 * Whether a notification is shown for an entry: the first rule that matches decides; an entry that matches none is shown.
 * Outdated messages (T42) and entries without a set are never shown; of schedules, those that failed always are.
 */
export function shouldAlert(entry: ListedEntry, rules: readonly StoredAlertRule[]): boolean {
  if (entry.source === 'schedule') return entry.action === SCHEDULE_ACTIONS.failed
  if (!entry.isReadable || entry.isOutdated || entry.setId === null) return false
  return rules.find((rule) => matches(rule, entry))?.isShown ?? true
}

/** Whether any rule compares references: only then are missing ones looked up. */
function needsReference(rules: readonly StoredAlertRule[]): boolean {
  return rules.some(({ reference }) => reference.trim() !== '')
}

function matches({ customers, states, kinds, reference }: StoredAlertRule, entry: ListedEntry): boolean {
  const { customerId, state, source, parcelReference, shipmentRef } = entry
  if (customers.length > 0 && (customerId === null || !customers.map(foldId).includes(foldId(customerId)))) return false
  if (states.length > 0 && !states.some((one) => foldState(one) === state)) return false
  if (kinds.length > 0 && !kinds.some((kind) => kind === source)) return false
  if (reference.trim() === '') return true
  const pattern = fold(reference)
  return [parcelReference, shipmentRef].some((text) => text !== null && matchesPattern(fold(text), pattern))
}

function fold(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}

/** `*` stands for any text. Not a regular expression: one with many stars can take for ever. */
function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

/** What a clock repeats at the end of summer time. */
const REPEATED_MS = 3_600_000

/**
 * When the quiet hours that contain `now` end; undefined outside them. They are from one time of day to another by the wall clock,
 * across midnight where `to` is earlier; equal times mean none.
 */
export function quietEndsAt(quiet: StoredFeed['alerts']['quiet'], now: Date): Date | undefined {
  if (quiet === null) return undefined
  const time = `${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}`
  const { from, to } = quiet
  const isQuiet = from <= to ? from <= time && time < to : from <= time || time < to
  if (!isQuiet) return undefined
  const [hours, minutes] = [Number(to.slice(0, 2)), Number(to.slice(3))]
  const isTomorrow = time >= to
  // By the calendar, not by adding hours: a day on which the clocks change has 23 or 25 of them.
  const end = new Date(now.getFullYear(), now.getMonth(), now.getDate() + (isTomorrow ? 1 : 0), hours, minutes)
  // A time of the hour that comes twice is that of the first; it is over in the second.
  return end > now ? end : new Date(end.getTime() + REPEATED_MS)
}
