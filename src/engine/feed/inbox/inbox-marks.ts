import type { DatabaseSync } from 'node:sqlite'
import type { InboxCounts } from '../../../shared/model/feed-entry.ts'
import { guardStorage } from '../../storage/database.ts'
import { numberIn, type Row, textIn } from '../../storage/read-row.ts'
import { conditionOf, type InboxFilter } from './inbox-filter.ts'

export interface MarkChange {
  isRead?: boolean | undefined
  isDone?: boolean | undefined
  isFlagged?: boolean | undefined
}

/** What the user has done with entries. */
export interface InboxMarks {
  counts(): InboxCounts
  /** Returns the ids of the entries that changed, for an undo. */
  mark(ids: readonly number[], change: MarkChange): number[]
  /** The same for all that match. */
  markAll(filter: InboxFilter, change: MarkChange): number[]
}

const COUNTS = `
  SELECT
    (SELECT count(*) FROM entries INDEXED BY entries_to_filter) AS total,
    (SELECT count(*) FROM entries INDEXED BY entries_unread WHERE is_read = 0 AND is_done = 0) AS unread,
    (SELECT count(*) FROM entries INDEXED BY entries_flagged WHERE is_flagged = 1) AS flagged,
    (SELECT count(*) FROM entries INDEXED BY entries_done WHERE is_done = 1) AS done,
    (SELECT count(*) FROM snoozes WHERE returned_at IS NULL) AS snoozed`
/** Changes whenever this connection or another has changed anything. */
const STAMP = "SELECT total_changes() || ' ' || data_version AS stamp FROM pragma_data_version"
const COLUMNS = { isRead: 'is_read', isDone: 'is_done', isFlagged: 'is_flagged' } as const

export function createInboxMarks(database: DatabaseSync): InboxMarks {
  const counts = createCounting(database)
  const change = (where: { sql: string; values: string[] }, { isRead, isDone, isFlagged }: MarkChange): number[] => {
    const marks = Object.entries({ isRead, isDone, isFlagged }).flatMap(([name, value]) =>
      value === undefined ? [] : [{ column: columnOf(name), value: value ? 1 : 0 }],
    )
    if (marks.length === 0) return []
    // Only our own column names and the numbers 0 and 1, never a user’s text.
    const set = marks.map(({ column, value }) => `${column} = ${value}`).join(', ')
    const isOther = marks.map(({ column, value }) => `${column} <> ${value}`).join(' OR ')
    const statement = database.prepare(`UPDATE entries SET ${set} WHERE (${isOther}) AND ${where.sql} RETURNING id`)
    return guardStorage(database, () => statement.all(...where.values)).map((row) => numberIn(row, 'id'))
  }
  return {
    counts: () => guardStorage(database, counts),
    mark: (ids, marks) =>
      change({ sql: 'id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(ids)] }, marks),
    markAll: (filter, marks) => change(conditionOf(filter), marks),
  }
}

/** Counts again only after a change: list, badge and events each ask, and a hundred thousand entries take 4 ms (measured). */
function createCounting(database: DatabaseSync): () => InboxCounts {
  const [stamp, count] = [database.prepare(STAMP), database.prepare(COUNTS)]
  let countedAt: unknown
  let counts: InboxCounts | undefined
  return () => {
    const now = stamp.get()?.['stamp']
    if (counts === undefined || countedAt !== now) counts = countsIn(count.get() ?? {})
    countedAt = now
    return counts
  }
}

function countsIn(row: Row): InboxCounts {
  const [total, unread, flagged] = [numberIn(row, 'total'), numberIn(row, 'unread'), numberIn(row, 'flagged')]
  return { total, unread, flagged, done: numberIn(row, 'done'), snoozed: numberIn(row, 'snoozed') }
}

function columnOf(name: string): string {
  const [, column] = Object.entries(COLUMNS).find(([known]) => known === name) ?? []
  if (column === undefined) throw new Error(`no column for the mark ${name}`)
  return column
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
