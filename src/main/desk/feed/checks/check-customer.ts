import type { z } from 'zod'
import type { checkStatus } from '../../../../shared/contract/feeds-contract.ts'
import { failureOf } from '../../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../../shared/errors/failure-texts.ts'
import type { Failure } from '../../../../shared/errors/failure.ts'
import type { FeedEntry } from '../../../../shared/model/feed-entry.ts'
import { counted } from '../../../../shared/text/counted.ts'
import type { Logger } from '../../../../engine/base/logger.ts'
import type { SearchResult } from '../../../../engine/parcel-desk.ts'
import { unexpectedFailure } from '../../../../engine/base/unexpected.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'
import { compareSets } from './compare-sets.ts'
import type { FeedAccount } from '../feed-account.ts'
import type { FeedSettings, StoredFollowed } from '../../../../engine/feed/feed-settings.ts'
import type { FeedStore } from '../../../../engine/feed/inbox/inbox-store.ts'

export type CheckStatus = z.output<typeof checkStatus>

export interface CheckParts {
  settings: Pick<FeedSettings, 'read'>
  account: Pick<FeedAccount, 'online'>
  store: () => Pick<
    FeedStore,
    'knownState' | 'noteStates' | 'checkedAt' | 'noteChecked' | 'addFindings' | 'doubts' | 'keepDoubts'
  >
  clock: ClockPort
  logger: Logger
  /** Changes that no message had announced. */
  onFound: (entries: readonly FeedEntry[]) => void
  /** The sets of a customer are in the local index now. */
  onSearched: (customerId: string) => void
  onStatus: () => void
}

/** What the service filters by when nothing is said: what is at hand. A set that leaves it is not lost (T7). */
const EVERYTHING = { shipmentRefs: [], status: 'ACTIVE', instance: undefined, filters: {}, states: [] }

type Outcome = Pick<CheckStatus, 'state' | 'sentence' | 'found'>

/**
 * Searches all sets of one customer and compares them with the states that are known. The first time there is nothing to
 * compare with: what it finds is remembered. An incomplete search is said, and nothing is remembered as complete (T1).
 * Never fails: how it ended is the outcome.
 */
export async function checkCustomer(
  parts: CheckParts,
  customer: StoredFollowed,
  signal: AbortSignal,
): Promise<Outcome> {
  const startedAt = parts.clock.now()
  try {
    const { session } = await parts.account.online()
    const asked = { ...EVERYTHING, customers: [customer.customerId] }
    const result = await session.search(asked, undefined, signal)
    return await keepCompared(parts, { customer, startedAt, result })
  } catch (thrown) {
    const failure = failureOf(thrown) ?? unexpectedFailure(parts.logger, `check of ${customer.customerId}`, thrown)
    return failedWith(failure, parts.logger)
  }
}

interface Answered {
  customer: StoredFollowed
  startedAt: Date
  result: SearchResult
}

async function keepCompared(parts: CheckParts, { customer, startedAt, result }: Answered): Promise<Outcome> {
  const store = parts.store()
  const { sets, findings, baseline, doubted } = await compareSets(store, { customer, startedAt, sets: result.sets() })
  const isFirst = store.checkedAt(customer.customerId) === undefined
  if (isFirst && result.complete) store.noteStates(baseline)
  const found = isFirst ? [] : store.addFindings(findings)
  if (result.complete) {
    store.keepDoubts(customer.customerId, doubted)
    store.noteChecked(customer.customerId, startedAt.toISOString())
  }
  parts.onSearched(customer.customerId)
  if (found.length > 0) parts.onFound(found)
  if (!result.complete) return incomplete(result, found.length, parts.logger)
  return { state: 'done', found: found.length, sentence: sentenceOf({ sets, isFirst, found: found.length }) }
}

function sentenceOf({ sets, isFirst, found }: { sets: number; isFirst: boolean; found: number }): string {
  if (isFirst) return `${counted(sets, 'set')} noted; from now on a change without a message is found.`
  if (found === 0) return `${counted(sets, 'set')} checked: nothing changed without a message.`
  return `${counted(sets, 'set')} checked: ${counted(found, 'change')} found that no message had announced.`
}

function incomplete({ problems }: SearchResult, found: number, logger: Logger): Outcome {
  const [first] = problems
  const why = first === undefined ? '' : ` ${first.where}: ${first.message}.`
  const sentence = logger.redact(`The search was not complete, so a change may be missing.${why} It is tried again.`)
  return { state: 'failed', sentence, found }
}

/** A password that was refused is not tried again before somebody signs in anew (T31): session and profile see to that. */
function failedWith(failure: Failure, logger: Logger): Outcome {
  const { message, next } = describeFailure(failure, 'desk')
  const isSignedOut = failure.tag === 'no-credentials' || failure.tag === 'keychain-unavailable'
  return { state: isSignedOut ? 'not-signed-in' : 'failed', sentence: logger.redact(`${message} ${next}`), found: 0 }
}
