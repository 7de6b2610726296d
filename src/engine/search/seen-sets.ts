import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import type { Counterparty, ParcelSet } from '../../shared/model/parcel-set.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import type { SavedDocuments, SavedVersion } from '../saving/records/ledger.ts'
import type { SavingStores } from '../saving/records/saving-stores.ts'
import { loadDocuments } from './find-savable.ts'
import type { KnownHits, KnownQuery } from './known/find-known.ts'
import type { SetFinder } from './known/set-finder.ts'
import { readSets } from './search-customers.ts'
import type { RowChange } from './row-changes.ts'
import type { SetHistory, SetIndex } from './set-index.ts'

/** The sets of one service that this installation has seen, and what it saved of them. All fail with storage-failed. */
export interface SeenSets {
  /** As last received, in the order of the ids; unknown ids are left out. */
  read(setIds: Iterable<string>): Iterable<ParcelSet>
  /** Undefined for a set that was never seen. */
  history(setId: string): SetHistory | undefined
  /** What searches showed differently in the row of a set, oldest first. */
  rowChanges(setId: string): RowChange[]
  /** The addresses of the services that sent the set: this one alone, if it is one of them. */
  servicesOf(setId: string): string[]
  /** The saved documents by set; a set without any is left out. */
  savedDocuments(setIds: readonly string[]): Map<string, SavedDocuments>
  /** Every saved version of a set's documents, newest first. */
  savedVersions(setId: string): SavedVersion[]
  /**
   * Finds sets, and names that they have, without asking the service. Only sets of the account’s customers: undefined until
   * these have been listed.
   */
  find(query: KnownQuery): Promise<KnownHits | undefined>
  /**
   * Asks the service for the documents of one set (T4). Fails with bad-usage (never seen), documents-not-listed, and like
   * any call of the service.
   */
  loadDocuments(request: { setId: string; status: string }, signal?: AbortSignal): Promise<'listed' | 'part' | 'none'>
}

interface SeenSetsOptions {
  client: ExchangeClient
  index: SetIndex
  /** Opens the ledger; called only when saved documents are read. */
  stores: () => Pick<SavingStores, 'ledger'>
  baseUrl: string
  finder: Pick<SetFinder, 'find'>
  /** Those of the account; undefined until they have been listed. */
  customers: () => readonly Counterparty[] | undefined
}

export function createSeenSets(options: SeenSetsOptions): SeenSets {
  const { client, index, stores, baseUrl, finder, customers } = options
  return {
    read: (setIds) => readSets(index, setIds),
    history: index.history,
    rowChanges: index.rowChanges,
    servicesOf: index.servicesOf,
    savedDocuments: (setIds) => stores().ledger.documentsOfSets(baseUrl, setIds),
    savedVersions: (setId) => stores().ledger.versionsOfSet(baseUrl, setId),
    find: async (query) => {
      const listed = customers()
      return listed === undefined ? undefined : await finder.find(query, listed)
    },
    loadDocuments: async ({ setId, status }, signal) => {
      const set = index.read(setId)
      if (set === undefined) throw badUsage('This set was not found by any search here.', 'Search for it.')
      const { state } = await loadDocuments({ client, index, status }, set, signal)
      if (state === 'unlisted') throw new AppError({ tag: 'documents-not-listed', set: set.parcelRef ?? setId })
      return state
    },
  }
}
