import type { DatabaseSchema } from './database.ts'

/*
 * Each database as it is made, in one script. To change it, append a script that changes what there is: a released one is
 * never edited, for every user’s database has run it already.
 */

/** Jobs and saved versions: the record of what was done. */
export const LEDGER_SCHEMA: DatabaseSchema = {
  afterLoss:
    'It knew what was saved and which saves can be resumed or undone; saved documents are not touched, and the next save of a folder takes up what is there.',
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
      is_selection_complete INTEGER NOT NULL,
      -- What it saves, in names, as JSON (JobSubject).
      subject TEXT NOT NULL,
      -- The rule that made it, and for which set, as JSON; NULL for a job that somebody started.
      rule TEXT,
      -- The folder in which it is being undone, by device and number, from before the first file is removed until manifest
      -- and ledger have followed: an undo that was killed goes on in no other.
      undo_folder TEXT
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
      -- What must be known of a saved document: it was saved although damaged, or its inner table does not fit. NULL for most.
      remark TEXT,
      -- Whether something had the planned name already.
      was_there INTEGER NOT NULL,
      -- What is about to get its name, as JSON (ArrivedFile): a run that is killed before it can record it finds it by this.
      arrived TEXT,
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
    -- The folders that a job made.
    CREATE TABLE job_folders (
      job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
      relative_path TEXT NOT NULL,
      PRIMARY KEY (job_id, relative_path)
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
      -- How the file came to have its name: “new”, “replaced”, “found”.
      placed TEXT NOT NULL,
      remark TEXT,
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
    CREATE INDEX saved_versions_by_set ON saved_versions (base_url, set_id, document_id);
    -- Where the document with these bytes is: the index of texts goes by bytes.
    CREATE INDEX saved_versions_by_hash ON saved_versions (sha256);
    -- Names this ledger in the archives that it shares with others. A ledger that is started over has another name.
    CREATE TABLE writer (id TEXT NOT NULL) STRICT;
    INSERT INTO writer VALUES (lower(hex(randomblob(16))));
    `,
    `
    -- How many digital signatures it carries, and the worst of their answers; NULL where nobody looked.
    ALTER TABLE saved_versions ADD COLUMN pdf_signatures INTEGER;
    ALTER TABLE saved_versions ADD COLUMN pdf_signature_verdict TEXT;
    `,
  ],
}

/**
 * Sets seen, by id (T5, T6), what changed between one search and the next, and how each address pages (T1). All but the
 * changes can be found again by searching.
 */
export const SETS_SCHEMA: DatabaseSchema = {
  afterLoss: 'It held the sets seen so far: searching finds them again, but not what had changed in them.',
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
      status TEXT,
      UNIQUE (base_url, set_id)
    ) STRICT;
    CREATE TABLE paging (base_url TEXT PRIMARY KEY, mode TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE pace (base_url TEXT PRIMARY KEY, at_once INTEGER NOT NULL, noted_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE set_history (
      base_url TEXT NOT NULL,
      set_id TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      status_before TEXT NOT NULL,
      status TEXT NOT NULL
    ) STRICT;
    CREATE INDEX set_history_by_set ON set_history (base_url, set_id);
    -- Another spelling is the same state (T12); a state that the message does not name is null.
    CREATE TRIGGER sets_seen_state_changed AFTER UPDATE OF status ON sets_seen
    WHEN old.status <> new.status AND
      replace(replace(lower(old.status), '_', ' '), '-', ' ') <> replace(replace(lower(new.status), '_', ' '), '-', ' ')
    BEGIN
      INSERT INTO set_history VALUES (new.base_url, new.set_id, new.last_seen_at, old.status, new.status);
    END;
    -- The last few rows of a set before a search showed another one. Without documents, which many searches leave out (T4).
    CREATE TABLE set_versions (
      base_url TEXT NOT NULL,
      set_id TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      received TEXT NOT NULL
    ) STRICT;
    CREATE INDEX set_versions_by_set ON set_versions (base_url, set_id);
    CREATE TRIGGER sets_seen_row_changed AFTER UPDATE OF received ON sets_seen
    WHEN old.received <> new.received AND
      json_remove(old.received, '$.documents') <> json_remove(new.received, '$.documents')
    BEGIN
      INSERT INTO set_versions VALUES (
        new.base_url, new.set_id, new.last_seen_at, json_remove(old.received, '$.documents')
      );
      DELETE FROM set_versions WHERE base_url = new.base_url AND set_id = new.set_id AND rowid <= (
        SELECT rowid FROM set_versions WHERE base_url = new.base_url AND set_id = new.set_id
        ORDER BY rowid DESC LIMIT 1 OFFSET 10
      );
    END;
    `,
  ],
}

