import type { DatabaseSync } from 'node:sqlite'
import { guardStorage } from '../../storage/database.ts'
import { numberIn, textIn, textOrNullIn } from '../../storage/read-row.ts'

export interface MessageCounts {
  /** How many messages came since, by customer; null for those that name none. In the order of arrival, or nearly so. */
  messagesSince(since: Date): { customerId: string | null; count: number }[]
}

/** Entries lie in the order of arrival and their times have no index: the first of them is found by halving. */
export function createMessageCounts(database: DatabaseSync): MessageCounts {
  const newest = database.prepare('SELECT MAX(id) AS id FROM entries')
  const at = database.prepare('SELECT seen_at FROM entries WHERE id <= ? ORDER BY id DESC LIMIT 1')
  const counts = database.prepare(`
    SELECT customer_id, COUNT(*) AS count FROM entries INDEXED BY entries_to_filter
    WHERE id > ? AND kind IN ('queue', 'journal', 'stream', 'unreadable') GROUP BY customer_id`)
  const isBefore = (id: number, since: string): boolean => {
    const row = at.get(id)
    return row === undefined || textIn(row, 'seen_at') < since
  }
  return {
    messagesSince: (since) =>
      guardStorage(database, () => {
        const start = since.toISOString()
        let [before, from] = [0, Number(newest.get()?.['id'] ?? 0) + 1]
        while (from - before > 1) {
          const middle = Math.floor((before + from) / 2)
          if (isBefore(middle, start)) before = middle
          else from = middle
        }
        return counts.all(before).map((row) => ({
          customerId: textOrNullIn(row, 'customer_id'),
          count: numberIn(row, 'count'),
        }))
      }),
  }
}
