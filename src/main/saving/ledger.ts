import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { documentFacts, type DocumentFacts } from '../../shared/model/document-facts.ts'

/** One saved version of a document: what was recorded when its bytes were complete and under their final name. */
export interface SavedVersion {
  /** Absolute path of the archive folder. */
  folder: string
  /** Below the folder, parts separated by “/”. */
  relativePath: string
  setId: string
  documentId: string
  bytes: number
  sha256: string
  isLengthDeclared: boolean
  savedAt: string
  baseUrl: string
  username: string
  jobId: string
  facts: DocumentFacts
}

export interface Ledger {
  /** Inside the caller's transaction. A version under the same path is replaced: its file was, by choice. */
  record(version: SavedVersion): void
  at(folder: string, relativePath: string): SavedVersion | undefined
  /** The newest version of a document in a folder. */
  newest(folder: string, documentId: string): SavedVersion | undefined
  inFolder(folder: string): Iterable<SavedVersion>
}

const storedVersion = z
  .object({
    folder: z.string(),
    relative_path: z.string(),
    set_id: z.string(),
    document_id: z.string(),
    bytes: z.number(),
    sha256: z.string(),
    is_length_declared: z.number(),
    saved_at: z.string(),
    base_url: z.string(),
    username: z.string(),
    job_id: z.string(),
    facts: z.string(),
  })
  .transform((row): SavedVersion => ({
    folder: row.folder,
    relativePath: row.relative_path,
    setId: row.set_id,
    documentId: row.document_id,
    bytes: row.bytes,
    sha256: row.sha256,
    isLengthDeclared: row.is_length_declared === 1,
    savedAt: row.saved_at,
    baseUrl: row.base_url,
    username: row.username,
    jobId: row.job_id,
    facts: documentFacts.parse(JSON.parse(row.facts)),
  }))

/** The record of every saved version (product, “Ledger and manifest”). */
export function createLedger(database: DatabaseSync): Ledger {
  const insert = database.prepare(`
    INSERT OR REPLACE INTO saved_versions
      (folder, relative_path, set_id, document_id, bytes, sha256, is_length_declared, saved_at, base_url, username, job_id, facts)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const byPath = database.prepare('SELECT * FROM saved_versions WHERE folder = ? AND relative_path = ?')
  const byDocument = database.prepare(
    'SELECT * FROM saved_versions WHERE folder = ? AND document_id = ? ORDER BY saved_at DESC, relative_path DESC LIMIT 1',
  )
  const byFolder = database.prepare('SELECT * FROM saved_versions WHERE folder = ? ORDER BY relative_path')
  const read = (row: unknown): SavedVersion | undefined => (row === undefined ? undefined : storedVersion.parse(row))
  return {
    record: (v) => {
      const cells = [v.folder, v.relativePath, v.setId, v.documentId, v.bytes, v.sha256, v.isLengthDeclared ? 1 : 0]
      insert.run(...cells, v.savedAt, v.baseUrl, v.username, v.jobId, JSON.stringify(v.facts))
    },
    at: (folder, relativePath) => read(byPath.get(folder, relativePath)),
    newest: (folder, documentId) => read(byDocument.get(folder, documentId)),
    inFolder: function* (folder) {
      for (const row of byFolder.iterate(folder)) yield storedVersion.parse(row)
    },
  }
}
