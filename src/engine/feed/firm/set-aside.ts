import type { DatabaseSync } from 'node:sqlite'
import { column, columnsOf } from '../../storage/columns.ts'
import { guardStorage, inTransaction } from '../../storage/database.ts'
import { numberIn } from '../../storage/read-row.ts'
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

const KEPT = columnsOf<{ id: number; body: Uint8Array }>({ id: column.number('id'), body: column.bytes('body') })

export function createSetAsideMessages(database: DatabaseSync): SetAsideMessages {
  const insert = database.prepare('INSERT OR IGNORE INTO set_aside (message_id, at, reason, body) VALUES (?, ?, ?, ?)')
  const select = database.prepare(`SELECT ${KEPT.list} FROM set_aside WHERE id > ? ORDER BY id LIMIT ?`)
  const remove = database.prepare('DELETE FROM set_aside WHERE id = ?')
  const count = database.prepare('SELECT count(*) AS count FROM set_aside')
  return {
    keep: (messages, at) => {
      inTransaction(database, () => {
        for (const { messageId, body, reason } of messages) insert.run(messageId, at.toISOString(), reason, body)
      })
    },
    list: (after, most) => guardStorage(database, () => select.all(after, most)).map(KEPT.read),
    forget: (ids) => {
      inTransaction(database, () => {
        for (const id of ids) remove.run(id)
      })
    },
    count: () => numberIn(guardStorage(database, () => count.get()) ?? {}, 'count'),
  }
}
