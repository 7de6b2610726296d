import type { DatabaseSync } from 'node:sqlite'
import { guardStorage } from '../storage/guard-storage.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import { textIn, textOrNullIn } from '../storage/read-row.ts'
import { foldedLines } from './entry-rows.ts'

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
  /** Sets of entries without a customer's name, each once. */
  unresolved(): { customerId: string | null; setId: string }[]
}

/** Only where something changes: every entry that is written costs its place in the indexes too. */
const RESOLVE = `
  UPDATE entries SET
    customer_id = COALESCE(customer_id, ?2),
    customer_name = COALESCE(?3, customer_name),
    shipment_ref = COALESCE(?4, shipment_ref),
    words = words || char(10) || ?5
  WHERE set_id = ?1 AND
    ((customer_id IS NULL AND ?2 IS NOT NULL) OR (?3 IS NOT NULL AND customer_name IS NOT ?3)
      OR (?4 IS NOT NULL AND shipment_ref IS NOT ?4))`

export function createResolving(database: DatabaseSync): Resolving {
  const resolve = database.prepare(RESOLVE)
  const unresolved = database.prepare(`
    SELECT DISTINCT customer_id, set_id FROM entries INDEXED BY entries_unresolved
    WHERE customer_name IS NULL AND set_id IS NOT NULL`)
  return {
    resolve: (sets) => {
      inTransaction(database, () => {
        for (const { setId, customerId = null, customerName, shipmentRef } of sets) {
          resolve.run(setId, customerId, customerName, shipmentRef, foldedLines([customerName, shipmentRef]))
        }
      })
    },
    unresolved: () =>
      guardStorage(database, () => unresolved.all()).map((row) => ({
        customerId: textOrNullIn(row, 'customer_id'),
        setId: textIn(row, 'set_id'),
      })),
  }
}
