import type { AppError } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { ParcelSet, Problem } from '../../shared/model/parcel-set.ts'
import { counted } from '../../shared/text/format.ts'
import { mapConcurrently, yieldingToEventLoop } from '../base/async.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import { countUnreadableDocuments, unreadableFields } from '../exchange/parse-set.ts'
import type { SearchFilters } from '../exchange/paging.ts'
import { isOfOneSearch, watchFailures } from './failing-searches.ts'
import { MOST_AT_ONCE } from '../pace/concurrency-law.ts'
import { readSets } from './search-customers.ts'
import type { SearchProgress } from './selection.ts'
import { ownerOf, type SetIndex } from './set-index.ts'

const WHY = {
  none: 'it has no documents',
  part: 'documents of it have no valid id, so they are not in the plan',
  unlisted: 'the service did not list its documents, so they are not in the plan',
} as const

/** Without these a document may be filed in another place than it belongs, or not be chosen. */
const FILED_BY = new Set(['parcelRef', 'shipmentRef', 'status', 'documents.name', 'documents.docType'])

export interface SavableSets {
  sets: Iterable<ParcelSet>
  problems: Problem[]
  isComplete: boolean
}

/** Sets that were found, and how complete their search was. */
export interface FoundSets {
  /** Iterated more than once. */
  sets: () => Iterable<ParcelSet>
  isComplete: boolean
  problems: Problem[]
  /** The search's last progress, to continue from. */
  progress?: Pick<SearchProgress, 'loaded' | 'total' | 'requests'>
}

interface FindSavableOptions {
  client: ExchangeClient
  index: SetIndex
  status: string
  onProgress: ((progress: SearchProgress) => void) | undefined
}

/**
 * Makes sure that the documents of these sets are known: sets whose documents the search did not list are searched again one
 * by one (T4). A set whose documents stay unlisted, or have an invalid id among them, makes the selection incomplete.
 */
export async function findSavable(
  options: FindSavableOptions,
  found: FoundSets,
  signal?: AbortSignal,
): Promise<SavableSets> {
  const unlisted: string[] = []
  let [partly, misfiled] = [0, 0]
  for await (const set of yieldingToEventLoop(found.sets())) {
    if (set.documents === undefined) unlisted.push(set.setId)
    if (countUnreadableDocuments(set) > 0) partly += 1
    if (unreadableFields(set).some((field) => FILED_BY.has(field))) misfiled += 1
  }
  const missing = await loadUnlisted(options, { found, unlisted }, signal)
  const isComplete =
    found.isComplete && partly === 0 && misfiled === 0 && missing.every(({ state }) => state === 'none')
  const problems = missing.map(({ set, state, failure }) => ({
    where: nameOf(set),
    message: failure === undefined ? WHY[state] : describeFailure(failure.failure).message,
  }))
  const ofAll = [
    [partly, 'with documents that have no valid id, which are not in the plan'] as const,
    [misfiled, 'with a reference, state, name or type that could not be read, by which documents are filed'] as const,
  ].flatMap(([sets, which]) => (sets === 0 ? [] : [{ where: 'the plan', message: `${counted(sets, 'set')} ${which}` }]))
  return { sets: found.sets(), problems: [...ofAll, ...problems, ...found.problems], isComplete }
}

function nameOf(set: ParcelSet): string {
  return `set ${set.parcelRef ?? set.setId}`
}

interface SetWithoutDocuments {
  set: ParcelSet
  state: keyof typeof WHY
  /** Of the search for them. */
  failure: AppError | undefined
}

function unlessOfOneSearch(thrown: unknown): LoadedDocuments & { failure: AppError } {
  if (isOfOneSearch(thrown)) return { state: 'unlisted', requests: 1, failure: thrown }
  throw thrown
}

/** Loads the documents of these sets into the index. Returns the sets of which some or all are still missing. */
async function loadUnlisted(
  options: FindSavableOptions,
  { found, unlisted }: { found: FoundSets; unlisted: string[] },
  signal?: AbortSignal,
): Promise<SetWithoutDocuments[]> {
  const { loaded, total, requests } = found.progress ?? { loaded: 0, total: 0, requests: 0 }
  const progress = { loaded, total, requests, expectedRequests: requests + unlisted.length }
  const noteAnswer = watchFailures(unlisted.length)
  const outcomes = await mapConcurrently(unlisted, MOST_AT_ONCE, async (setId): Promise<SetWithoutDocuments[]> => {
    const [set] = readSets(options.index, [setId])
    if (set === undefined) return []
    const { state, requests: sent, failure } = await loadDocuments(options, set, signal).catch(unlessOfOneSearch)
    noteAnswer(failure)
    progress.requests += sent
    progress.expectedRequests += sent - 1
    options.onProgress?.({ ...progress })
    return state === 'listed' ? [] : [{ set, state, failure }]
  })
  return outcomes.flat()
}

export interface LoadedDocuments {
  /** `part`: some have no valid id. `unlisted`: the service still does not say, which never means “none” (T4). */
  state: 'listed' | 'part' | 'none' | 'unlisted'
  /** Search calls sent. */
  requests: number
  failure?: AppError
}

/**
 * Searches again narrowed to one set, because a service may list documents only in a unique result (T4). Stores what it lists
 * in the index.
 */
export async function loadDocuments(
  parts: { client: ExchangeClient; index: SetIndex; status: string },
  set: ParcelSet,
  signal?: AbortSignal,
): Promise<LoadedDocuments> {
  const { client, index, status } = parts
  let requests = 0
  for (const filters of narrowings(set, status)) {
    let narrowed: ParcelSet | undefined
    const onPage = ({ sets }: { sets: ParcelSet[] }): void => {
      narrowed ??= sets.find((one) => one.setId === set.setId)
    }
    const found = await client.search({ filters, owner: ownerOf(set), where: nameOf(set), onPage }, signal)
    requests += found.requests
    if (narrowed?.documents !== undefined) {
      index.store([narrowed])
      return { state: countUnreadableDocuments(narrowed) === 0 ? 'listed' : 'part', requests }
    }
    if (narrowed !== undefined && found.isComplete && found.total === 1) return { state: 'none', requests }
  }
  return { state: 'unlisted', requests }
}

/** First the filter that is documented, then one that may exist. */
function narrowings({ customerId, shipmentRef, parcelRef }: ParcelSet, status: string): SearchFilters[] {
  if (customerId === null) return []
  const base = { customerIds: [customerId], status }
  const byShipment = shipmentRef === null ? undefined : { ...base, shipmentRef }
  const byParcel = parcelRef === null ? undefined : { ...base, ...byShipment, parcelRef }
  return [byShipment, byParcel].filter((filters) => filters !== undefined)
}
