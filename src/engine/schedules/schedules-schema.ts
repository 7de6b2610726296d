import type { DatabaseSchema } from '../storage/database.ts'

/** Schedules and what their runs did. As in `storage/schema.ts`, new versions are appended. */
export const SCHEDULES_SCHEMA: DatabaseSchema = {
  afterLoss: 'Timed saves are gone, and none runs until you add them again; saved documents are not touched.',
  synchronous: 'FULL',
  migrations: [
    `
    CREATE TABLE schedules (
      id TEXT PRIMARY KEY,
      base_url TEXT NOT NULL,
      username TEXT NOT NULL,
      name TEXT NOT NULL,
      -- JSON: what it saves, where to and when.
      details TEXT NOT NULL,
      is_paused INTEGER NOT NULL DEFAULT 0,
      is_removed INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL,
      handled_until TEXT NOT NULL,
      retry_at TEXT,
      attempts INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE runs (
      id INTEGER PRIMARY KEY,
      schedule_id TEXT NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
      due_at TEXT,
      missed INTEGER NOT NULL,
      started_at TEXT NOT NULL,
      ended_at TEXT,
      state TEXT NOT NULL,
      text TEXT NOT NULL,
      job_id TEXT
    ) STRICT;
    CREATE INDEX runs_of_schedule ON runs (schedule_id, id);
    `,
  ],
}
