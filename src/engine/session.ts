import { resolve } from 'node:path'
import type { Connection } from '../shared/model/connection.ts'
import type { ExchangeClient } from './exchange/exchange-client.ts'
import type { ClockPort } from './ports/clock.ts'
import type { SavingStores } from './saving/transfer/run-context.ts'
import { saveOne } from './saving/transfer/save-one.ts'
import { createSeenSets } from './search/seen-sets-service.ts'
import { createSearchService } from './search/search-service.ts'
import type { SetIndex } from './search/set-index.ts'
import type { SharedLock } from './storage/shared-lock.ts'
import type { ParcelSession } from './parcel-desk.ts'
import { createSessionDocuments } from './session-documents.ts'
import { createSessionSaving } from './session-saving.ts'

interface Parts {
  connection: Connection
  client: ExchangeClient
  index: SetIndex
  clock: ClockPort
  dataDir: string
  lock: SharedLock
  /** Opens the ledger; called when something is planned or saved, not before. */
  stores: () => SavingStores
}

/** The services of one connection, wired to one another. */
export function createSession(parts: Parts): ParcelSession {
  const { connection, client, index, clock, stores } = parts
  const searching = createSearchService({ client, index, clock })
  const documents = createSessionDocuments(parts)
  return {
    connection,
    signIn: client.signIn,
    customers: searching.counterparties,
    counterparties: async (signal) => (await searching.counterparties(signal)).counterparties,
    search: searching.search,
    sets: createSeenSets({ client, index, stores, baseUrl: connection.baseUrl }),
    ...createSessionSaving({ ...parts, searching }),
    documents: documents.documents,
    savedCopies: documents.savedCopies,
    get: (target, signal) => saveOne({ client, clock }, { ...target, file: resolve(target.file) }, signal),
    close: () => {
      documents.close()
      client.close()
    },
  }
}
