import { resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Connection } from '../../shared/model/connection.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import type { ClockPort } from '../ports/clock.ts'
import { checkFolder, prepareFolder } from '../saving/check-folder.ts'
import type { SavingStores } from '../saving/job-run.ts'
import { planSave } from '../saving/plan-save.ts'
import { carryOut, findResumable, prepareResume, storeJob } from '../saving/saving-service.ts'
import { saveOne } from '../saving/save-one.ts'
import { findSavable } from '../search/find-savable.ts'
import { createSeenSets } from '../search/seen-sets-service.ts'
import { createSearchService } from '../search/search-service.ts'
import type { SetIndex } from '../search/set-index.ts'
import { lockDataDir } from '../storage/data-lock.ts'
import type { ParcelSession } from './parcel-desk.ts'

interface Parts {
  connection: Connection
  client: ExchangeClient
  index: SetIndex
  clock: ClockPort
  dataDir: string
  /** Opens the ledger; called when something is planned or saved, not before. */
  stores: () => SavingStores
}

/** The services of one connection, wired to one another. */
export function createSession({ connection, client, index, clock, dataDir, stores }: Parts): ParcelSession {
  const { environment } = connection
  const searching = createSearchService({ client, index, clock })
  return {
    connection,
    signIn: client.signIn,
    customers: searching.counterparties,
    counterparties: async (signal) => (await searching.counterparties(signal)).counterparties,
    search: searching.search,
    sets: createSeenSets({ client, index, stores, baseUrl: connection.baseUrl }),
    plan: async (request, onProgress, signal) => {
      const folder = resolve(request.folder)
      await checkFolder({ folder, dataDir, environment })
      // The ledger is opened while the service thinks: in a turn of its own, so that the request goes out first.
      const opened = nextTurn().then(stores)
      const [found, saving] = await Promise.all([searching.search(request.selection, { onProgress }, signal), opened])
      const savable = await findSavable({ client, index, status: request.selection.status, onProgress }, found, signal)
      return await planSave(saving, { ...request, folder }, savable)
    },
    save: (plan, options) =>
      whileLocked(dataDir, async () => {
        prepareFolder(plan.folder)
        const job = storeJob(stores(), plan, { connection, concurrency: options.concurrency })
        return await carryOut(stores(), { job, client, connection }, options)
      }),
    resume: (jobId, options) =>
      whileLocked(dataDir, async () => {
        const found = findResumable(stores(), jobId, connection)
        await checkFolder({ folder: found.folder, dataDir, environment })
        const job = prepareResume(stores(), found, options.concurrency)
        return await carryOut(stores(), { job, client, connection }, options)
      }),
    get: (target, signal) => saveOne({ client, clock }, { ...target, file: resolve(target.file) }, signal),
    close: () => {
      client.close()
    },
  }
}

async function whileLocked<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = lockDataDir(dataDir)
  try {
    return await work()
  } finally {
    lock.release()
  }
}
