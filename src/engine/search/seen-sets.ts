import type { ParcelSet } from '../../shared/model/parcel-set.ts'
import type { SavedVersion } from '../saving/records/ledger.ts'
import type { SetHistory } from './set-history.ts'

/** The sets of one service that this installation saw, and what it did with them. All fail with storage-failed. */
export interface SeenSets {
  /** As they last came, in the order of the ids; an id that was never seen is left out. */
  read(setIds: Iterable<string>): Iterable<ParcelSet>
  /** Undefined for a set that was never seen. */
  history(setId: string): SetHistory | undefined
  /** The documents of these sets that were saved, by set; a set without one is not in it. */
  savedDocuments(setIds: readonly string[]): Map<string, Set<string>>
  /** Every version of documents of a set that was saved, newest first. */
  savedVersions(setId: string): SavedVersion[]
  /**
   * Asks the service for the documents of one set (T4). Fails with bad-usage (never seen), documents-not-listed, and like
   * any call of the service.
   */
  loadDocuments(asked: { setId: string; status: string }, signal?: AbortSignal): Promise<'listed' | 'part' | 'none'>
}
