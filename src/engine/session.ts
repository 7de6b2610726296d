import { resolve, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Connection } from '../shared/model/connection.ts'
import { createDocumentsService, type DocumentsService } from './documents/documents-service.ts'
import { createSavedCopies, type SavedCopies } from './documents/saved-copies.ts'
import type { ExchangeClient } from './exchange/exchange-client.ts'
import type { ParcelSession } from './parcel-desk.ts'
import type { ClockPort } from './ports/clock.ts'
import { checkFolder, prepareFolder } from './saving/plan/check-folder.ts'
import { planSave } from './saving/plan/plan-save.ts'
import { archiveFolder, unifyFolderSpelling } from './saving/records/folder-spelling.ts'
import type { SavingStores } from './saving/records/saving-stores.ts'
import { executeJob, findResumable, prepareResume, storeJob } from './saving/save-job.ts'
import { saveOne } from './saving/transfer/save-one.ts'
import { findSavable } from './search/find-savable.ts'
import { createSearchService, type SearchService } from './search/search-service.ts'
import { createSeenSets } from './search/seen-sets.ts'
import type { SetIndex } from './search/set-index.ts'
import type { SharedLock } from './storage/data-lock.ts'

interface SessionOptions {
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
export function createSession(parts: SessionOptions): ParcelSession {
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

interface SessionSavingParts {
  connection: Connection
  client: ExchangeClient
  index: SetIndex
  searching: SearchService
  dataDir: string
  lock: SharedLock
  /** Opens the ledger; called when something is planned or saved, not before. */
  stores: () => SavingStores
}

type SessionSaving = Pick<ParcelSession, 'plan' | 'planSets' | 'store' | 'save' | 'resume'>

/** Planning and saving of one connection. */
function createSessionSaving(parts: SessionSavingParts): SessionSaving {
  return { ...createPlanning(parts), ...createJobs(parts) }
}

function createPlanning(parts: SessionSavingParts): Pick<SessionSaving, 'plan' | 'planSets'> {
  const { client, index, searching, stores, dataDir } = parts
  const { environment } = parts.connection
  return {
    plan: async (request, onProgress, signal) => {
      const typed = resolve(request.folder)
      await checkFolder({ folder: typed, dataDir, environment })
      const folder = archiveFolder(typed)
      // The ledger is opened while the service thinks: in a turn of its own, so that the request goes out first.
      const opened = nextTurn().then(() => openEarly(stores))
      const [found, saving] = await Promise.all([searching.search(request.selection, { onProgress }, signal), opened])
      const { savable: sets, complete: isComplete, problems } = found
      const asked = { client, index, status: request.selection.status, onProgress }
      const savable = await findSavable(asked, { sets, isComplete, problems, progress: found }, signal)
      unifyFolderSpelling(saving.database, { folder, typed })
      return await planSave({ ...saving, request: { ...request, folder } }, savable, signal)
    },
    planSets: async (request, onProgress, signal) => {
      const typed = resolve(request.folder)
      await checkFolder({ folder: typed, dataDir, environment })
      const folder = archiveFolder(typed)
      const savable = await findSavable({ client, index, status: request.status, onProgress }, request, signal)
      const saving = stores()
      unifyFolderSpelling(saving.database, { folder, typed })
      return await planSave({ ...saving, request: { ...request, folder } }, savable, signal)
    },
  }
}

function createJobs(parts: SessionSavingParts): Pick<SessionSaving, 'store' | 'save' | 'resume'> {
  const { connection, client, dataDir, lock, stores } = parts
  return {
    store: (plan, concurrency) => {
      const held = lock.take()
      try {
        prepareFolder(plan.folder)
        return storeJob(stores(), plan, { connection, concurrency }).id
      } finally {
        held.release()
      }
    },
    save: (plan, options) =>
      whileLocked(lock, async () => {
        prepareFolder(plan.folder)
        const job = storeJob(stores(), plan, { connection, concurrency: options.concurrency })
        return await executeJob(stores(), { job, client, connection }, options)
      }),
    resume: (jobId, options) =>
      whileLocked(lock, async () => {
        const found = findResumable(stores(), jobId, connection)
        await checkFolder({ folder: found.folder, dataDir, environment: connection.environment })
        const job = prepareResume(stores(), found, options.concurrency)
        return await executeJob(stores(), { job, client, connection }, options)
      }),
  }
}

/** The disk thread takes a while to start: the time that the service thinks. */
function openEarly(stores: () => SavingStores): SavingStores {
  const saving = stores()
  saving.disk()
  return saving
}

async function whileLocked<T>(lock: SharedLock, work: () => Promise<T>): Promise<T> {
  const held = lock.take()
  try {
    return await work()
  } finally {
    held.release()
  }
}

interface SessionDocumentsParts {
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
function createSessionDocuments(parts: SessionDocumentsParts): SessionDocuments {
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
