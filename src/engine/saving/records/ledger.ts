import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { INTEGRITIES } from '../../../shared/model/document-signatures.ts'
import type { DocumentFacts } from '../../../shared/model/parcel-set.ts'
import { column, columnsOf, type ItemOf } from '../../storage/columns.ts'
import { guardStorage } from '../../storage/database.ts'
import { numberOrNullIn, type Row, textIn } from '../../storage/read-row.ts'
import { createSavedCopies, type SavedCopies } from './saved-copies.ts'

/** How a file came to have its name: nothing had it, it took the place of another, or it was there with the same bytes. */
export type Placement = 'new' | 'replaced' | 'found'

const PLACEMENTS = ['new', 'replaced', 'found'] as const satisfies readonly Placement[]

/** The facts of a document, in columns that are the same in jobs and ledger. */
export const FACTS = columnsOf<DocumentFacts>({
  customerId: column.textOrNull('customer_id'),
  customerName: column.textOrNull('customer_name'),
  parcelRef: column.textOrNull('parcel_ref'),
  shipmentRef: column.textOrNull('shipment_ref'),
  status: column.textOrNull('status'),
  modifiedDate: column.textOrNull('modified_date'),
  name: column.textOrNull('name'),
  docType: column.textOrNull('doc_type'),
})

export const VERSIONS = columnsOf({
  /** Absolute path of the archive folder. */
  folder: column.text('folder'),
  /** Below the folder, parts separated by “/”. */
  relativePath: column.text('relative_path'),
  setId: column.text('set_id'),
  documentId: column.text('document_id'),
  bytes: column.number('bytes'),
  sha256: column.text('sha256'),
  isLengthDeclared: column.flag('is_length_declared'),
  /** What must be known of it although it was saved; null where the checks found nothing. */
  remark: column.textOrNull('remark'),
  /** Of its digital signatures. */
  signatures: columnsOf({
    count: column.numberOrNull('pdf_signatures'),
    verdict: column.choiceOrNull('pdf_signature_verdict', INTEGRITIES),
  }),
  savedAt: column.text('saved_at'),
  /** When the service last sent these bytes: after `savedAt` if they were fetched again. */
  seenAt: column.text('seen_at'),
  baseUrl: column.text('base_url'),
  username: column.text('username'),
  jobId: column.text('job_id'),
  placed: column.choice('placed', PLACEMENTS),
  facts: FACTS,
})

/** One saved version of a document, recorded when its bytes were complete and under their final name. */
export type SavedVersion = ItemOf<typeof VERSIONS>

const KNOWN = columnsOf({
  relativePath: column.text('relative_path'),
  documentId: column.text('document_id'),
  bytes: column.number('bytes'),
  sha256: column.text('sha256'),
  status: column.textOrNull('status'),
  modifiedDate: column.textOrNull('modified_date'),
})

/** What a plan needs of a version: reading whole versions of a hundred thousand documents would take seconds. */
export type KnownVersion = ItemOf<typeof KNOWN>

const STATES = columnsOf({
  status: column.textOrNull('status'),
  modifiedDate: column.textOrNull('modified_date'),
  seenAt: column.text('seen_at'),
})

/** A document as the service last sent it: what its set was then. */
export type SavedState = ItemOf<typeof STATES>

/** The saved documents of one set, by document id. */
export type SavedDocuments = ReadonlyMap<string, SavedState>

export interface Ledger {
  /**
   * Names this ledger in archives that it shares with others: 16 hexadecimal digits. It depends on the computer as well,
   * because data folders are copied from one to another.
   */
  writerId(): string
  /** Inside the caller's transaction. Replaces a version under the same path, whose file was replaced by choice. */
  record(version: SavedVersion): void
  at(folder: string, relativePath: string): SavedVersion | undefined
  /** Inside the caller's transaction. Forgets versions whose files were removed, unless another job has replaced them. */
  forget(folder: string, relativePaths: readonly string[], jobId: string): void
  /** The versions in a folder that the service sent last, by document; documents without a version are left out. */
  newest(folder: string, documentIds: readonly string[]): Map<string, KnownVersion>
  /** The version recorded under a path. */
  knownAt(folder: string, relativePath: string): KnownVersion | undefined
  /** Every name in use in a folder, with its document. */
  namesIn(folder: string): Iterable<Pick<SavedVersion, 'relativePath' | 'documentId' | 'facts'>>
  /** Roughly what a document in this folder takes, by those saved there before, else anywhere: the service gives no sizes (T24). */
  typicalBytes(folder: string): number
  inFolder(folder: string): Iterable<SavedVersion>
  /** The documents of these sets that were saved, in any folder, by set and document; sets without one are left out. */
  documentsOfSets(baseUrl: string, setIds: readonly string[]): Map<string, SavedDocuments>
  /** What was saved of a set in any folder, newest first. */
  versionsOfSet(baseUrl: string, setId: string): SavedVersion[]
  /** What was saved from one service. */
  copies(baseUrl: string): SavedCopies
}

const NAMED = VERSIONS.only('relativePath', 'documentId', 'facts')

/** The rows one by one; fails with storage-failed. */
function* rowsOf(database: DatabaseSync, statement: StatementSync, folder: string): Generator<Row> {
  const rows = guardStorage(database, () => statement.iterate(folder))
  try {
    for (;;) {
      const { done, value } = guardStorage(database, () => rows.next())
      if (done === true) return
      yield value
    }
  } finally {
    rows.return?.()
  }
}

