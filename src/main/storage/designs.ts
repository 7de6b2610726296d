import type { DatabaseDesign } from './open-database.ts'

/** Jobs and saved versions: the record of what was done. Never edited after release; new versions are appended. */
export const LEDGER_DESIGN: DatabaseDesign = {
  synchronous: 'FULL',
  migrations: [
    `
    CREATE TABLE jobs (
      id TEXT PRIMARY KEY,
      created_at TEXT NOT NULL,
      ended_at TEXT,
      state TEXT NOT NULL,
      base_url TEXT NOT NULL,
      username TEXT NOT NULL,
      profile TEXT,
      credential_form TEXT NOT NULL,
      ca_file TEXT,
      folder TEXT NOT NULL,
      conflict TEXT NOT NULL,
      concurrency INTEGER NOT NULL,
      failure TEXT,
      problems TEXT NOT NULL,
      is_selection_complete INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE job_documents (
      job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
      seq INTEGER NOT NULL,
      set_id TEXT NOT NULL,
      document_id TEXT NOT NULL,
      relative_path TEXT NOT NULL,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      bytes INTEGER,
      sha256 TEXT,
      failure TEXT,
      customer_id TEXT,
      customer_name TEXT,
      parcel_ref TEXT,
      shipment_ref TEXT,
      status TEXT,
      modified_date TEXT,
      name TEXT,
      doc_type TEXT,
      PRIMARY KEY (job_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE saved_versions (
      folder TEXT NOT NULL,
      relative_path TEXT NOT NULL,
      set_id TEXT NOT NULL,
      document_id TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      is_length_declared INTEGER NOT NULL,
      saved_at TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      base_url TEXT NOT NULL,
      username TEXT NOT NULL,
      job_id TEXT NOT NULL,
      customer_id TEXT,
      customer_name TEXT,
      parcel_ref TEXT,
      shipment_ref TEXT,
      status TEXT,
      modified_date TEXT,
      name TEXT,
      doc_type TEXT,
      PRIMARY KEY (folder, relative_path)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX saved_versions_by_document ON saved_versions (folder, document_id);
    `,
    `
    CREATE INDEX saved_versions_by_set ON saved_versions (base_url, set_id, document_id);
    `,
  ],
}

/**
 * Sets seen, by id (T5, T6), what changed between one search and the next, and how each address pages (T1). All but the
 * changes can be found again by searching.
 */
export const SETS_DESIGN: DatabaseDesign = {
  synchronous: 'NORMAL',
  migrations: [
    `
    CREATE TABLE sets_seen (
      base_url TEXT NOT NULL,
      set_id TEXT NOT NULL,
      customer_id TEXT,
      customer_name TEXT,
      received TEXT NOT NULL,
      first_seen_at TEXT NOT NULL,
      last_seen_at TEXT NOT NULL,
      UNIQUE (base_url, set_id)
    ) STRICT;
    CREATE TABLE paging (base_url TEXT PRIMARY KEY, mode TEXT NOT NULL) STRICT, WITHOUT ROWID;
    `,
    `
    ALTER TABLE sets_seen ADD COLUMN status TEXT;
    UPDATE sets_seen SET status = received ->> '$.status' WHERE json_type(received, '$.status') = 'text';
    CREATE TABLE set_history (
      base_url TEXT NOT NULL,
      set_id TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      status_before TEXT NOT NULL,
      status TEXT NOT NULL
    ) STRICT;
    CREATE INDEX set_history_by_set ON set_history (base_url, set_id);
    -- Another spelling is no other state (T12), and a state that was not told is none.
    CREATE TRIGGER sets_seen_state_changed AFTER UPDATE OF status ON sets_seen
    WHEN old.status <> new.status AND
      replace(replace(lower(old.status), '_', ' '), '-', ' ') <> replace(replace(lower(new.status), '_', ' '), '-', ' ')
    BEGIN
      INSERT INTO set_history VALUES (new.base_url, new.set_id, new.last_seen_at, old.status, new.status);
    END;
    `,
  ],
}
