import type { z } from 'zod'
import type { setRow } from '../../../shared/contract/search-contract.ts'
import type { ParcelSet } from '../../../shared/model/parcel-set.ts'
import type { SeenSets } from '../../../engine/search/seen-sets.ts'
import type { SearchRun } from './search-runs.ts'

export type SetRow = z.input<typeof setRow>

/** The sets with these ids as rows of the grid. One query finds the saved documents of all of them. */
export function describeRows(seen: SeenSets, setIds: readonly string[]): SetRow[] {
  const saved = seen.savedDocuments(setIds)
  return [...seen.read(setIds)].map((set) => describeRow(set, saved.get(set.setId)))
}

/** A set and how many of its documents were saved; the contract strips what the grid does not show. */
export function describeRow(set: ParcelSet, saved: ReadonlySet<string> | undefined): SetRow {
  return { ...set, documents: set.documents?.length ?? null, savedDocuments: countSaved(set, saved) }
}

/** Saved documents that the set no longer has do not count; until its documents are listed, all do. */
export function countSaved({ documents }: ParcelSet, saved: ReadonlySet<string> | undefined): number {
  if (saved === undefined) return 0
  return documents === undefined ? saved.size : documents.filter(({ documentId }) => saved.has(documentId)).length
}

/** The references without a set, in the order of the selection. */
export function missingReferences({ selection, answerOf }: Pick<SearchRun, 'selection' | 'answerOf'>): string[] {
  // One that was not answered, or only in part, is never called missing: its sets may exist.
  return selection.shipmentRefs.filter((reference) => {
    const answer = answerOf(reference)
    return answer?.isComplete === true && answer.setIds.length === 0
  })
}
