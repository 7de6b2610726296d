import { resolve } from 'node:path'
import type { Connection } from '../../shared/model/connection.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import type { ClockPort } from '../ports/clock.ts'
import { checkFolder, prepareFolder } from '../saving/check-folder.ts'
import type { SavingStores } from '../saving/job-run.ts'
import { planSave } from '../saving/plan-save.ts'
import { carryOut, findResumable, prepareResume, storeJob } from '../saving/saving-service.ts'
import { saveOne } from '../saving/save-one.ts'
import { findSavable } from '../search/find-savable.ts'
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
  const searching = createSearchService(client, index)
  return {
    connection,
    counterparties: async (signal) => (await searching.counterparties(signal)).counterparties,
    search: searching.search,
    plan: async (request, onProgress, signal) => {
      const folder = resolve(request.folder)
      await checkFolder({ folder, dataDir, environment })
      const found = await searching.search(request.selection, onProgress, signal)
      const savable = await findSavable({ client, index, status: request.selection.status }, found, signal)
      return await planSave(stores(), { ...request, folder }, savable)
    },
    save: async (plan, options) => {
      const lock = lockDataDir(dataDir)
      try {
        prepareFolder(plan.folder)
        const job = storeJob(stores(), plan, { connection, concurrency: options.concurrency })
        return await carryOut(stores(), { job, client, connection }, options)
      } finally {
        lock.release()
      }
    },
    resume: async (jobId, options) => {
      const lock = lockDataDir(dataDir)
      try {
        const job = prepareResume(stores(), findResumable(stores(), jobId, connection), options.concurrency)
        return await carryOut(stores(), { job, client, connection }, options)
      } finally {
        lock.release()
      }
    },
    get: (target, signal) => saveOne({ client, clock }, { ...target, file: resolve(target.file) }, signal),
    close: () => {
      client.close()
    },
  }
}
