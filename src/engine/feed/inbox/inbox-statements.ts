import { LISTED_COLUMNS } from './entry-rows.ts'
import { conditionOf, type InboxFilter, isUnnarrowed } from './inbox-filter.ts'

export interface BoundStatement {
  sql: string
  values: string[]
}

/** 0 where there is none. */
export const NEWEST_ID = 'SELECT COALESCE(max(id), 0) AS id FROM entries'

/** The indexes that hold just what is shown, in the order of arrival. All and new are nearly the whole table, newest first. */
const SHOWN_INDEXES: Record<InboxFilter['show'], string> = {
  open: 'INDEXED BY entries_open',
  new: 'INDEXED BY entries_open',
  unread: 'INDEXED BY entries_unread',
  flagged: 'INDEXED BY entries_flagged',
  done: 'INDEXED BY entries_done',
  all: '',
}

/**
 * The newest entries that match; after the filter's own values it takes the id before which they are, and how many. Which
 * index serves is said, not left to SQLite: without statistics it takes the order of the table, and a filter with three
 * matches would read all of it.
 */
export function pageStatement(filter: InboxFilter): BoundStatement {
  const { sql, values } = conditionOf(filter)
  const ids = `SELECT id FROM entries ${pageIndex(filter)} WHERE ${sql} AND id < ? ORDER BY id DESC LIMIT ?`
  return { sql: `SELECT ${LISTED_COLUMNS} FROM entries WHERE id IN (${ids}) ORDER BY id DESC`, values }
}

/** How many match, as `count`. */
export function countStatement(filter: InboxFilter): BoundStatement {
  const { sql, values, isIndexed } = conditionOf(filter)
  const index = isUnnarrowed(filter) && filter.show !== 'all' ? SHOWN_INDEXES[filter.show] : filterIndex(isIndexed)
  return { sql: `SELECT count(*) AS count FROM entries ${index} WHERE ${sql}`, values }
}

function pageIndex(filter: InboxFilter): string {
  if (isUnnarrowed(filter)) return SHOWN_INDEXES[filter.show]
  return filterIndex(conditionOf(filter).isIndexed)
}

/** Text is in the table alone: searching it reads the table, newest first. */
function filterIndex(isIndexed: boolean): string {
  return isIndexed ? 'INDEXED BY entries_to_filter' : ''
}
