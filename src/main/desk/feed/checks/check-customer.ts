import type { z } from 'zod'
import type { checkStatus } from '../../../../shared/contract/feeds-contract.ts'
import { failureOf } from '../../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../../shared/errors/failure-texts.ts'
import type { Failure } from '../../../../shared/errors/failure.ts'
import type { FeedEntry } from '../../../../shared/model/feed-entry.ts'
import type { ParcelSet } from '../../../../shared/model/parcel-set.ts'
import { foldState } from '../../../../shared/text/fold-state.ts'
import { counted } from '../../../../shared/text/format.ts'
import { yieldingToEventLoop } from '../../../../engine/base/async.ts'
import { type Logger, unexpectedFailure } from '../../../../engine/base/logger.ts'
import type { FeedSettings, StoredFollowed } from '../../../../engine/feed/feed-settings.ts'
import type { BeforeCommit, Finding } from '../../../../engine/feed/inbox/inbox-arrivals.ts'
import type { FeedStore } from '../../../../engine/feed/inbox/inbox-store.ts'
import type { KnownState, SeenState } from '../../../../engine/feed/inbox/set-states.ts'
import { isConfirmed, mayLag } from '../../../../engine/feed/inbox/unconfirmed-states.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'
import type { SearchResult } from '../../../../engine/search/selection.ts'
import type { FeedAccount } from '../feed-account.ts'

export type CheckStatus = z.output<typeof checkStatus>

export interface CheckDependencies {
  settings: Pick<FeedSettings, 'read'>
  account: Pick<FeedAccount, 'online'>
  store: () => Pick<
    FeedStore,
    | 'knownState'
    | 'recordStates'
    | 'checkedAt'
    | 'recordCheck'
    | 'addFindings'
    | 'unconfirmedStates'
    | 'replaceUnconfirmed'
  >
  clock: ClockPort
  logger: Logger
  /** See `InboxArrivals.add`. */
  beforeCommit: BeforeCommit
  /** Changes that no message had announced. */
  onFound: (entries: readonly FeedEntry[]) => void
  /** The sets of a customer are in the local index now. */
  onSearched: (customerId: string) => void
  onStatus: () => void
}

/** The service’s own default filter, active sets. A set that leaves it is not lost (T7). */
const EVERYTHING = { shipmentRefs: [], status: 'ACTIVE', instance: undefined, filters: {}, states: [] }

type CheckOutcome = Pick<CheckStatus, 'state' | 'sentence' | 'found'>

/**
 * Searches all sets of one customer and compares them with the known states. The first check has nothing to compare with and
 * only records a baseline. An incomplete search is reported, and nothing is recorded as complete (T1). Never fails: the
 * outcome says how it ended.
 */
export async function checkCustomer(
  dependencies: CheckDependencies,
  customer: StoredFollowed,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const startedAt = dependencies.clock.now()
  try {
    const { session } = await dependencies.account.online()
    const selection = { ...EVERYTHING, customers: [customer.customerId] }
    const result = await session.search(selection, undefined, signal)
    return await storeComparison(dependencies, { customer, startedAt, result })
  } catch (thrown) {
    const failure =
      failureOf(thrown) ?? unexpectedFailure(dependencies.logger, `check of ${customer.customerId}`, thrown)
    return failedWith(failure, dependencies.logger)
  }
}

interface CustomerResult {
  customer: StoredFollowed
  startedAt: Date
  result: SearchResult
}

async function storeComparison(
  dependencies: CheckDependencies,
  { customer, startedAt, result }: CustomerResult,
): Promise<CheckOutcome> {
  const store = dependencies.store()
  const { sets, findings, baseline, unconfirmed } = await compareSets(store, {
    customer,
    startedAt,
    sets: result.sets(),
  })
  const isFirst = store.checkedAt(customer.customerId) === undefined
  if (isFirst && result.complete) store.recordStates(baseline)
  const found = isFirst ? [] : store.addFindings(findings, dependencies.beforeCommit)
  if (result.complete) {
    store.replaceUnconfirmed(customer.customerId, unconfirmed)
    store.recordCheck(customer.customerId, startedAt.toISOString())
  }
  dependencies.onSearched(customer.customerId)
  if (found.length > 0) dependencies.onFound(found)
  if (!result.complete) return incomplete(result, found.length, dependencies.logger)
  return { state: 'done', found: found.length, sentence: sentenceOf({ sets, isFirst, found: found.length }) }
}

