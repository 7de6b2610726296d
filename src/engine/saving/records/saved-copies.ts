import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { DocumentAddress } from '../../exchange/exchange-client.ts'
import { column, columnsOf } from '../../storage/columns.ts'
import { guardStorage } from '../../storage/database.ts'

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

/** What was saved from one service. */
export interface SavedCopies {
  /** From every folder, latest download first. Fails with storage-failed. */
  of(document: DocumentAddress): SavedCopy[]
}

const COPIES = columnsOf<Omit<SavedCopy, 'path'> & { folder: string; relativePath: string }>({
  folder: column.text('folder'),
  relativePath: column.text('relative_path'),
  bytes: column.number('bytes'),
  sha256: column.text('sha256'),
  status: column.textOrNull('status'),
  modifiedDate: column.textOrNull('modified_date'),
  remark: column.textOrNull('remark'),
})

/** The index begins with the folder, so this skips from folder to folder instead of reading every saved version. */
const SELECT = `
  WITH RECURSIVE folders (each_folder) AS (
    SELECT min(folder) FROM saved_versions
    UNION ALL
    SELECT (SELECT min(folder) FROM saved_versions WHERE folder > each_folder) FROM folders WHERE each_folder IS NOT NULL
  )
  SELECT ${COPIES.list}
  FROM folders
  JOIN saved_versions INDEXED BY saved_versions_by_document ON folder = each_folder AND document_id = ?1
  WHERE set_id = ?2 AND base_url = ?3
  ORDER BY seen_at DESC, relative_path DESC`

export function createSavedCopies(database: DatabaseSync): (baseUrl: string) => SavedCopies {
  const select = database.prepare(SELECT)
  return (baseUrl) => ({
    of: ({ setId, documentId }) =>
      guardStorage(database, () => select.all(documentId, setId, baseUrl))
        .map(COPIES.read)
        .map(({ folder, relativePath, ...copy }) => ({ path: join(folder, relativePath), ...copy })),
  })
}
