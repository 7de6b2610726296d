import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { guardStorage } from '../../storage/database.ts'
import { numberIn, textIn } from '../../storage/read-row.ts'
import type { JournalMessage } from './journal-format.ts'

/** What this installation wrote to a journal, read from its own inbox, so that a lost journal can be written again. */
export interface JournalRecord {
  /** An entry of the inbox that has this id was written to this journal. */
  readonly id: number
  /** Oldest first, read in steps. */
  messages(): Generator<JournalMessage>
}

const STEP_ROWS = 500

/** The record of a journal in the feed’s database. Every call fails with storage-failed. */
export function openJournalRecord(database: DatabaseSync, file: string): JournalRecord {
  const id = guardStorage(database, () => {
    database.prepare('INSERT INTO journals (file) VALUES (?) ON CONFLICT (file) DO NOTHING').run(file)
    return numberIn(database.prepare('SELECT id FROM journals WHERE file = ?').get(file) ?? {}, 'id')
  })
  const after = database.prepare(
    `SELECT id, raw, seen_at FROM journaled JOIN entries ON id = entry_id
     WHERE journal = ? AND entry_id > ? ORDER BY entry_id LIMIT ${STEP_ROWS}`,
  )
  return {
    id,
    messages: function* () {
      for (let last = 0, isMore = true; isMore;) {
        const rows = guardStorage(database, () => after.all(id, last))
        for (const row of rows) {
          last = numberIn(row, 'id')
          if (row['raw'] instanceof Uint8Array) yield { body: Buffer.from(row['raw']), seenAt: textIn(row, 'seen_at') }
        }
        isMore = rows.length === STEP_ROWS
      }
    },
  }
}

/** Identifies a repeated message. */
export function messageKey({ body }: Pick<JournalMessage, 'body'>): string {
  return hash('sha256', body, 'base64')
}
