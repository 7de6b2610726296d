import type { DatabaseSync } from 'node:sqlite'
import { column, columnsOf, type ItemOf } from '../../storage/columns.ts'
import { guardStorage } from '../../storage/database.ts'

const GAPS = columnsOf({
  gapId: column.number('id'),
  /** Null for a stream that is no customer’s. */
  customerId: column.textOrNull('customer_id'),
  /** ISO. */
  at: column.text('at'),
  sentence: column.text('sentence'),
})

/** What a stream no longer had when it was read on: retention had passed this desk, or the stream was made again. */
export type StreamGap = ItemOf<typeof GAPS>
/** The gaps that the user has not taken note of. Every call fails with storage-failed. */
export interface StreamGaps {
  add(gap: Omit<StreamGap, 'gapId'>): void
  /** Oldest first, the last hundred. */
  list(): StreamGap[]
  /** Forgets those up to this one. */
  dismiss(upTo: number): void
}

const ADDED = GAPS.only('customerId', 'at', 'sentence')

/** A desk that was killed before it had stored what came behind the gap finds the same again. */
const INSERT = `
  INSERT INTO stream_gaps (${ADDED.list}) SELECT ${ADDED.places}
  WHERE NOT EXISTS (SELECT 1 FROM stream_gaps WHERE sentence = ?)`
const LIST = 'SELECT * FROM (SELECT * FROM stream_gaps ORDER BY id DESC LIMIT 100) ORDER BY id'

export function createStreamGaps(database: DatabaseSync): StreamGaps {
  const insert = database.prepare(INSERT)
  const select = database.prepare(LIST)
  const remove = database.prepare('DELETE FROM stream_gaps WHERE id <= ?')
  return {
    add: (gap) => {
      guardStorage(database, () => insert.run(...ADDED.cells(gap), gap.sentence))
    },
    list: () => guardStorage(database, () => select.all()).map(GAPS.read),
    dismiss: (upTo) => {
      guardStorage(database, () => remove.run(upTo))
    },
  }
}
