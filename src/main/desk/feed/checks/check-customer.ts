import type { z } from 'zod'
import type { checkStatus } from '../../../../shared/contract/feeds-contract.ts'
import { failureOf } from '../../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../../shared/errors/failure-texts.ts'
import type { Failure } from '../../../../shared/errors/failure.ts'
import type { FeedEntry } from '../../../../shared/model/feed-entry.ts'
import { counted } from '../../../../shared/text/format.ts'
import { type Logger, unexpectedFailure } from '../../../../engine/base/logger.ts'
import type { FeedSettings, StoredFollowed } from '../../../../engine/feed/feed-settings.ts'
import type { CollectorCheck } from '../../../../engine/feed/checks/collector-checks.ts'
import { compareSets } from '../../../../engine/feed/checks/compare-sets.ts'
import type { BeforeCommit } from '../../../../engine/feed/inbox/inbox-arrivals.ts'
import type { FeedStore } from '../../../../engine/feed/inbox/inbox-store.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'
import { activeSetsOf, type SearchResult } from '../../../../engine/search/selection.ts'
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
  /** The last check of which the firm’s collector told, where this desk reads its streams. */
  collectorCheck: (customerId: string) => CollectorCheck | undefined
  /** Whether a stream has lost messages of this customer that no check of this desk’s own has made up for. */
  hasGap: (customerId: string) => boolean
  /** `deskShare` of this installation. */
  share: () => number
  /** See `InboxArrivals.add`. */
  beforeCommit: BeforeCommit
  /** Changes that no message had announced. */
  onFound: (entries: readonly FeedEntry[]) => void
  /** The sets of a customer are in the local index now. */
  onSearched: (customerId: string) => void
  onStatus: () => void
}

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
    const selection = activeSetsOf(customer.customerId)
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
    now: dependencies.clock.now(),
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
  if (isFirst) return `${counted(sets, 'set')} noted. From now on, changes are found even if no message tells of them.`
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
