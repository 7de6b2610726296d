import { randomUUID } from 'node:crypto'
import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import type { Environment } from '../../../../shared/model/connection.ts'
import type { EventHub } from '../../event-hub.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'
import type { NotifyPort } from '../../desk-ports.ts'
import { shouldAlert, needsReference, quietEndsAt } from './alert-rules.ts'
import type { FeedSettings } from '../../../../engine/feed/feed-settings.ts'
import { createGatheredChanges, type GatheredChanges } from './alert-summary.ts'

/** Nobody notices it, and the second message of one act (T13) and a backlog (T42) are there by then. */
const GATHER_MS = 250
/** What comes closer together than this is one burst. */
const WINDOW_MS = 1_000
/** A burst that never ends is told now and then all the same. */
const LONGEST_BURST_MS = 60_000
/** Quiet hours end by the clock on the wall, which may be set meanwhile. */
const LONGEST_WAIT_MS = 60_000

interface AlertDependencies {
  environment: Environment
  settings: Pick<FeedSettings, 'read'>
  clock: ClockPort
  notify: Pick<NotifyPort, 'show'>
  events: Pick<EventHub, 'emit'>
  /** The shipment reference of a set, as far as it is known here. */
  referenceOf: (setId: string) => string | null
}

export interface Alerts {
  /** Entries that are new, with their customer’s name where it is known. */
  add(entries: readonly ListedEntry[]): void
  /** Quiet hours or a pause may have been changed. */
  recheckQuiet(): void
  stop(): Promise<void>
}

/**
 * Notifications of the desktop: one entry by itself at once, a burst as one summary (T13, T42). Nothing while they are off,
 * paused or it is quiet; at the end of either one summary. The inbox is the record, these are hints.
 */
export function createAlerts(parts: AlertDependencies): Alerts {
  const stopping = new AbortController()
  let gathered = createGatheredChanges()
  let showing: Promise<void> | undefined
  let quietWait = new AbortController()
  const drain = (): GatheredChanges => {
    const taken = gathered
    gathered = createGatheredChanges()
    return taken
  }
  const wait = (timeMs: number): Promise<void> => parts.clock.wait(timeMs, stopping.signal)
  const waitOrRecheck = async (timeMs: number): Promise<void> => {
    quietWait = new AbortController()
    const either = AbortSignal.any([stopping.signal, quietWait.signal])
    await parts.clock.wait(timeMs, either).catch(() => stopping.signal.throwIfAborted())
  }
  const showAll = async (): Promise<void> => {
    await wait(GATHER_MS)
    while (gathered.sets > 0) {
      if (isBurst(gathered)) await untilCalm(parts.clock, () => gathered.entries, wait)
      await untilAudible(parts, waitOrRecheck)
      show(parts, drain())
      // What follows within the window is gathered before it is told.
      await wait(WINDOW_MS)
    }
    // In the same turn as the last look: what comes from now on begins anew.
    showing = undefined
  }
  return {
    add: (entries) => {
      const { alerts } = parts.settings.read()
      if (!alerts.isOn || stopping.signal.aborted) return
      for (const entry of withReferences(parts, entries)) if (shouldAlert(entry, alerts.rules)) gathered.add(entry)
      // Only the end of the application interrupts it.
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

/** Two messages about one set are one act of somebody (T13). */
function isBurst({ sets, entries }: GatheredChanges): boolean {
  return sets > 1 || entries > 2
}

type Wait = (timeMs: number) => Promise<void>

/** Until nothing more has come for a whole window. */
async function untilCalm(clock: ClockPort, entries: () => number, wait: Wait): Promise<void> {
  const endMs = clock.monotonicMs() + LONGEST_BURST_MS
  for (let before = -1; before !== entries() && clock.monotonicMs() < endMs;) {
    before = entries()
    await wait(WINDOW_MS)
  }
}

/** Through quiet hours and pauses, one after the other or both at once. */
async function untilAudible({ settings, clock }: AlertDependencies, wait: Wait): Promise<void> {
  for (;;) {
    const now = clock.now()
    const { alerts, pausedUntil } = settings.read()
    const leftMs = pausedUntil === null ? 0 : Date.parse(pausedUntil) - now.getTime()
    const endsAt = leftMs > 0 ? new Date(now.getTime() + leftMs) : quietEndsAt(alerts.quiet, now)
    if (endsAt === undefined) return
    await wait(Math.min(Math.max(endsAt.getTime() - now.getTime(), 1), LONGEST_WAIT_MS))
  }
}

function show({ environment, settings, notify, events }: AlertDependencies, gathered: GatheredChanges): void {
  if (!settings.read().alerts.isOn || gathered.sets === 0) return
  const { title, body, entry } = gathered.notice()
  // Test must never be taken for production (product, “The desk”).
  const named = { title: environment === 'test' ? `TEST ${title}` : title, body }
  const about = { environment, entryId: entry?.id ?? null, setId: entry?.setId ?? null }
  events.emit('alerts.raised', { alertId: randomUUID(), ...named, ...about })
  notify.show(named, () => {
    events.emit('alerts.opened', about)
  })
}
