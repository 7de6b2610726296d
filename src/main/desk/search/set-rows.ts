import type { z } from 'zod'
import type { Output } from '../../../shared/contract/contract.ts'
import type { setRow } from '../../../shared/contract/search-contract.ts'
import type { ParcelSet } from '../../../shared/model/parcel-set.ts'
import { foldState } from '../../../shared/text/set-fields.ts'
import type { KnownState, SetStates } from '../../../engine/feed/inbox/set-states.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { SavedDocuments, SavedState } from '../../../engine/saving/records/ledger.ts'
import type { SeenSets } from '../../../engine/search/seen-sets.ts'
import type { OpenedSession } from '../sessions.ts'
import type { SearchRun } from './search-runs.ts'

export type SetRow = z.input<typeof setRow>

/** What is known of sets here: as searches saw them, and the states that messages brought. */
export interface SetSources {
  seen: Pick<SeenSets, 'read' | 'savedDocuments'>
  states: () => Pick<SetStates, 'knownState'>
}

export function setSources(engine: Pick<ParcelDesk, 'feed'>, { session, connection }: OpenedSession): SetSources {
  return { seen: session.sets, states: () => engine.feed(connection.environment) }
}

/** The sets with these ids as rows of the grid. One query finds the saved documents of all of them. */
export function describeRows({ seen, states }: SetSources, setIds: readonly string[]): SetRow[] {
  const saved = seen.savedDocuments(setIds)
  return [...seen.read(setIds)].map((set) => {
    const documents = saved.get(set.setId)
    return describeRow(set, documents, documents === undefined ? undefined : states().knownState(set.setId))
  })
}

/** A set and what was saved of it; the contract strips what the grid does not show. */
export function describeRow(set: ParcelSet, saved: SavedDocuments | undefined, known: KnownState | undefined): SetRow {
  return {
    ...set,
    documents: set.documents?.length ?? null,
    savedDocuments: savedOf(set, saved).length,
    changedDocuments: countChanged(set, saved, known),
  }
}

/**
 * How many of the saved documents the service may have replaced. It has no version or date of a document, so the set decides, by
 * the rule of “only new or changed” (T10, T15): its state or its date of change is not what it was when the service last sent
 * the document. Or a message that came since says another state: a search may lag behind it, and none may have been made.
 */
function countChanged(set: ParcelSet, saved: SavedDocuments | undefined, known: KnownState | undefined): number {
  const isNewerState = ({ status, seenAt }: SavedState): boolean =>
    known !== undefined && !known.isFromCheck && known.seenAt > seenAt && known.state !== foldState(status ?? '')
  return savedOf(set, saved).filter(
    (state) => state.status !== set.status || state.modifiedDate !== set.modifiedDate || isNewerState(state),
  ).length
}

/** Saved documents that the set no longer has do not count; until its documents are listed, all do. */
function savedOf({ documents }: ParcelSet, saved: SavedDocuments | undefined): SavedState[] {
  if (saved === undefined) return []
  if (documents === undefined) return [...saved.values()]
  return documents.flatMap(({ documentId }) => saved.get(documentId) ?? [])
}

/** The references that are numbers of parcels or bills of lading, in the order of the selection. */
export function numberReferences({
  selection,
  answerOf,
}: Pick<SearchRun, 'selection' | 'answerOf'>): Output<'search.missing'>['numbers'] {
  return selection.shipmentRefs.flatMap((reference) => {
    const understoodAs = answerOf(reference)?.understoodAs
    return understoodAs === undefined ? [] : [{ reference, ...understoodAs }]
  })
}

/** The references without a set, in the order of the selection. */
export function missingReferences({ selection, answerOf }: Pick<SearchRun, 'selection' | 'answerOf'>): string[] {
  // One that was not answered, or only in part, is never called missing: its sets may exist.
  return selection.shipmentRefs.filter((reference) => {
    const answer = answerOf(reference)
    return answer?.isComplete === true && answer.setIds.length === 0
  })
}
