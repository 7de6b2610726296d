import { dirname, resolve, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Selection } from '../shared/model/selection.ts'
import type { Connection } from '../shared/model/connection.ts'
import type { SaveResult } from '../shared/model/job.ts'
import type { ParcelSet } from '../shared/model/parcel-set.ts'
import { createDocumentsService, type DocumentsService } from './documents/documents-service.ts'
import type { ExchangeClient } from './exchange/exchange-client.ts'
import { entriesOfSets, lackingSets } from './pack/plan-pack.ts'
import type { ParcelSession, SaveFoundOptions, SavePlanRequest } from './parcel-desk.ts'
import type { ClockPort } from './ports/clock.ts'
import { addUp, saveAsFound } from './save-as-found.ts'
import { saversNow } from './saving/archive/savers.ts'
import { archiveFolder } from './saving/disk/folder-spelling.ts'
import { createGrowingJob } from './saving/growing-job.ts'
import { isNamedByIdAlone, parseNamePattern } from './saving/names/name-pattern.ts'
import { checkFolder, prepareFolder } from './saving/plan/check-folder.ts'
import { createPlanner, type PlanBasis, type Planner, planSave } from './saving/plan/plan-save.ts'
import type { PlanOptions, SavePlan } from './saving/plan/save-plan.ts'
import type { SavingRules } from './saving/plan/saving-rules.ts'
import type { SavedCopies } from './saving/records/saved-copies.ts'
import type { SavingStores } from './saving/records/saving-stores.ts'
import { executeJob, findResumable, prepareResume } from './saving/save-job.ts'
import { storeJob } from './saving/store-job.ts'
import { saveOne } from './saving/transfer/save-one.ts'
import { findSavable, type SavableSets } from './search/find-savable.ts'
import { createSearchService, type SearchOutcome, type SearchService } from './search/search-service.ts'
import { createSeenSets } from './search/seen-sets.ts'
import { isInStates, missingReferences, type SearchListeners } from './search/selection.ts'
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
  const searching = createSearchService({ client, index, finder, clock })
  const planning = createPlanning(options, searching)
  const saving = createSaving(options)
  const viewing = createViewing(options)
  const seen = createSeenSets({ client, index, stores, baseUrl, finder, customers: searching.lastCustomers })
  return {
    connection,
    signIn: client.signIn,
    customers: searching.counterparties,
    findCustomers: searching.findCustomers,
    search: searching.search,
    sets: seen,
    plan: planning.plan,
    planSets: planning.planSets,
    ...saving,
    saveFound: (request, run) => saveFound({ ...options, searching, planning, saving }, request, run),
    packSets: async ({ setIds, status }, signal) => {
      const unlisted = Iterator.from(seen.read(setIds)).filter(({ documents }) => documents === undefined)
      for (const { setId } of unlisted.toArray()) await seen.loadDocuments({ setId, status }, signal)
      return await entriesOfSets(seen.read(setIds), seen.savedVersions)
    },
    planForPack: async (entries, where, signal) => {
      const sets = (): Iterable<ParcelSet> => lackingSets(entries, seen.read)
      const all = { docTypes: [], isOnlyNew: false, isComplete: true, problems: [] }
      return await planning.planSets({ ...where, ...all, conflict: 'keep-both', sets }, undefined, signal)
    },
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

type SearchRun = Pick<Selection, 'status'> & SearchListeners

interface Planning extends Pick<ParcelSession, 'plan' | 'planSets'> {
  /** The folder is checked before anything is asked of the service. */
  check(asked: PlanOptions): Promise<PlanOptions>
  planFound(
    checked: PlanOptions,
    search: Pick<SavePlanRequest, 'selection'> & SearchListeners,
    signal: AbortSignal | undefined,
  ): Promise<SavePlan>
  basis(checked: PlanOptions): PlanBasis
  savable(found: SearchOutcome, run: SearchRun, signal: AbortSignal | undefined): Promise<SavableSets>
}

function createPlanning(
  { connection, client, index, rules, stores, dataDir }: SessionOptions,
  searching: SearchService,
): Planning {
  const { environment } = connection
  const check = async (asked: PlanOptions): Promise<PlanOptions> => {
    const request = rules.restrict(asked)
    const typed = resolve(request.folder)
    rules.assertFolderAllowed(typed)
    await checkFolder({ folder: typed, dataDir, environment })
    return { ...request, folder: archiveFolder(typed) }
  }
  const basis = (request: PlanOptions): PlanBasis => ({ ...stores(), request })
  const planInto = async (
    checked: PlanOptions,
    findSets: () => Promise<SavableSets>,
    signal: AbortSignal | undefined,
  ): Promise<SavePlan> => {
    const savable = await findSets()
    const plan = await planSave(basis(checked), savable, signal)
    const { ledger, clock } = stores()
    return { ...plan, alsoSaving: await saversNow(plan.folder, { writerId: ledger.writerId(), clock }) }
  }
  const savable: Planning['savable'] = (found, { status, onProgress }, signal) => {
    const { savable: sets, complete: isComplete } = found
    const problems = [...found.problems, ...missingReferences(found)]
    const source = { client, index, status, onProgress }
    return findSavable(source, { sets, isComplete, problems, progress: found }, signal)
  }
  const planFound: Planning['planFound'] = (checked, { selection, onProgress }, signal) => {
    const findSets = async (): Promise<SavableSets> => {
      const found = await whileOpening(stores, searching.search(selection, { onProgress }, signal))
      return await savable(found, { status: selection.status, onProgress }, signal)
    }
    return planInto(checked, findSets, signal)
  }
  return {
    check,
    planFound,
    basis,
    savable,
    plan: async (request, onProgress, signal) =>
      await planFound(await check(request), { selection: request.selection, onProgress }, signal),
    planSets: async (request, onProgress, signal) => {
      const source = { client, index, status: request.status, onProgress }
      return await planInto(await check(request), () => findSavable(source, request, signal), signal)
    },
  }
}

type Saving = Pick<ParcelSession, 'store' | 'save' | 'resume'>

function createSaving({ connection, client, dataDir, lock, rules, stores }: SessionOptions): Saving {
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

interface SessionParts {
  searching: SearchService
  planning: Planning
  saving: Saving
}

/** Where names do not depend on what else is found, saving begins while later pages are still read. */
async function saveFound(
  { client, connection, index, lock, rules, stores, searching, planning, saving }: SessionOptions & SessionParts,
  request: SavePlanRequest,
  run: SaveFoundOptions,
): Promise<SaveResult | undefined> {
  const { selection } = request
  const { onSearch: onProgress, onPlanned, stop } = run
  const checked = await planning.check(request)
  if (selection.shipmentRefs.length > 0 || !isNamedByIdAlone(parseNamePattern(checked.pattern))) {
    const plan = await planning.planFound(checked, { selection, onProgress }, stop)
    onPlanned(addUp(undefined, plan))
    return plan.documents.length === 0 ? undefined : await saving.save(plan, run)
  }
  let planner: Planner | undefined
  return await saveAsFound({
    search: (onSets, signal) => whileOpening(stores, searching.search(selection, { onProgress, onSets }, signal)),
    readCertain: ({ setId, customerId }) => {
      const set = index.read(setId)
      // A set that another customer sees too is filed under the first of them.
      const isCertain = set?.documents !== undefined && set.customerId === customerId && isInStates(set, selection)
      return isCertain ? set : undefined
    },
    findSavable: (found, signal) => planning.savable(found, { status: selection.status, onProgress }, signal),
    plan: (sets, signal) => (planner ??= createPlanner(planning.basis(checked)))(sets, signal),
    begin: (plan) => {
      // Stored before the lock is taken for the run: `store` takes and gives it back.
      const jobId = saving.store({ ...plan, documents: [], alsoSaving: [] }, run.concurrency)
      const growth = createGrowingJob(stores(), jobId)
      const ended = whileLocked(lock, async () => {
        const job = rules.restrictJob(findResumable(stores(), jobId, connection))
        return await executeJob(stores(), { job, client, connection, growth }, run)
      })
      return { job: growth, ended }
    },
    onPlanned,
    signal: stop,
  })
}

/** The ledger is opened while the service works: in a later turn, so that the request goes out first. */
async function whileOpening(stores: () => SavingStores, search: Promise<SearchOutcome>): Promise<SearchOutcome> {
  const [found] = await Promise.all([search, nextTurn().then(stores)])
  return found
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
  let documents: DocumentsService | undefined
  const savedCopies = (): SavedCopies => stores().ledger.copies(baseUrl)
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
