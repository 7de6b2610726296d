import { hash } from 'node:crypto'
import { ignoring } from '../../../../shared/errors/ignoring.ts'
import { counted } from '../../../../shared/text/format.ts'
import { coalesce } from '../../../../engine/base/async.ts'
import { isDoubtful } from '../../../../engine/base/clock-tolerance.ts'
import type { CollectorCheck } from '../../../../engine/feed/checks/collector-checks.ts'
import type { StoredFollowed } from '../../../../engine/feed/feed-settings.ts'
import { checkCustomer, type CheckDependencies, type CheckStatus } from './check-customer.ts'

const MINUTE_MS = 60_000

/** The checks of the followed customers: at start, at intervals, and on request. */
export interface Checks {
  status(customerId: string): CheckStatus
  /**
   * Checks these customers, or everyone who is followed, one after another; resolves when all are done. A customer that is
   * already queued is not queued twice.
   */
  run(customerIds?: readonly string[]): Promise<void>
  /**
   * Checks a customer because a set is missing from the local index. Nobody asked for a result: it replaces no successful
   * one, or “3 changes found” would be gone a second later.
   */
  lookUp(customerId: string): Promise<void>
  /**
   * Restarts the interval timer with the current setting. `isOverdue`: where the last check is longer ago than an interval, the
   * next comes soon.
   */
  restartTimer(isOverdue?: boolean): void
  stop(): Promise<void>
}

type Reason = 'check' | 'lookup'

export function createChecks(dependencies: CheckDependencies): Checks {
  const stopping = new AbortController()
  const statuses = new Map<string, CheckStatus>()
  const queued = new Map<string, Reason>()
  let interval = new AbortController()
  const runQueued = async (): Promise<void> => {
    for (let next = takeFirst(queued); next !== undefined; next = takeFirst(queued)) {
      const [customerId, reason] = next
      const customer = dependencies.settings.read().followed.find((one) => one.customerId === customerId)
      if (customer === undefined) continue
      await runCheck({ dependencies, statuses, signal: stopping.signal }, customer, reason)
    }
  }
  const running = coalesce(runQueued, (thrown) => dependencies.logger.warn('check.broken', { thrown }))
  const start = async (): Promise<void> => {
    if (!stopping.signal.aborted) await running.run()
  }
  const run: Checks['run'] = async (customerIds) => {
    const { followed } = dependencies.settings.read()
    for (const id of customerIds ?? followed.map(({ customerId }) => customerId)) queued.set(id, 'check')
    await start()
  }
  return {
    run,
    lookUp: async (customerId) => {
      if (!queued.has(customerId)) queued.set(customerId, 'lookup')
      await start()
    },
    status: (customerId) => {
      const { isOn } = dependencies.settings.read().checks
      const own = statuses.get(customerId) ?? earlierStatus(dependencies, customerId)
      const status = statusByCollector(own, dependencies.collectorCheck(customerId))
      return { ...status, nextAt: isOn ? status.nextAt : null }
    },
    restartTimer: (isOverdue = false) => {
      interval.abort()
      interval = new AbortController()
      const signal = AbortSignal.any([interval.signal, stopping.signal])
      void repeat({ dependencies, statuses, signal }, run, isOverdue).catch(
        ignoring('only a restart or shutdown interrupts it'),
      )
    },
    stop: async () => {
      queued.clear()
      stopping.abort()
      await running.done()
    },
  }
}

interface CheckContext {
  dependencies: CheckDependencies
  statuses: Map<string, CheckStatus>
  signal: AbortSignal
}

async function runCheck(
  { dependencies, statuses, signal }: CheckContext,
  customer: StoredFollowed,
  reason: Reason,
): Promise<void> {
  const { customerId } = customer
  const before = statuses.get(customerId) ?? earlierStatus(dependencies, customerId)
  statuses.set(customerId, { ...before, state: 'running', sentence: 'Being checked.' })
  dependencies.onStatus()
  const outcome = await checkCustomer(dependencies, customer, signal)
  if (signal.aborted) return
  const { nextAt } = statuses.get(customerId) ?? before
  const isKept = reason === 'lookup' && before.state === 'done' && outcome.state === 'done'
  const after = isKept ? before : { ...outcome, at: dependencies.clock.now().toISOString() }
  statuses.set(customerId, { ...after, nextAt })
  dependencies.onStatus()
}

/** Checks at intervals while that is switched on. After a failure, such as a full disk, a check may be overdue. */
async function repeat(context: CheckContext, run: Checks['run'], isOverdue: boolean): Promise<void> {
  const { settings, clock, logger } = context.dependencies
  for (let mayBeOverdue = isOverdue; settings.read().checks.isOn;) {
    try {
      await checkNext(context, run, mayBeOverdue)
      mayBeOverdue = false
    } catch (thrown) {
      context.signal.throwIfAborted()
      logger.warn('checks.interval-broken', { thrown })
      await clock.wait(MINUTE_MS, context.signal)
      mayBeOverdue = true
    }
  }
}

