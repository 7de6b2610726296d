import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { column, columnsOf, type ItemOf } from '../../storage/columns.ts'
import { guardStorage } from '../../storage/database.ts'
import { textIn } from '../../storage/read-row.ts'

const PLACES = columnsOf({
  offset: column.number('last_offset'),
  /** `hashOfBody`: at the same offset of another stream of this name there is another. */
  bodyHash: column.bytes('body_hash'),
})

/** The last message of a stream that is in the inbox. */
export type StreamPlace = ItemOf<typeof PLACES>

/** How far each stream was read, in the database of the inbox. */
export interface StreamPlaces {
  read(stream: string): StreamPlace | undefined
  /** Called inside the transaction that stores the message (T39). */
  write(stream: string, place: StreamPlace): void
  /** Since when the next message of a stream is waited for of which none is stored. */
  waitingSince(stream: string): Date | undefined
  beginWaiting(stream: string, at: Date): void
}

/** What a stream is stored under: hosts of one broker change, its virtual hosts do not. */
export function streamKey({ virtualHost, queue }: { virtualHost: string; queue: string }): string {
  return JSON.stringify([virtualHost, queue])
}

export function createStreamPlaces(database: DatabaseSync): StreamPlaces {
  const select = database.prepare(`SELECT ${PLACES.list} FROM stream_places WHERE stream = ?`)
  const write = database.prepare(
    `INSERT OR REPLACE INTO stream_places (stream, ${PLACES.list}) VALUES (?, ${PLACES.places})`,
  )
  const selectWaiting = database.prepare('SELECT since FROM stream_waits WHERE stream = ?')
  const insertWaiting = database.prepare('INSERT OR IGNORE INTO stream_waits (stream, since) VALUES (?, ?)')
  return {
    waitingSince: (stream) => {
      const row = guardStorage(database, () => selectWaiting.get(stream))
      return row === undefined ? undefined : new Date(textIn(row, 'since'))
    },
    beginWaiting: (stream, at) => {
      guardStorage(database, () => insertWaiting.run(stream, at.toISOString()))
    },
    read: (stream) => guardStorage(database, () => select.all(stream)).map(PLACES.read)[0],
    write: (stream, place) => void write.run(stream, ...PLACES.cells(place)),
  }
}

/** Of the beginning, which a message keeps that is too large to be stored whole. */
const HASHED_BYTES = 65_536

/** SHA-256 of the beginning of a body. */
export function hashOfBody(body: Uint8Array): Buffer {
  return hash('sha256', body.subarray(0, HASHED_BYTES), 'buffer')
}
