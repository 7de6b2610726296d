import type { DatabaseSync } from 'node:sqlite'
import { guardStorage } from '../storage/guard-storage.ts'
import { textIn, textOrNullIn } from '../storage/read-row.ts'

export interface StateChange {
  /** When a search first found it so; it may have happened long before. */
  seenAt: string
  /** As received. */
  before: string
  after: string
}

export interface SetHistory {
  firstSeenAt: string
  /** State when it was first seen, as far as one was told. */
  firstStatus: string | null
  /** Oldest first. */
  changes: StateChange[]
}

const SELECT_FIRST = 'SELECT first_seen_at, status FROM sets_seen WHERE base_url = ? AND set_id = ?'
const SELECT_CHANGES = `
  SELECT seen_at, status_before, status FROM set_history WHERE base_url = ? AND set_id = ? ORDER BY seen_at, rowid`

/** Reads what searching saw happen to a set; a trigger of the index writes it (storage/designs.ts). */
export function createHistoryReader(
  database: DatabaseSync,
  baseUrl: string,
): (setId: string) => SetHistory | undefined {
  const selectFirst = database.prepare(SELECT_FIRST)
  const selectChanges = database.prepare(SELECT_CHANGES)
  return (setId) =>
    guardStorage(database, () => {
      const first = selectFirst.get(baseUrl, setId)
      if (first === undefined) return undefined
      const changes = selectChanges.all(baseUrl, setId).map((row) => ({
        seenAt: textIn(row, 'seen_at'),
        before: textIn(row, 'status_before'),
        after: textIn(row, 'status'),
      }))
      const firstStatus = changes[0]?.before ?? textOrNullIn(first, 'status')
      return { firstSeenAt: textIn(first, 'first_seen_at'), firstStatus, changes }
    })
}
