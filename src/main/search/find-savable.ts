import type { ParcelSet, Problem } from '../../shared/model/parcel-set.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import { loadDocuments } from './load-documents.ts'
import type { SearchOutcome } from './search-service.ts'
import type { SetIndex } from './set-index.ts'

export interface Savable {
  sets: Iterable<ParcelSet>
  problems: Problem[]
  isComplete: boolean
}

/**
 * What of a search can be saved: sets whose documents the search did not list are asked for once more, one by one (T4).
 * A set whose documents stay unlisted makes the selection incomplete and is named as a problem.
 */
export async function findSavable(
  parts: { client: ExchangeClient; index: SetIndex; status: string },
  found: SearchOutcome,
  signal?: AbortSignal,
): Promise<Savable> {
  const problems = [...found.problems]
  let isComplete = found.complete
  for (const set of found.savable()) {
    if (set.documents !== undefined) continue
    const { set: loaded, isEmpty } = await loadDocuments(parts, set, signal)
    if (loaded.documents !== undefined) continue
    if (!isEmpty) isComplete = false
    problems.push({
      where: `set ${set.parcelRef ?? set.setId}`,
      message: isEmpty ? 'it has no documents' : 'the service did not list its documents, so they are not in the plan',
    })
  }
  return { sets: found.savable(), problems, isComplete }
}
