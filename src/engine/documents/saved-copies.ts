import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { DocumentAddress } from '../exchange/exchange-client.ts'
import { guardStorage } from '../storage/database.ts'

/** A file that this installation saved, as the ledger has it; it may be gone or changed by now. */
export interface SavedCopy {
  path: string
  bytes: number
  sha256: string
  /** State of the set when the bytes were fetched; `modifiedDate` likewise. */
  status: string | null
  modifiedDate: string | null
  /** What had to be said of it when it was saved. */
  remark: string | null
}

export interface SavedCopies {
  /** From every folder, latest download first. Fails with storage-failed. */
  of(document: DocumentAddress): SavedCopy[]
}

const savedRow = z.object({
  folder: z.string(),
  relative_path: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  status: z.string().nullable(),
  modified_date: z.string().nullable(),
  remark: z.string().nullable(),
})

/** The index begins with the folder, so this skips from folder to folder instead of reading every saved version. */
const SELECT = `
  WITH RECURSIVE folders (folder) AS (
    SELECT min(folder) FROM saved_versions
    UNION ALL
    SELECT (SELECT min(folder) FROM saved_versions WHERE folder > folders.folder) FROM folders
    WHERE folders.folder IS NOT NULL
  )
  SELECT saved.folder, relative_path, bytes, sha256, status, modified_date, remark
  FROM folders
  JOIN saved_versions AS saved INDEXED BY saved_versions_by_document
    ON saved.folder = folders.folder AND saved.document_id = ?1
  WHERE set_id = ?2 AND base_url = ?3
  ORDER BY seen_at DESC, relative_path DESC`

/** What was saved from one service. */
export function createSavedCopies(ledger: DatabaseSync, baseUrl: string): SavedCopies {
  const select = ledger.prepare(SELECT)
  return {
    of: ({ setId, documentId }) => {
      const rows = guardStorage(ledger, () => select.all(documentId, setId, baseUrl))
      return rows.map((row) => copyIn(savedRow.parse(row)))
    },
  }
}

function copyIn(row: z.infer<typeof savedRow>): SavedCopy {
  const { folder, relative_path, bytes, sha256, status, modified_date, remark } = row
  return { path: join(folder, relative_path), bytes, sha256, status, modifiedDate: modified_date, remark }
}
