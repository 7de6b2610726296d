import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { guardStorage } from '../../storage/database.ts'
import { numberIn, textIn } from '../../storage/read-row.ts'
import { VERSIONS } from './ledger.ts'

/** Where this installation saved a document, by the ledger. The file may be gone. */
export interface SavedPlace {
  path: string
  bytes: number
  sha256: string
  savedAt: string
  setId: string
  documentId: string
  baseUrl: string
  customerId: string | null
  customerName: string | null
  /** Of the document. */
  name: string | null
  parcelRef: string | null
}

export interface SavedPlaces {
  /** The SHA-256 of every saved document in order, in batches. */
  hashes(): Generator<string[]>
  count(): number
  has(sha256: string): boolean
  /** By SHA-256; what the service sent last comes first. */
  of(sha256s: readonly string[]): Map<string, SavedPlace[]>
}

const BATCH = 500
const PLACES = VERSIONS.only(
  'folder',
  'relativePath',
  'bytes',
  'sha256',
  'savedAt',
  'setId',
  'documentId',
  'baseUrl',
  'facts',
)

export function createSavedPlaces(ledger: DatabaseSync): SavedPlaces {
  const next = ledger.prepare(
    `SELECT DISTINCT sha256 FROM saved_versions WHERE sha256 > ? ORDER BY sha256 LIMIT ${BATCH}`,
  )
  const count = ledger.prepare('SELECT count(DISTINCT sha256) AS documents FROM saved_versions')
  const one = ledger.prepare('SELECT 1 FROM saved_versions WHERE sha256 = ? LIMIT 1')
  const places = ledger.prepare(`
    SELECT ${PLACES.list} FROM saved_versions INDEXED BY saved_versions_by_hash
    WHERE sha256 IN (SELECT value FROM json_each(?)) ORDER BY seen_at DESC, relative_path`)
  return {
    hashes: function* () {
      for (let last = ''; ;) {
        const batch = guardStorage(ledger, () => next.all(last)).map((row) => textIn(row, 'sha256'))
        if (batch.length > 0) yield batch
        if (batch.length < BATCH) return
        last = batch.at(-1) ?? ''
      }
    },
    count: () => numberIn(guardStorage(ledger, () => count.get()) ?? {}, 'documents'),
    has: (sha256) => guardStorage(ledger, () => one.get(sha256)) !== undefined,
    of: (sha256s) => {
      const rows = guardStorage(ledger, () => places.all(JSON.stringify(sha256s)))
      const found = rows.map(PLACES.read).map(({ folder, relativePath, facts, ...place }) => {
        const { customerId, customerName, name, parcelRef } = facts
        return { ...place, path: join(folder, relativePath), customerId, customerName, name, parcelRef }
      })
      return Map.groupBy(found, ({ sha256 }) => sha256)
    },
  }
}