/** The record of every saved version (product, “Ledger and manifest”). */
export function createLedger(database: DatabaseSync): Ledger {
  const insert = database.prepare(
    `INSERT OR REPLACE INTO saved_versions (${VERSIONS.list}) VALUES (${VERSIONS.places})`,
  )
  const forget = database.prepare(`
    DELETE FROM saved_versions
    WHERE folder = ? AND relative_path IN (SELECT value FROM json_each(?)) AND job_id = ?`)
  const byPath = database.prepare('SELECT * FROM saved_versions WHERE folder = ? AND relative_path = ?')
  const byFolder = database.prepare('SELECT * FROM saved_versions WHERE folder = ? ORDER BY relative_path')
  const read = (statement: StatementSync, ...keys: string[]): SavedVersion | undefined => {
    const row = guardStorage(database, () => statement.get(...keys))
    return row === undefined ? undefined : VERSIONS.read(row)
  }
  const ownId = database.prepare('SELECT id FROM writer')
  return {
    writerId: () => {
      const row = guardStorage(database, () => ownId.get()) ?? {}
      return createHash('sha256')
        .update(`${textIn(row, 'id')} ${hostname()}`)
        .digest('hex')
        .slice(0, 16)
    },
    record: (version) => {
      insert.run(...VERSIONS.cells(version))
    },
    forget: (folder, relativePaths, jobId) => {
      forget.run(folder, JSON.stringify(relativePaths), jobId)
    },
    at: (folder, relativePath) => read(byPath, folder, relativePath),
    inFolder: function* (folder) {
      for (const row of rowsOf(database, byFolder, folder)) yield VERSIONS.read(row)
    },
    copies: createSavedCopies(database),
    ...readingForPlans(database),
    ...readingBySet(database),
  }
}

/** Assumed until something has been saved: few documents are smaller, so that a warning of too little space is justified. */
const SMALL_DOCUMENT_BYTES = 20_000

function readingForPlans(database: DatabaseSync): Pick<Ledger, 'newest' | 'knownAt' | 'namesIn' | 'typicalBytes'> {
  const known = `SELECT ${KNOWN.list} FROM saved_versions`
  // Without the hint SQLite uses the primary key and reads the whole folder for every document.
  const byDocuments = database.prepare(`
    ${known} INDEXED BY saved_versions_by_document
    WHERE folder = ? AND document_id IN (SELECT value FROM json_each(?)) ORDER BY seen_at, relative_path`)
  const byPath = database.prepare(`${known} WHERE folder = ? AND relative_path = ?`)
  const names = database.prepare(`SELECT ${NAMED.list} FROM saved_versions WHERE folder = ?`)
  const usual = database.prepare(`
    SELECT AVG(bytes) AS bytes FROM (SELECT bytes FROM saved_versions WHERE folder = ?1 OR ?1 IS NULL LIMIT 1000)`)
  const average = (folder: string | null): number | undefined => {
    const row = guardStorage(database, () => usual.get(folder)) ?? {}
    return numberOrNullIn(row, 'bytes') ?? undefined
  }
  return {
    newest: (folder, documentIds) => {
      const rows = guardStorage(database, () => byDocuments.all(folder, JSON.stringify(documentIds)))
      const versions = rows.map(KNOWN.read)
      return new Map(versions.map((version) => [version.documentId, version]))
    },
    knownAt: (folder, relativePath) =>
      guardStorage(database, () => byPath.all(folder, relativePath)).map(KNOWN.read)[0],
    namesIn: function* (folder) {
      for (const row of rowsOf(database, names, folder)) yield NAMED.read(row)
    },
    typicalBytes: (folder) => average(folder) ?? average(null) ?? SMALL_DOCUMENT_BYTES,
  }
}

function readingBySet(database: DatabaseSync): Pick<Ledger, 'documentsOfSets' | 'versionsOfSet'> {
  // Beside MAX, SQLite takes the other columns from the row that has it: the version that the service sent last.
  const bySets = database.prepare(`
    SELECT set_id, document_id, status, modified_date, MAX(seen_at) AS seen_at
    FROM saved_versions INDEXED BY saved_versions_by_set
    WHERE base_url = ? AND set_id IN (SELECT value FROM json_each(?)) GROUP BY set_id, document_id`)
  const bySet = database.prepare(`
    SELECT * FROM saved_versions INDEXED BY saved_versions_by_set WHERE base_url = ? AND set_id = ?
    ORDER BY saved_at DESC, relative_path`)
  return {
    documentsOfSets: (baseUrl, setIds) => {
      const sets = new Map<string, Map<string, SavedState>>()
      for (const row of guardStorage(database, () => bySets.all(baseUrl, JSON.stringify(setIds)))) {
        const setId = textIn(row, 'set_id')
        const documents = sets.get(setId) ?? new Map<string, SavedState>()
        sets.set(setId, documents.set(textIn(row, 'document_id'), STATES.read(row)))
      }
      return sets
    },
    versionsOfSet: (baseUrl, setId) => guardStorage(database, () => bySet.all(baseUrl, setId)).map(VERSIONS.read),
  }
}
