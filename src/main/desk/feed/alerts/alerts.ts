import { randomUUID } from 'node:crypto'
import type { Environment } from '../../../../shared/model/connection.ts'
import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import type { FeedSettings } from '../../../../engine/feed/feed-settings.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'
import type { NotifyPort } from '../../desk-ports.ts'
import type { EventHub } from '../../event-hub.ts'
import { shouldAlert, needsReference, quietEndsAt } from './alert-rules.ts'
import { createGatheredChanges, type GatheredChanges } from './alert-summary.ts'

/** Unnoticeable, and by then the second message about one act (T13) or a backlog (T42) has arrived. */
const GATHER_MS = 250
/** Entries closer together than this are one burst. */
const WINDOW_MS = 1_000
/** A burst that never ends still raises a summary this often. */
const MAX_BURST_MS = 60_000
/** Quiet hours end by the wall clock, which may be set during the wait. */
const MAX_WAIT_MS = 60_000

interface AlertDependencies {
  environment: Environment
  settings: Pick<FeedSettings, 'read'>
  clock: ClockPort
  notify: Pick<NotifyPort, 'show'>
  events: Pick<EventHub, 'emit'>
  /** The shipment reference of a set; null where it is not known here. */
  referenceOf: (setId: string) => string | null
}

export interface Alerts {
  /** Adds new entries, with their customers’ names where known. */
  add(entries: readonly ListedEntry[]): void
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
  const showAll = async (): Promise<void> => {
    await wait(GATHER_MS)
    while (gathered.sets > 0) {
      if (isBurst(gathered)) await untilCalm(dependencies.clock, () => gathered.entries, wait)
      await untilAudible(dependencies, waitOrRecheck)
      show(dependencies, drain())
      // Entries within the next window are gathered first.
      await wait(WINDOW_MS)
    }
    // In the same turn as the last check: the next entry starts a new round.
    showing = undefined
  }
  return {
    add: (entries) => {
      const { alerts } = dependencies.settings.read()
      if (!alerts.isOn || stopping.signal.aborted) return
      for (const entry of withReferences(dependencies, entries))
        if (shouldAlert(entry, alerts.rules)) gathered.add(entry)
      // Only shutdown interrupts it.
      if (gathered.sets > 0) showing ??= showAll().catch(() => undefined)
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

/** Waits until both quiet hours and pause are over. */
async function untilAudible({ settings, clock }: AlertDependencies, wait: Wait): Promise<void> {
  for (;;) {
    const now = clock.now()
    const { alerts, pausedUntil } = settings.read()
    const leftMs = pausedUntil === null ? 0 : Date.parse(pausedUntil) - now.getTime()
    const endsAt = leftMs > 0 ? new Date(now.getTime() + leftMs) : quietEndsAt(alerts.quiet, now)
    if (endsAt === undefined) return
    await wait(Math.min(Math.max(endsAt.getTime() - now.getTime(), 1), MAX_WAIT_MS))
  }
}

function show({ environment, settings, notify, events }: AlertDependencies, gathered: GatheredChanges): void {
  if (!settings.read().alerts.isOn || gathered.sets === 0) return
  const { title, body, entry } = gathered.notice()
  // Test must never be mistaken for production.
  const named = { title: environment === 'test' ? `TEST ${title}` : title, body }
  const about = { environment, entryId: entry?.id ?? null, setId: entry?.setId ?? null }
  events.emit('alerts.raised', { alertId: randomUUID(), ...named, ...about })
  notify.show(named, () => {
    events.emit('alerts.opened', about)
  })
}
