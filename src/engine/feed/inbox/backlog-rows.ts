import type { DatabaseSync } from 'node:sqlite'
import { column, columnsOf } from '../../storage/columns.ts'
import { numberIn, type Row } from '../../storage/read-row.ts'

/** What there is of a message before it is read. */
export interface KeptMessage {
  body: Buffer
  /** As the broker reported. */
  isRedelivered: boolean
  /** When this installation first had it; ISO. */
  seenAt: string
}

/** So many become entries in one transaction: some ten milliseconds, in which nothing else arrives. */
const TAKEN_AT_ONCE = 200

/** The rows of messages of which no entries are made yet, for use inside the caller's transaction. */
export interface BacklogRows {
  add(message: KeptMessage): void
  /** Removes the oldest and returns them. */
  take(): KeptMessage[]
  isEmpty(): boolean
}

const KEPT = columnsOf<Omit<KeptMessage, 'body'> & { body: Uint8Array }>({
  isRedelivered: column.flag('is_redelivered'),
  seenAt: column.text('seen_at'),
  body: column.bytes('body'),
})

export function createBacklogRows(database: DatabaseSync): BacklogRows {
  const insert = database.prepare(`INSERT INTO backlog (${KEPT.list}) VALUES (${KEPT.places})`)
  const oldest = database.prepare(`SELECT * FROM backlog ORDER BY id LIMIT ${TAKEN_AT_ONCE}`)
  const remove = database.prepare('DELETE FROM backlog WHERE id <= ?')
  const any = database.prepare('SELECT 1 FROM backlog LIMIT 1')
  return {
    add: (message) => {
      insert.run(...KEPT.cells(message))
    },
    take: () => {
      const rows = oldest.all()
      const last = rows.at(-1)
      if (last !== undefined) remove.run(numberIn(last, 'id'))
      return rows.map(messageIn)
    },
    isEmpty: () => any.get() === undefined,
  }
}

function messageIn(row: Row): KeptMessage {
  const { body, ...message } = KEPT.read(row)
  return { ...message, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }
}
