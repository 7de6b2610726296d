import type { DatabaseSync } from 'node:sqlite'
import { guardStorage } from '../../storage/database.ts'
import { numberIn, textIn, textOrNullIn } from '../../storage/read-row.ts'

/** What a stream no longer had when it was read on: retention had passed this desk, or the stream was made anew. */
export interface StreamGap {
  gapId: number
  /** Null for a stream that is no customer’s. */
  customerId: string | null
  /** ISO. */
  at: string
  sentence: string
}

/** The gaps that the user has not taken note of. Every call fails with storage-failed. */
export interface StreamGaps {
  add(gap: Omit<StreamGap, 'gapId'>): void
  /** Oldest first, the last hundred. */
  list(): StreamGap[]
  /** Forgets those up to this one. */
  dismiss(upTo: number): void
}

/** A desk that was killed before it had stored what came behind the gap finds the same again. */
const INSERT = `
  INSERT INTO stream_gaps (customer_id, at, sentence) SELECT $customerId, $at, $sentence
  WHERE NOT EXISTS (SELECT 1 FROM stream_gaps WHERE sentence = $sentence)`
const LIST = 'SELECT * FROM (SELECT * FROM stream_gaps ORDER BY id DESC LIMIT 100) ORDER BY id'

export function createStreamGaps(database: DatabaseSync): StreamGaps {
  const insert = database.prepare(INSERT)
  const select = database.prepare(LIST)
  const remove = database.prepare('DELETE FROM stream_gaps WHERE id <= ?')
  return {
    add: ({ customerId, at, sentence }) => {
      guardStorage(database, () => insert.run({ customerId, at, sentence }))
    },
    list: () =>
      guardStorage(database, () => select.all()).map((row) => ({
        gapId: numberIn(row, 'id'),
        customerId: textOrNullIn(row, 'customer_id'),
        at: textIn(row, 'at'),
        sentence: textIn(row, 'sentence'),
      })),
    dismiss: (upTo) => {
      guardStorage(database, () => remove.run(upTo))
    },
  }
}
