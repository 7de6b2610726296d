import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import type { SavingStores } from '../saving/transfer/run-context.ts'
import { loadDocuments } from './load-documents.ts'
import { readSets } from './search-customers.ts'
import type { SeenSets } from './seen-sets.ts'
import type { SetIndex } from './set-index.ts'

interface Parts {
  client: ExchangeClient
  index: SetIndex
  /** Opens the ledger; called when it is asked what was saved, not before. */
  stores: () => Pick<SavingStores, 'ledger'>
  baseUrl: string
}

export function createSeenSets({ client, index, stores, baseUrl }: Parts): SeenSets {
  return {
    read: (setIds) => readSets(index, setIds),
    history: index.history,
    savedDocuments: (setIds) => stores().ledger.documentsOfSets(baseUrl, setIds),
    savedVersions: (setId) => stores().ledger.versionsOfSet(baseUrl, setId),
    loadDocuments: async ({ setId, status }, signal) => {
      const set = index.read(setId)
      if (set === undefined) throw badUsage('This set was not found by any search here.', 'Search for it.')
      const { state } = await loadDocuments({ client, index, status }, set, signal)
      if (state === 'unlisted') throw new AppError({ tag: 'documents-not-listed', set: set.parcelRef ?? setId })
      return state
    },
  }
}
