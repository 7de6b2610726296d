import { join } from 'node:path'
import { createDocumentsService, type DocumentsService } from './documents/documents-service.ts'
import { createSavedCopies, type SavedCopies } from './documents/saved-copies.ts'
import type { Connection } from '../shared/model/connection.ts'
import type { ExchangeClient } from './exchange/exchange-client.ts'
import type { ClockPort } from './ports/clock.ts'
import type { SavingStores } from './saving/transfer/run-context.ts'
import type { SetIndex } from './search/set-index.ts'
import type { ParcelSession } from './parcel-desk.ts'

interface Parts {
  connection: Connection
  client: ExchangeClient
  index: SetIndex
  clock: ClockPort
  dataDir: string
  stores: () => SavingStores
}

interface SessionDocuments extends Pick<ParcelSession, 'documents' | 'savedCopies'> {
  close(): void
}

/** Looking at the documents of one connection. Opens no ledger until it is asked: searching needs none. */
export function createSessionDocuments(parts: Parts): SessionDocuments {
  const { client, clock, index, dataDir, stores } = parts
  const { environment, baseUrl } = parts.connection
  let copies: SavedCopies | undefined
  let documents: DocumentsService | undefined
  const savedCopies = (): SavedCopies => (copies ??= createSavedCopies(stores().database, baseUrl))
  const open = (): DocumentsService => {
    const folder = join(dataDir, environment)
    return createDocumentsService({ client, clock, folder, sets: index, savedCopies: savedCopies() })
  }
  return {
    savedCopies,
    documents: () => (documents ??= open()),
    close: () => {
      // Never fails; what a quick end leaves behind goes with the next start.
      void documents?.close()
    },
  }
}