function sentenceOf({ sets, isFirst, found }: { sets: number; isFirst: boolean; found: number }): string {
  if (isFirst) return `${counted(sets, 'set')} noted; from now on a change without a message is found.`
  if (found === 0) return `${counted(sets, 'set')} checked: nothing changed without a message.`
  return `${counted(sets, 'set')} checked: ${counted(found, 'change')} found that no message had announced.`
}

function incomplete({ problems }: SearchResult, found: number, logger: Logger): CheckOutcome {
  const [first] = problems
  const why = first === undefined ? '' : ` ${first.where}: ${first.message}.`
  const sentence = logger.redact(`The search was not complete, so a change may be missing.${why} It is tried again.`)
  return { state: 'failed', sentence, found }
}

/** Session and profile see to it that a refused password is not tried again before the next sign-in (T31). */
function failedWith(failure: Failure, logger: Logger): CheckOutcome {
  const { message, next } = describeFailure(failure, 'desk')
  const isSignedOut = failure.tag === 'no-credentials' || failure.tag === 'keychain-unavailable'
  return { state: isSignedOut ? 'not-signed-in' : 'failed', sentence: logger.redact(`${message} ${next}`), found: 0 }
}

/** The service’s search may lag behind its queue: it does not contradict a message that is younger than this. */
const SEARCH_LAG_MS = 60_000

export interface CustomerSets {
  customer: StoredFollowed
  /** When the search began. */
  startedAt: Date
  sets: Iterable<ParcelSet>
}

export interface Comparison {
  /** Sets with a state. */
  sets: number
  /** Changes that no message has announced. */
  findings: Finding[]
  /** What a first check records, for later ones to compare with. */
  baseline: SeenState[]
  /** Changes that a lagging search might show, and that no earlier check has seen. */
  unconfirmed: SeenState[]
}

/** Compares what a search found with the known states; stores nothing. */
export async function compareSets(
  store: Pick<FeedStore, 'knownState' | 'unconfirmedStates'>,
  searched: CustomerSets,
): Promise<Comparison> {
  const { customer, startedAt, sets } = searched
  const seenAt = startedAt.toISOString()
  const compared: Comparison = { sets: 0, findings: [], baseline: [], unconfirmed: [] }
  const doubts = store.unconfirmedStates(customer.customerId)
  for await (const { setId, status, parcelRef, shipmentRef } of yieldingToEventLoop(sets)) {
    if (status === null || status.trim() === '') continue
    compared.sets += 1
    const known = store.knownState(setId)
    if (known?.state === foldState(status) || (known !== undefined && isNewer(known, startedAt))) continue
    if (known !== undefined && mayLag(status, known) && !isConfirmed(status, doubts.get(setId), startedAt)) {
      compared.unconfirmed.push({ setId, status, seenAt })
      continue
    }
    const { customerId, customerName } = customer
    const change = { parcelReference: parcelRef, shipmentRef, status, stateBefore: known?.status ?? null }
    compared.findings.push({ setId, customerId, customerName, ...change, seenAt })
    compared.baseline.push({ setId, status, seenAt })
  }
  return compared
}

/** Whether the state was learnt after the search began, or from a message so shortly before it that the search may lag. */
function isNewer({ seenAt, isFromCheck }: KnownState, startedAt: Date): boolean {
  const lagMs = isFromCheck ? 0 : SEARCH_LAG_MS
  return seenAt > new Date(startedAt.getTime() - lagMs).toISOString()
}
