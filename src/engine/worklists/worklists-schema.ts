import type { DatabaseSchema } from '../storage/database.ts'

/** Worklists and what checks found. As in `storage/schema.ts`, new versions are appended. */
export const WORKLISTS_SCHEMA: DatabaseSchema = {
  afterLoss: 'Your worklists are gone: import or paste them again. Saved documents are not touched.',
  synchronous: 'FULL',
  migrations: [
    `
    CREATE TABLE worklists (
      id TEXT PRIMARY KEY,
      base_url TEXT NOT NULL,
      username TEXT NOT NULL,
      name TEXT NOT NULL,
      revision INTEGER NOT NULL DEFAULT 1,
      -- JSON: ids of customers, headings of the columns.
      customers TEXT NOT NULL,
      headings TEXT NOT NULL,
      reference_column INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      opened_at TEXT NOT NULL,
      checked_at TEXT,
      compared_with TEXT,
      -- Kept until the next start, so that it can be undone.
      is_removed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE lines (
      worklist_id TEXT NOT NULL REFERENCES worklists (id) ON DELETE CASCADE,
      -- The order of the lines. One of a removed line is given out again after the next start, when the line is deleted.
      line_id INTEGER NOT NULL,
      reference TEXT NOT NULL,
      -- JSON: every cell, that of the reference too.
      cells TEXT NOT NULL,
      is_removed INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (worklist_id, line_id)
    ) STRICT, WITHOUT ROWID;
    -- For counting: references of a list, and which of them changed.
    CREATE INDEX lines_by_reference ON lines (worklist_id, reference, is_removed);
    CREATE TABLE answers (
      worklist_id TEXT NOT NULL REFERENCES worklists (id) ON DELETE CASCADE,
      reference TEXT NOT NULL,
      answered_at TEXT NOT NULL,
      is_complete INTEGER NOT NULL,
      -- JSON: the sets as the answer had them, and as they were when the day began; NULL if nothing was known then.
      sets TEXT NOT NULL,
      sets_before TEXT,
      -- The local day of the answer, by which it is known whether the next one begins a new day.
      day TEXT NOT NULL,
      has_changed INTEGER NOT NULL,
      PRIMARY KEY (worklist_id, reference)
    ) STRICT, WITHOUT ROWID;
    `,
  ],
}
