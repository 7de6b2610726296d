import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../../shared/model/connection.ts'
import type { ListedEntry } from '../../../shared/model/feed-entry.ts'
import { guardStorage, inTransaction } from '../../storage/database.ts'
import { bytesIn, numberIn, type Row, textIn, textOrNullIn } from '../../storage/read-row.ts'
import { LISTED_COLUMNS, listedIn, NEWEST_ID } from './entry-rows.ts'
import { entryKey, setKey } from './set-states.ts'

/** Entries that are set aside until a time. */
export interface Snoozes {
  /** Sets aside what is not done, or changes until when. Returns the ids of those entries. */
  snooze(ids: readonly number[], until: string): number[]
  /**
   * Brings entries back whose time has come, unread. Lists are in the order of arrival, so each gets a new id, the highest,
   * and is on top again. Returns at most `count` of them, in the order in which they were due.
   */
  returnDue(now: string, count: number): ListedEntry[]
  /** When the next entry comes back; undefined where none is set aside. ISO. */
  nextReturn(): string | undefined
}

/** Tables that refer to an entry by its id; that of the snooze itself is written again. */
const REFERRING = ['rule_runs', 'notes'] as const

export function createSnoozes(database: DatabaseSync, environment: Environment): Snoozes {
  const setAside = database.prepare(
    'UPDATE entries SET is_done = 2 WHERE id IN (SELECT value FROM json_each(?)) AND is_done <> 1 RETURNING id',
  )
  const keep = database.prepare('INSERT OR REPLACE INTO snoozes (entry_id, until, returned_at) VALUES (?, ?, ?)')
  const selectDue = database.prepare(`
    SELECT entry_id, until, set_id, raw FROM snoozes JOIN entries ON entries.id = entry_id
    WHERE returned_at IS NULL AND until <= ? ORDER BY until, entry_id LIMIT ?`)
  const next = database.prepare('SELECT min(until) AS until FROM snoozes WHERE returned_at IS NULL')
  const newest = database.prepare(NEWEST_ID)
  const renumber = database.prepare('UPDATE entries SET id = ?2, is_done = 0, is_read = 0 WHERE id = ?1')
  const follow = REFERRING.map((table) => database.prepare(`UPDATE ${table} SET entry_id = ?2 WHERE entry_id = ?1`))
  const relink = database.prepare('UPDATE set_states SET entry_id = ? WHERE key = ?')
  const listed = database.prepare(`SELECT ${LISTED_COLUMNS} FROM entries WHERE id = ?`)
  const bringBack = (row: Row, now: string): ListedEntry => {
    const [before, after] = [numberIn(row, 'entry_id'), numberIn(newest.get() ?? {}, 'id') + 1]
    renumber.run(before, after)
    for (const statement of follow) statement.run(before, after)
    relink.run(after, keyOf(row))
    keep.run(after, textIn(row, 'until'), now)
    return listedIn(listed.get(after) ?? {}, environment)
  }
  return {
    snooze: (ids, until) => {
      let changed: number[] = []
      inTransaction(database, () => {
        changed = setAside.all(JSON.stringify(ids)).map((row) => numberIn(row, 'id'))
        for (const id of changed) keep.run(id, until, null)
      })
      return changed
    },
    returnDue: (now, count) => {
      let returned: ListedEntry[] = []
      inTransaction(database, () => {
        // What refers to an entry follows it before the commit.
        database.exec('PRAGMA defer_foreign_keys = ON')
        returned = selectDue.all(now, count).map((row) => bringBack(row, now))
      })
      return returned
    },
    nextReturn: () => textOrNullIn(guardStorage(database, () => next.get()) ?? {}, 'until') ?? undefined,
  }
}

/** Under which `set_states` knows the entry. */
function keyOf(row: Row): Buffer {
  return entryKey(setKey(textOrNullIn(row, 'set_id') ?? ''), bytesIn(row, 'raw'))
}
