import type { DatabaseSync } from 'node:sqlite'
import type { z } from 'zod'
import type { markChange } from '../../../shared/contract/inbox-contract.ts'
import { guardStorage } from '../../storage/database.ts'
import { numberIn, textIn } from '../../storage/read-row.ts'
import { conditionOf, type InboxFilter } from './inbox-filter.ts'

type MarkChange = z.infer<typeof markChange>

/** What the user has done with entries. */
export interface InboxMarks {
  /** Returns the ids of the entries that changed, for an undo. */
  mark(ids: readonly number[], change: MarkChange): number[]
  /** The same for all that match. */
  markAll(filter: InboxFilter, change: MarkChange): number[]
}

export function createInboxMarks(database: DatabaseSync): InboxMarks {
  const change = (where: { sql: string; values: string[] }, { isRead, isDone, isFlagged }: MarkChange): number[] => {
    const marks = Object.entries({ is_read: isRead, is_done: isDone, is_flagged: isFlagged }).flatMap(
      ([column, value]) => (value === undefined ? [] : [{ column, value: value ? 1 : 0 }]),
    )
    if (marks.length === 0) return []
    // Only our own column names and the numbers 0 and 1, never a user’s text.
    const set = marks.map(({ column, value }) => `${column} = ${value}`).join(', ')
    const isOther = marks.map(({ column, value }) => `${column} <> ${value}`).join(' OR ')
    const statement = database.prepare(`UPDATE entries SET ${set} WHERE (${isOther}) AND ${where.sql} RETURNING id`)
    return guardStorage(database, () => statement.all(...where.values)).map((row) => numberIn(row, 'id'))
  }
  return {
    mark: (ids, marks) =>
      change({ sql: 'id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(ids)] }, marks),
    markAll: (filter, marks) => change(conditionOf(filter), marks),
  }
}

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
