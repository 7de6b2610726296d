import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { badUsage, failureOf } from '../../shared/errors/app-error.ts'
import type { Environment } from '../../shared/model/connection.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { createAccountsService } from '../accounts/accounts-service.ts'
import { createProfileStore } from '../accounts/profile-store.ts'
import { createExchangeClient, type ExchangeClient } from '../exchange/exchange-client.ts'
import type { PagingMemory } from '../exchange/search-sets.ts'
import type { HostPorts } from '../ports/host-ports.ts'
import { createJobStore } from '../saving/job-store.ts'
import { createJobsService } from '../saving/jobs-service.ts'
import type { SavingStores } from '../saving/job-run.ts'
import { createLedger } from '../saving/ledger.ts'
import { verifyFolder } from '../saving/verify-folder.ts'
import { createSetIndex } from '../search/set-index.ts'
import { LEDGER_DESIGN, SETS_DESIGN } from '../storage/designs.ts'
import { type DatabaseDesign, openDatabase } from '../storage/open-database.ts'
import { createLogger } from './logger.ts'
import type { ParcelDesk, SignedIn } from './parcel-desk.ts'
import { createSession } from './session.ts'

const ENVIRONMENTS = ['production', 'test'] as const

/**
 * Builds the application from what its host supplies. Opens nothing until it is needed: a search opens no ledger, help
 * opens no file at all.
 */
export function createParcelDesk(ports: HostPorts): ParcelDesk {
  const { clock, paths } = ports
  const { dataDir } = paths
  const notices: Problem[] = []
  const logger = createLogger(ports.log)
  const databases = new Map<string, DatabaseSync>()

  const note = (notice: Problem): void => {
    notices.push(notice)
    logger.warn('notice', { ...notice })
  }
  const database = (file: string, design: DatabaseDesign): DatabaseSync => {
    const opened = databases.get(file) ?? openDatabase(file, design, note)
    databases.set(file, opened)
    return opened
  }
  const storesOf = (environment: Environment): SavingStores => {
    const databaseFile = join(dataDir, environment, 'ledger.sqlite')
    const ledger = database(databaseFile, LEDGER_DESIGN)
    return {
      ...{ environment, databaseFile, clock, logger },
      database: ledger,
      ledger: createLedger(ledger),
      jobs: createJobStore(ledger),
      quarantineDir: join(dataDir, environment, 'quarantine'),
    }
  }
  const clientOf = ({ connection, password }: SignedIn, paging: PagingMemory): ExchangeClient => {
    const http = ports.http(connection.caFile === undefined ? {} : { extraCa: readCaFile(connection.caFile) })
    const onRefused = (): void => {
      accounts.noteRefused(connection)
    }
    return createExchangeClient({ http, clock, connection, paging, password, onSecret: logger.addSecret, onRefused })
  }
  const accounts = createAccountsService({
    profiles: createProfileStore(join(dataDir, 'profiles.json'), note),
    secrets: ports.secrets,
    onSecret: logger.addSecret,
    tryPassword: async (signedIn, signal) => {
      const client = clientOf(signedIn, { recall: () => undefined, remember: () => undefined })
      await client.signIn(signal).finally(client.close)
    },
  })

  return {
    accounts,
    connect: (signedIn) => {
      const { connection } = signedIn
      const sets = database(join(dataDir, connection.environment, 'sets.sqlite'), SETS_DESIGN)
      const index = createSetIndex(sets, connection.baseUrl)
      return createSession({
        ...{ connection, index, clock, dataDir },
        client: clientOf(signedIn, index),
        stores: () => storesOf(connection.environment),
      })
    },
    jobs: createJobsService(() => ENVIRONMENTS.map(storesOf)),
    verify: verifyFolder,
    notices: () => notices.splice(0),
    close: () => {
      for (const opened of databases.values()) opened.close()
      databases.clear()
      return Promise.resolve()
    },
  }
}

function readCaFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    throw failureOf(thrown) === undefined ? badUsage(`The certificate file ${file} cannot be read.`) : thrown
  }
}