/** Waits first, because starting the feed already requests a check where it is not overdue. */
async function checkNext(
  { dependencies, statuses, signal }: CheckContext,
  run: Checks['run'],
  mayBeOverdue: boolean,
): Promise<void> {
  const { settings, clock, onStatus, share } = dependencies
  const { checks, followed } = settings.read()
  const now = clock.now()
  const rhythm = { everyMs: checks.everyMinutes * MINUTE_MS, share: share() }
  const next = mayBeOverdue ? nextOverdueCheck(now, earliestCheck(dependencies), rhythm) : nextCheck(now, rhythm)
  const nextAt = next.toISOString()
  for (const { customerId } of followed) {
    statuses.set(customerId, { ...(statuses.get(customerId) ?? earlierStatus(dependencies, customerId)), nextAt })
  }
  onStatus()
  await clock.wait(next.getTime() - now.getTime(), signal)
  const due = settings.read().followed.filter(({ customerId }) => !isCovered(dependencies, customerId, rhythm.everyMs))
  await run(due.map(({ customerId }) => customerId))
}

/** A check of this desk’s own, at least: whatever a collector may have missed is found within a day. */
const OWN_CHECK_WITHIN_MS = 24 * 60 * MINUTE_MS

/** Whether a collector has checked the customer so recently that this desk need not. It must have a baseline of its own. */
function isCovered(dependencies: CheckDependencies, customerId: string, everyMs: number): boolean {
  const { clock, store, collectorCheck, hasGap } = dependencies
  const now = clock.now()
  const isWithin = (at: string | undefined, ms: number): boolean =>
    at !== undefined && now.getTime() - Date.parse(at) <= ms && !isDoubtful(at, now.toISOString())
  const isOwnRecent = isWithin(store().checkedAt(customerId), OWN_CHECK_WITHIN_MS)
  return isOwnRecent && isWithin(collectorCheck(customerId)?.at, everyMs) && !hasGap(customerId)
}

/** What the collector found, where that is the latest. */
function statusByCollector(own: CheckStatus, check: CollectorCheck | undefined): CheckStatus {
  if (check === undefined || own.state === 'running' || check.at <= (own.at ?? '')) return own
  const { at, sets, found } = check
  const what =
    found === 0
      ? 'nothing changed without a message'
      : `${counted(found, 'change')} found that no message had announced`
  const sentence = `The firm’s collector checked ${counted(sets, 'set')}: ${what}.`
  return { ...own, state: 'done', at, found, sentence }
}

/** When the customer was checked whose last check is longest ago; undefined where one never was. */
function earliestCheck({ settings, store }: CheckDependencies): string | undefined {
  const times = settings.read().followed.map(({ customerId }) => store().checkedAt(customerId) ?? '')
  const [earliest = ''] = times.toSorted()
  return earliest === '' ? undefined : earliest
}

function earlierStatus({ store }: CheckDependencies, customerId: string): CheckStatus {
  const at = store().checkedAt(customerId) ?? null
  const none = { at, nextAt: null, found: 0 }
  if (at === null) return { state: 'never', sentence: 'Not checked yet.', ...none }
  return { state: 'done', sentence: 'Checked before this start.', ...none }
}

function takeFirst(queued: Map<string, Reason>): [customerId: string, reason: Reason] | undefined {
  const [first] = queued
  if (first !== undefined) queued.delete(first[0])
  return first
}

/** The longest that a desk whose check is overdue waits, so that all that start at eight do not search at eight. */
const LONGEST_DELAY_MS = 15 * 60_000

/**
 * The part of an interval, from 0 to below 1, at which a desk checks: another for each desk, always the same for one. Also by
 * the name of the computer: a disk image that was copied to a thousand of them carries one id.
 */
export function deskShare(deskId: string, computer: string): number {
  const digest = hash('sha256', JSON.stringify([deskId, computer]), 'buffer')
  return digest.readUInt32BE(0) / 2 ** 32
}

interface CheckRhythm {
  everyMs: number
  /** `deskShare`. */
  share: number
}

/** The next time at the desk’s own place in each interval, counted from 1970 and at least half an interval from now. */
export function nextCheck(now: Date, { everyMs, share }: CheckRhythm): Date {
  const place = share * everyMs
  const earliest = now.getTime() + everyMs / 2
  return new Date(Math.ceil((earliest - place) / everyMs) * everyMs + place)
}

/** The same, but soon where the last check is longer ago than an interval, as after a night. */
export function nextOverdueCheck(now: Date, lastAt: string | undefined, rhythm: CheckRhythm): Date {
  const { everyMs, share } = rhythm
  if (lastAt !== undefined && now.getTime() - Date.parse(lastAt) <= everyMs) return nextCheck(now, rhythm)
  return new Date(now.getTime() + share * Math.min(everyMs, LONGEST_DELAY_MS))
}
