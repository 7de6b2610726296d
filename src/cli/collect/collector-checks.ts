import { ignoring } from '../../shared/errors/ignoring.ts'
import { failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { FailureTag } from '../../shared/errors/failure.ts'
import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import type { Counterparty } from '../../shared/model/parcel-set.ts'
import { counted } from '../../shared/text/format.ts'
import { compareSets } from '../../engine/feed/checks/compare-sets.ts'
import type { FirmPublisher } from '../../engine/feed/firm/firm-publisher.ts'
import type { FeedStore } from '../../engine/feed/inbox/inbox-store.ts'
import type { ParcelDesk, ParcelSession } from '../../engine/parcel-desk.ts'
import { unexpectedFailure } from '../../engine/base/logger.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'
import { isOutage } from '../../engine/saving/transfer/outage-detector.ts'
import { activeSetsOf } from '../../engine/search/selection.ts'

/** How soon a standby notices that it has become the collector. */
const ACTIVE_AFTER_MS = 5_000

/** Besides an outage: a password that is refused once more for each customer would be locked (T31). */
const CONCERNS_EVERY_CUSTOMER: ReadonlySet<FailureTag> = new Set<FailureTag>([
  'sign-in-refused',
  'no-credentials',
  'keychain-unavailable',
  'broker-refused',
])

export interface CollectorCheckOptions {
  session: Pick<ParcelSession, 'search' | 'findCustomers'>
  feed: FeedStore
  publisher: Pick<FirmPublisher, 'publishCheck'>
  /** Empty for every customer of the account. */
  customerIds: readonly string[]
  everyMs: number
  /** Whether this is the collector, and no standby. */
  isActive: () => boolean
  onFound: (entries: readonly FeedEntry[]) => void
  note: (sentence: string) => void
  clock: ClockPort
  logger: ParcelDesk['logger']
}

/**
 * Checks every customer by search at intervals, and tells the desks of the firm, which then need not search themselves. Ends
 * with the signal; never fails, as messages must not depend on it.
 */
export async function runCollectorChecks(options: CollectorCheckOptions, signal: AbortSignal): Promise<void> {
  const { clock, everyMs, isActive } = options
  while (!signal.aborted) {
    const isChecking = isActive()
    if (isChecking) await checkAll(options, signal)
    await clock.wait(isChecking ? everyMs : ACTIVE_AFTER_MS, signal).catch(ignoring('being stopped ends the wait'))
  }
}

/** What fails for one customer stops no other (T34): without a stream of their own, for example, they cannot be told. */
async function checkAll(options: CollectorCheckOptions, signal: AbortSignal): Promise<void> {
  const noteFailure = (of: string, thrown: unknown): void => {
    if (signal.aborted) return
    const failure = failureOf(thrown) ?? unexpectedFailure(options.logger, 'check of a collector', thrown)
    const { message, next } = describeFailure(failure)
    options.note(`The check by search${of} was not told to the desks, which check themselves. ${message} ${next}`)
  }
  try {
    for (const customer of await customersOf(options, signal)) {
      if (signal.aborted) return
      await check(options, customer, signal).catch((thrown: unknown) => {
        const tag = failureOf(thrown)?.tag
        if (tag !== undefined && (isOutage(tag) || CONCERNS_EVERY_CUSTOMER.has(tag))) throw thrown
        noteFailure(` of ${customer.customerName}`, thrown)
      })
    }
  } catch (thrown) {
    noteFailure('', thrown)
  }
}

async function customersOf(
  { session, customerIds, note }: CollectorCheckOptions,
  signal: AbortSignal,
): Promise<Counterparty[]> {
  const { customers, problems } = await session.findCustomers(customerIds, signal)
  // Of customers that are named the list gives no more than their names.
  if (customerIds.length === 0) for (const { where, message } of problems) note(`${where}: ${message}`)
  return customers
}

/**
 * Told first, then stored: what could not be told is found by the next check again, and what is told twice is no news to a desk.
 * The first check has nothing to compare with, and desks had their own before: it is not told.
 */
async function check(options: CollectorCheckOptions, customer: Counterparty, signal: AbortSignal): Promise<void> {
  const { session, feed, publisher, clock, onFound, note } = options
  const { customerId, customerName } = customer
  const startedAt = clock.now()
  const result = await session.search(activeSetsOf(customerId), undefined, signal)
  if (!result.complete) {
    note(`The search of ${customerName} was not complete: the desks check themselves.`)
    return
  }
  const { sets, findings, baseline, unconfirmed } = await compareSets(feed, {
    customer,
    startedAt,
    now: clock.now(),
    sets: result.sets(),
  })
  if (feed.checkedAt(customerId) === undefined) {
    feed.recordStates(baseline)
    note(`${customerName}: ${counted(sets, 'set')} noted; changes without a message are told to the desks from now on.`)
  } else {
    const found = findings.map(({ setId, status, parcelReference, shipmentRef }) => ({
      setId,
      status,
      parcelReference,
      shipmentRef,
    }))
    await publisher.publishCheck({ customerId, startedAt: startedAt.toISOString(), sets, found })
    onFound(feed.addFindings(findings))
    note(
      `${customerName}: ${counted(sets, 'set')} checked by search, ${counted(found.length, 'change')} told to the desks.`,
    )
  }
  feed.replaceUnconfirmed(customerId, unconfirmed)
  feed.recordCheck(customerId, startedAt.toISOString())
}
