import type { z } from 'zod'
import type { setRow } from '../../../shared/contract/search-contract.ts'
import type { ParcelSet } from '../../../shared/model/parcel-set.ts'
import type { SeenSets } from '../../../engine/search/seen-sets.ts'

export type SetRow = z.input<typeof setRow>

/** The sets of these ids as rows of the grid. What was saved is asked for once for all of them. */
export function describeRows(seen: SeenSets, setIds: readonly string[]): SetRow[] {
  const saved = seen.savedDocuments(setIds)
  return [...seen.read(setIds)].map((set) => describeRow(set, saved.get(set.setId)))
}

/** A set with what of it was saved; the contract strips what the grid does not show. */
export function describeRow(set: ParcelSet, saved: ReadonlySet<string> | undefined): SetRow {
  return { ...set, documents: set.documents?.length ?? null, savedDocuments: countSaved(set, saved) }
}

/** Saved documents that the set does not have any more do not count; while none are listed all do. */
export function countSaved({ documents }: ParcelSet, saved: ReadonlySet<string> | undefined): number {
  if (saved === undefined) return 0
  return documents === undefined ? saved.size : documents.filter(({ documentId }) => saved.has(documentId)).length
}
