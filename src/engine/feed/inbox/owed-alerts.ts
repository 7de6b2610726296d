import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../../shared/model/connection.ts'
import type { ListedEntry } from '../../../shared/model/feed-entry.ts'
import { guardStorage } from '../../storage/database.ts'
import { numberIn } from '../../storage/read-row.ts'
import { LISTED_COLUMNS, listedIn } from './entry-rows.ts'

/** What is to be summed up once notifications are no longer held back, so that a restart forgets nothing of it. */
export interface OwedAlerts {
  /** The first entry of the summary that is owed; undefined where none is. */
  owedFrom(): number | undefined
  /** Undefined: nothing is owed any more. */
  setOwedFrom(entryId: number | undefined): void
  /** Entries from this one on that nobody has read or dealt with, oldest first, at most `count`. */
  unreadFrom(entryId: number, count: number): ListedEntry[]
}

export function createOwedAlerts(database: DatabaseSync, environment: Environment): OwedAlerts {
  const select = database.prepare('SELECT entry_id FROM owed_alerts')
  const upsert = database.prepare('INSERT OR REPLACE INTO owed_alerts (one, entry_id) VALUES (1, ?)')
  const clear = database.prepare('DELETE FROM owed_alerts')
  const unread = database.prepare(
    `SELECT ${LISTED_COLUMNS} FROM entries WHERE id >= ? AND is_read = 0 AND is_done = 0 ORDER BY id LIMIT ?`,
  )
  return {
    owedFrom: () => {
      const row = guardStorage(database, () => select.get())
      return row === undefined ? undefined : numberIn(row, 'entry_id')
    },
    setOwedFrom: (entryId) => {
      guardStorage(database, () => (entryId === undefined ? clear.run() : upsert.run(entryId)))
    },
    unreadFrom: (entryId, count) =>
      guardStorage(database, () => unread.all(entryId, count)).map((row) => listedIn(row, environment)),
  }
}
