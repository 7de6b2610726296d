import { dirname, resolve, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Connection } from '../shared/model/connection.ts'
import { createDocumentsService, type DocumentsService } from './documents/documents-service.ts'
import { createSavedCopies, type SavedCopies } from './documents/saved-copies.ts'
import type { ExchangeClient } from './exchange/exchange-client.ts'
import type { ParcelSession } from './parcel-desk.ts'
import type { ClockPort } from './ports/clock.ts'
import { saversNow } from './saving/archive/savers.ts'
import { diagnoseDiskFailure } from './saving/disk/disk-failures.ts'
import { archiveFolder } from './saving/disk/folder-spelling.ts'
import { checkFolder, prepareFolder } from './saving/plan/check-folder.ts'
import { planSave, type SavableSets } from './saving/plan/plan-save.ts'
import type { PlanOptions, SavePlan } from './saving/plan/save-plan.ts'
import type { SavingRules } from './saving/plan/saving-rules.ts'
import { unifyFolderSpelling } from './saving/records/ledger.ts'
import type { SavingStores } from './saving/records/saving-stores.ts'
import { executeJob, findResumable, prepareResume, storeJob } from './saving/save-job.ts'
import { saveOne } from './saving/transfer/save-one.ts'
import { findSavable } from './search/find-savable.ts'
import { createSearchService, type SearchService } from './search/search-service.ts'
import { createSeenSets } from './search/seen-sets.ts'
import { missingReferences } from './search/selection.ts'
import type { SetFinder } from './search/known/set-finder.ts'
import type { SetIndex } from './search/set-index.ts'
import type { SharedLock } from './storage/data-lock.ts'

interface SessionOptions {
  connection: Connection
  client: ExchangeClient
  index: SetIndex
  finder: SetFinder
  clock: ClockPort
  dataDir: string
  lock: SharedLock
  rules: SavingRules
  /** Opens the ledger; called only when something is planned or saved. */
  stores: () => SavingStores
}

/** The services of one connection. */
export function createSession(options: SessionOptions): ParcelSession {
  const { connection, client, index, finder, clock, rules, stores } = options
  const { baseUrl } = connection
  const searching = createSearchService({ client, index, clock })
  const viewing = createViewing(options)
  return {
    connection,
    signIn: client.signIn,
    customers: searching.counterparties,
    findCustomers: searching.findCustomers,
    search: searching.search,
    sets: createSeenSets({ client, index, stores, baseUrl, finder, customers: searching.lastCustomers }),
    ...createPlanning(options, searching),
    ...createSaving(options),
    documents: viewing.documents,
    savedCopies: viewing.savedCopies,
    get: async (target, signal) => {
      const file = resolve(target.file)
      rules.assertFolderAllowed(dirname(file))
      return await saveOne({ client, clock }, { ...target, file }, signal)
    },
    close: () => {
      viewing.close()
      client.close()
    },
  }
}

function createPlanning(
  { connection, client, index, rules, stores, dataDir }: SessionOptions,
  searching: SearchService,
): Pick<ParcelSession, 'plan' | 'planSets'> {
  const { environment } = connection
  /** The folder is checked before anything is asked of the service. */
  const planInto = async (
    asked: PlanOptions,
    findSets: () => Promise<SavableSets>,
    signal: AbortSignal | undefined,
  ): Promise<SavePlan> => {
    const request = rules.restrict(asked)
    const typed = resolve(request.folder)
    rules.assertFolderAllowed(typed)
    await checkFolder({ folder: typed, dataDir, environment })
    const folder = archiveFolder(typed)
    const savable = await findSets()
    const saving = stores()
    unifyFolderSpelling(saving.database, { folder, typed })
    const planning = planSave({ ...saving, request: { ...request, folder } }, savable, signal)
    // A share may go away while names are looked up in it.
    const plan = await planning.catch(async (thrown: unknown) => {
      throw await diagnoseDiskFailure(thrown, folder, folder)
    })
    const looker = { writerId: saving.ledger.writerId(), clock: saving.clock }
    return { ...plan, alsoSaving: await saversNow(folder, looker) }
  }
  return {
    plan: (request, onProgress, signal) => {
      const { selection } = request
      const findSets = async (): Promise<SavableSets> => {
        // The ledger is opened while the service works: in a later turn, so that the request goes out first.
        const opened = nextTurn().then(stores)
        const [found] = await Promise.all([searching.search(selection, { onProgress }, signal), opened])
        const { savable: sets, complete: isComplete } = found
        const problems = [...found.problems, ...missingReferences(found)]
        const source = { client, index, status: selection.status, onProgress }
        return await findSavable(source, { sets, isComplete, problems, progress: found }, signal)
      }
      return planInto(request, findSets, signal)
    },
    planSets: (request, onProgress, signal) => {
      const source = { client, index, status: request.status, onProgress }
      return planInto(request, () => findSavable(source, request, signal), signal)
    },
  }
}

function createSaving({
  connection,
  client,
  dataDir,
  lock,
  rules,
  stores,
}: SessionOptions): Pick<ParcelSession, 'store' | 'save' | 'resume'> {
  /** The policy may have changed since the plan was made. */
  const prepare = (folder: string): void => {
    rules.assertFolderAllowed(folder)
    prepareFolder(folder)
  }
  return {
    store: (plan, concurrency) => {
      const held = lock.take()
      try {
        prepare(plan.folder)
        return storeJob(stores(), plan, { connection, concurrency }).id
      } finally {
        held.release()
      }
    },
    save: (plan, options) =>
      whileLocked(lock, async () => {
        prepare(plan.folder)
        const job = storeJob(stores(), plan, { connection, concurrency: options.concurrency })
        return await executeJob(stores(), { job: rules.restrictJob(job), client, connection }, options)
      }),
    resume: (jobId, options) =>
      whileLocked(lock, async () => {
        const found = findResumable(stores(), jobId, connection)
        rules.assertFolderAllowed(found.folder)
        await checkFolder({ folder: found.folder, dataDir, environment: connection.environment })
        const job = prepareResume(stores(), found, options.concurrency)
        return await executeJob(stores(), { job: rules.restrictJob(job), client, connection }, options)
      }),
  }
}

async function whileLocked<T>(lock: SharedLock, work: () => Promise<T>): Promise<T> {
  const held = lock.take()
  try {
    return await work()
  } finally {
    held.release()
  }
}

interface Viewing extends Pick<ParcelSession, 'documents' | 'savedCopies'> {
  close(): void
}

/** Opens no ledger until it is used: searching needs none. */
function createViewing({ connection, client, clock, index, dataDir, stores }: SessionOptions): Viewing {
  const { environment, baseUrl } = connection
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
      // Never fails; what a quick exit leaves behind is removed at the next start.
      void documents?.close()
    },
  }
}
