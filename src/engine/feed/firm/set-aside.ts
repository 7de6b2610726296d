import type { DatabaseSync } from 'node:sqlite'
import { guardStorage, inTransaction } from '../../storage/database.ts'
import { bytesIn, numberIn } from '../../storage/read-row.ts'
import type { StoredMessage } from './outgoing.ts'

/** A message that no stream was bound for. */
export interface UnroutableMessage {
  routingKey: string
  messageId: string
  body: Uint8Array
  reason: string
}

/** What a collector has set aside and can publish again, in the database of its inbox. Every call fails with storage-failed. */
export interface SetAsideMessages {
  /** The same message is kept once. */
  keep(messages: readonly UnroutableMessage[], at: Date): void
  /** The next ones behind an id, in the order in which they were set aside. */
  list(after: number, most: number): (StoredMessage & { id: number })[]
  forget(ids: readonly number[]): void
  count(): number
}

export function createSetAsideMessages(database: DatabaseSync): SetAsideMessages {
  const insert = database.prepare('INSERT OR IGNORE INTO set_aside (message_id, at, reason, body) VALUES (?, ?, ?, ?)')
  const select = database.prepare('SELECT id, body FROM set_aside WHERE id > ? ORDER BY id LIMIT ?')
  const remove = database.prepare('DELETE FROM set_aside WHERE id = ?')
  const count = database.prepare('SELECT count(*) AS count FROM set_aside')
  return {
    keep: (messages, at) => {
      inTransaction(database, () => {
        for (const { messageId, body, reason } of messages) insert.run(messageId, at.toISOString(), reason, body)
      })
    },
    list: (after, most) =>
      guardStorage(database, () => select.all(after, most)).map((row) => ({
        id: numberIn(row, 'id'),
        body: bytesIn(row, 'body'),
      })),
    forget: (ids) => {
      inTransaction(database, () => {
        for (const id of ids) remove.run(id)
      })
    },
    count: () => numberIn(guardStorage(database, () => count.get()) ?? {}, 'count'),
  }
}
