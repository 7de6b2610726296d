import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../storage/in-transaction.ts'
import { IS_OF_SET, keysOfSet } from './entry-key.ts'

/** What the local index or a search knows of a set. */
export interface ResolvedSet {
  setId: string
  customerId?: string | undefined
  customerName: string | null
  shipmentRef: string | null
}

/** Messages lack the customer's name and the shipment reference (T44). */
export interface Resolving {
  /** Fills them into the entries of these sets; what is known already stays where null is said now. */
  resolve(sets: readonly ResolvedSet[]): void
}

/** Only where something changes: every entry that is written costs its place in the indexes too. */
const RESOLVE = `
  UPDATE entries SET
    customer_id = COALESCE(customer_id, ?2),
    customer_name = COALESCE(?3, customer_name),
    shipment_ref = COALESCE(?4, shipment_ref)
  WHERE ${IS_OF_SET} AND set_id = ?1 AND
    ((customer_id IS NULL AND ?2 IS NOT NULL) OR (?3 IS NOT NULL AND customer_name IS NOT ?3)
      OR (?4 IS NOT NULL AND shipment_ref IS NOT ?4))`

export function createResolving(database: DatabaseSync): Resolving {
  const resolve = database.prepare(RESOLVE)
  return {
    resolve: (sets) => {
      inTransaction(database, () => {
        for (const { setId, customerId = null, customerName, shipmentRef } of sets) {
          resolve.run(setId, customerId, customerName, shipmentRef, ...keysOfSet(setId))
        }
      })
    },
  }
}
