import type { DatabaseSync } from 'node:sqlite'
import { guardStorage } from '../../storage/database.ts'
import { textIn } from '../../storage/read-row.ts'

/** What users wrote about entries. */
export interface Notes {
  /** Blank text removes the note. Returns the one before; null where there was none. */
  keepNote(entryId: number, text: string): string | null
}

export function createNotes(database: DatabaseSync): Notes {
  const select = database.prepare('SELECT text FROM notes WHERE entry_id = ?')
  const upsert = database.prepare('INSERT OR REPLACE INTO notes (entry_id, text) VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM notes WHERE entry_id = ?')
  return {
    keepNote: (entryId, text) =>
      guardStorage(database, () => {
        const row = select.get(entryId)
        if (text.trim() === '') remove.run(entryId)
        else upsert.run(entryId, text.trim())
        return row === undefined ? null : textIn(row, 'text')
      }),
  }
}
