import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { failureOf } from '../../../shared/errors/app-error.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import { foldId } from '../../../shared/text/set-fields.ts'
import { type DataLock, lockBacklog } from '../../storage/data-lock.ts'
import { inTransaction } from '../../storage/database.ts'
import { createSetStates, IS_OF_SET, keysOfSet, type SetStates } from './set-states.ts'
import { createInboxArrivals, type InboxArrivals } from './inbox-arrivals.ts'
import { createInboxMarks, createNotes, type InboxMarks, type Notes } from './inbox-marks.ts'
import { createInboxQuery, createInboxTotals, type InboxQuery, type InboxTotals } from './inbox-query.ts'
import { createOwedAlerts, type OwedAlerts } from './owed-alerts.ts'
import { proveStorage } from './prove-storage.ts'
import { createSnoozes, type Snoozes } from './snoozes.ts'
import { createStateNames, type StateNames } from './state-names.ts'
import { createUnconfirmedStates, type UnconfirmedStates } from './unconfirmed-states.ts'

/** The inbox of one environment: the record of what arrived. Every call fails with storage-failed. */
export interface FeedStore
  extends
    InboxArrivals,
    SetStates,
    UnconfirmedStates,
    StateNames,
    InboxQuery,
    InboxMarks,
    InboxTotals,
    Snoozes,
    Notes,
    OwedAlerts,
    SetResolution {
  readonly environment: Environment
  /** Of whoever makes entries of what is kept; undefined where another program has it. */
  lockBacklog(): DataLock | undefined
  /** See `proveStorage`. */
  proveStorage(): void
}

/** Takes an open database of `FEED_SCHEMA`. */
export function createFeedStore(database: DatabaseSync, environment: Environment): FeedStore {
  const { states, rows } = createSetStates(database)
  return {
    environment,
    lockBacklog: () => tryLock(database),
    proveStorage: () => proveStorage(database),
    ...states,
    ...createUnconfirmedStates(database),
    ...createStateNames(database),
    ...createInboxArrivals(database, environment, rows),
    ...createInboxQuery(database, environment),
    ...createInboxMarks(database),
    ...createInboxTotals(database),
    ...createSnoozes(database, environment),
    ...createNotes(database),
    ...createOwedAlerts(database, environment),
    ...createSetResolution(database),
  }
}

function tryLock(database: DatabaseSync): DataLock | undefined {
  const file = database.location()
  // In memory no other program has any of it.
  if (file === null) return { release: () => undefined }
  try {
    return lockBacklog(dirname(file))
  } catch (thrown) {
    if (failureOf(thrown)?.tag === 'locked') return undefined
    throw thrown
  }
}

/** What the local index or a search knows about a set. */
export interface ResolvedSet {
  setId: string
  customerId?: string | undefined
  customerName: string | null
  shipmentRef: string | null
}

/** Messages lack the customer's name and the shipment reference (T44). */
export interface SetResolution {
  /** Fills them into the entries of these sets. Null leaves what is known. */
  resolve(sets: readonly ResolvedSet[]): void
}

/** Touches only entries that change: rewriting one also rewrites its place in the indexes. */
const RESOLVE = `
  UPDATE entries SET
    customer_id = COALESCE(customer_id, ?2),
    customer_name = COALESCE(?3, customer_name),
    shipment_ref = COALESCE(?4, shipment_ref)
  WHERE ${IS_OF_SET} AND set_id = ?1 AND
    ((customer_id IS NULL AND ?2 IS NOT NULL) OR (?3 IS NOT NULL AND customer_name IS NOT ?3)
      OR (?4 IS NOT NULL AND shipment_ref IS NOT ?4))`

function createSetResolution(database: DatabaseSync): SetResolution {
  const resolve = database.prepare(RESOLVE)
  return {
    resolve: (sets) => {
      inTransaction(database, () => {
        for (const { setId, customerId, customerName, shipmentRef } of sets) {
          const owner = customerId === undefined ? null : foldId(customerId)
          resolve.run(foldId(setId), owner, customerName, shipmentRef, ...keysOfSet(setId))
        }
      })
    },
  }
}
