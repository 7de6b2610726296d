import type { ParcelSet, Problem } from '../../shared/model/parcel-set.ts'
import { mapConcurrently } from '../base/map-concurrently.ts'
import { withPauses } from '../base/with-pauses.ts'
import type { SearchProgress } from '../parcel-desk.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import { unreadableDocuments } from '../exchange/parse-set.ts'
import { loadDocuments } from './load-documents.ts'
import { readSets } from './search-customers.ts'
import { SEARCHES_AT_ONCE } from './search-service.ts'
import type { SetIndex } from './set-index.ts'

const WHY = {
  none: 'it has no documents',
  part: 'documents of it have no valid id, so they are not in the plan',
  unlisted: 'the service did not list its documents, so they are not in the plan',
} as const

export interface Savable {
  sets: Iterable<ParcelSet>
  problems: Problem[]
  isComplete: boolean
}

/** Sets that were found, and what their search says of itself. */
export interface FoundSets {
  /** Read more than once. */
  sets: () => Iterable<ParcelSet>
  isComplete: boolean
  problems: Problem[]
  /** What the search has told of its progress, to go on from. */
  progress?: Pick<SearchProgress, 'loaded' | 'total' | 'requests'>
}

interface Parts {
  client: ExchangeClient
  index: SetIndex
  status: string
  onProgress: ((progress: SearchProgress) => void) | undefined
}

/**
 * What of these sets can be saved: where the search did not list their documents they are asked for once more, one by one (T4).
 * A set whose documents stay unlisted, or of whose documents one has no valid id, makes the selection incomplete.
 */
export async function findSavable(parts: Parts, found: FoundSets, signal?: AbortSignal): Promise<Savable> {
  const unlisted: string[] = []
  let isReadable = true
  for await (const set of withPauses(found.sets())) {
    if (set.documents === undefined) unlisted.push(set.setId)
    if (unreadableDocuments(set) > 0) isReadable = false
  }
  const missing = await loadEach(parts, { found, unlisted }, signal)
  const isComplete = found.isComplete && isReadable && missing.every(({ state }) => state === 'none')
  const problems = missing.map(({ set, state }) => ({
    where: `set ${set.parcelRef ?? set.setId}`,
    message: WHY[state],
  }))
  return { sets: found.sets(), problems: [...found.problems, ...problems], isComplete }
}

interface Missing {
  set: ParcelSet
  state: keyof typeof WHY
}

/** Loads the documents of these sets into the index. Returns the sets of which some, or all, are missing afterwards. */
async function loadEach(
  parts: Parts,
  { found, unlisted }: { found: FoundSets; unlisted: string[] },
  signal?: AbortSignal,
): Promise<Missing[]> {
  const { loaded, total, requests } = found.progress ?? { loaded: 0, total: 0, requests: 0 }
  const progress = { loaded, total, requests, expectedRequests: requests + unlisted.length }
  const outcomes = await mapConcurrently(unlisted, SEARCHES_AT_ONCE, async (setId): Promise<Missing[]> => {
    const [set] = readSets(parts.index, [setId])
    if (set === undefined) return []
    const done = await loadDocuments(parts, set, signal)
    progress.requests += done.requests
    progress.expectedRequests += done.requests - 1
    parts.onProgress?.({ ...progress })
    return done.state === 'listed' ? [] : [{ set, state: done.state }]
  })
  return outcomes.flat()
}
