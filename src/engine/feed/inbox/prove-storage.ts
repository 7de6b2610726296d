import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../storage/database.ts'

/** About two thousand messages with their rows in the indexes, as many as a queue delivers at once. */
const PROOF_BYTES = 2_000_000

/**
 * Writes and flushes as much as a large batch takes, and gives the room back. Messages that are taken from a queue and cannot be
 * stored go back, which some brokers allow only so often. Fails with storage-failed.
 */
export function proveStorage(database: DatabaseSync): void {
  inTransaction(database, () => database.prepare('INSERT INTO proofs VALUES (zeroblob(?))').run(PROOF_BYTES))
  inTransaction(database, () => database.exec('DELETE FROM proofs'))
}