/**
 * The inbox: every message and every change found by a check, marks, the last known state of each set, what rules did. The
 * record of what came: a message is acknowledged once it is in here.
 */
export const FEED_SCHEMA: DatabaseSchema = {
  afterLoss: 'The inbox begins anew, without its messages, marks and notes; saved documents are not touched.',
  synchronous: 'FULL',
  // Ids come in no order, so that every message touches its own page (docs/decisions/inbox-tables.md). With SQLite's own
  // sizes a backlog took a fifth longer; with these, moving the log takes 24 ms at the longest (measured).
  cacheKib: 32_768,
  checkpointPages: 4_000,
  migrations: [
    `
    CREATE TABLE entries (
      id INTEGER PRIMARY KEY,
      source TEXT NOT NULL,
      -- Why it could not be read; NULL where it could.
      reason TEXT,
      set_id TEXT,
      transaction_id TEXT,
      parcel_reference TEXT,
      customer_id TEXT,
      new_status TEXT,
      action TEXT,
      instance TEXT,
      actor TEXT,
      actor_company TEXT,
      updated_date TEXT,
      state TEXT,
      updated_at TEXT,
      seen_at TEXT NOT NULL,
      received INTEGER NOT NULL DEFAULT 1,
      is_redelivered INTEGER NOT NULL,
      is_outdated INTEGER NOT NULL,
      state_before TEXT,
      shipment_ref TEXT,
      customer_name TEXT,
      is_read INTEGER NOT NULL DEFAULT 0,
      is_done INTEGER NOT NULL DEFAULT 0,
      is_flagged INTEGER NOT NULL DEFAULT 0,
      -- The source, or “unreadable”. No generated column: SQLite would read the table for it in spite of the index.
      kind TEXT NOT NULL,
      -- Last, so that a list does not read through bodies of megabytes to get at what stands behind them.
      raw BLOB NOT NULL
    ) STRICT;
    -- A narrow copy of what is filtered by, in the order of arrival: read instead of the table, and only ever appended to.
    CREATE INDEX entries_to_filter ON entries (id, customer_id, state, action, kind, is_done, is_read, is_flagged);
    CREATE INDEX entries_open ON entries (id) WHERE is_done = 0;
    CREATE INDEX entries_unread ON entries (id) WHERE is_read = 0 AND is_done = 0;
    CREATE INDEX entries_flagged ON entries (id) WHERE is_flagged = 1;
    CREATE INDEX entries_done ON entries (id) WHERE is_done = 1;
    -- What came since a moment, counted without the table. What is back from a snooze has a new id and keeps its time, so that
    -- ids do not tell. New entries come at its end: no cost per message could be measured.
    CREATE INDEX entries_by_time ON entries (seen_at, kind, customer_id);
    -- Each set with its newest state, and right behind it its entries by the SHA-256 of their bodies, since messages carry no
    -- id of their own (T40). In one table, because ids come in no order: a message then writes to one place, not to three.
    CREATE TABLE set_states (
      -- Id of the set and a NUL (feed/inbox/set-states.ts); for an entry the hash besides. Before the NUL nothing: unreadable.
      key BLOB PRIMARY KEY,
      entry_id INTEGER,
      -- All that follows is of the set. The newest state that is known, by message or by check; an older message never rewinds
      -- it (T42).
      status TEXT,
      -- The newest time that a message told, whatever a check saw after it; in ISO form, NULL where none had one.
      updated_at TEXT,
      seen_at TEXT,
      -- Whether a check saw the state; and what was known before the message that brought it.
      is_found INTEGER,
      status_before TEXT
    ) STRICT, WITHOUT ROWID;
    -- Customers whose sets a check has gone through completely once: from then on an unknown set is a change.
    CREATE TABLE checked_customers (customer_id TEXT PRIMARY KEY, checked_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
    -- What one check saw that may be a search that lags: believed when a second check sees it too.
    CREATE TABLE finding_doubts (
      customer_id TEXT NOT NULL,
      set_id TEXT NOT NULL,
      status TEXT NOT NULL,
      since TEXT NOT NULL,
      PRIMARY KEY (customer_id, set_id)
    ) STRICT, WITHOUT ROWID;
    -- What searches call the states that messages tell, where they use words of their own. A word for two states is for none.
    CREATE TABLE state_names (shown TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (shown, state)) STRICT, WITHOUT ROWID;
    -- What a rule did about an entry; never twice for one rule, set and state. A run has its own id: that of its entry
    -- changes when the entry comes back from a snooze, also while it is attempted.
    CREATE TABLE rule_runs (
      run_id INTEGER PRIMARY KEY,
      rule_id TEXT NOT NULL,
      entry_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
      rule_name TEXT NOT NULL,
      state TEXT NOT NULL,
      at TEXT NOT NULL,
      text TEXT NOT NULL,
      -- What of a save must be said however it ends.
      note TEXT,
      job_id TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      next_try_at TEXT,
      -- The run of the same rule, set and state that has to end first: it was under way when the message of this one came.
      after_run INTEGER,
      UNIQUE (rule_id, entry_id)
    ) STRICT;
    CREATE INDEX rule_runs_by_entry ON rule_runs (entry_id);
    CREATE INDEX rule_runs_open ON rule_runs (state) WHERE state IN ('waiting', 'saving');
    CREATE INDEX rule_runs_by_job ON rule_runs (job_id) WHERE job_id IS NOT NULL;
    -- What is to be tried, in that order: what was tried least comes first.
    CREATE INDEX rule_runs_due ON rule_runs (attempts, entry_id)
      WHERE state IN ('waiting', 'saving') AND next_try_at IS NOT NULL;
    CREATE INDEX rule_runs_after ON rule_runs (after_run) WHERE after_run IS NOT NULL;
    -- What is set aside until a time. Its entry's is_done is 2 meanwhile, so that every list, count and index of what is open
    -- or done is without it. A row stays when the entry came back, to say so, until somebody deals with the entry.
    CREATE TABLE snoozes (
      entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
      until TEXT NOT NULL,
      returned_at TEXT
    ) STRICT;
    CREATE INDEX snoozes_due ON snoozes (until) WHERE returned_at IS NULL;
    CREATE TRIGGER snooze_over AFTER UPDATE OF is_done ON entries WHEN old.is_done <> new.is_done BEGIN
      DELETE FROM snoozes WHERE entry_id = old.id;
    END;
    -- Tables of their own: a column added to entries would stand behind bodies of megabytes.
    CREATE TABLE notes (
      entry_id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
      text TEXT NOT NULL
    ) STRICT;
    -- The first entry that a notification is still to come of, while notifications are held back.
    CREATE TABLE owed_alerts (one INTEGER PRIMARY KEY CHECK (one = 1), entry_id INTEGER NOT NULL) STRICT;
    -- How far each stream of a firm’s broker was read, and the SHA-256 of the last body.
    CREATE TABLE stream_places (
      stream TEXT PRIMARY KEY,
      last_offset INTEGER NOT NULL,
      body_hash BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Since when the next message of a stream is waited for, of which nothing is stored yet.
    CREATE TABLE stream_waits (stream TEXT PRIMARY KEY, since TEXT NOT NULL) STRICT, WITHOUT ROWID;
    -- What a stream did not have any more when it was read on, until the user has taken note of it.
    CREATE TABLE stream_gaps (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      customer_id TEXT,
      at TEXT NOT NULL,
      sentence TEXT NOT NULL
    ) STRICT;
    -- The last check of each customer of which a firm’s collector has told.
    CREATE TABLE collector_checks (
      customer_id TEXT PRIMARY KEY,
      at TEXT NOT NULL,
      sets INTEGER NOT NULL,
      found INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- What a collector took faster than entries can be made of it (feed/inbox/backlog.ts): the messages as they came.
    CREATE TABLE backlog (
      id INTEGER PRIMARY KEY,
      is_redelivered INTEGER NOT NULL,
      seen_at TEXT NOT NULL,
      body BLOB NOT NULL
    ) STRICT;
    -- What a firm’s collector could not publish, because no stream was bound for it (feed/firm/set-aside.ts).
    CREATE TABLE set_aside (
      id INTEGER PRIMARY KEY,
      message_id TEXT NOT NULL UNIQUE,
      at TEXT NOT NULL,
      reason TEXT NOT NULL,
      body BLOB NOT NULL
    ) STRICT;
    -- Written and emptied before anything is taken from a queue (feed/inbox/prove-storage.ts).
    CREATE TABLE proofs (content BLOB NOT NULL) STRICT;
    `,
  ],
}
