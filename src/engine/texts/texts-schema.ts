import type { DatabaseSchema } from '../storage/database.ts'

/** What stands in saved documents. All of it can be read again. */
export const TEXTS_SCHEMA: DatabaseSchema = {
  afterLoss: 'It held the text of saved documents, which is read again from the files; nothing is lost.',
  synchronous: 'NORMAL',
  isRebuilt: true,
  migrations: [
    `
    CREATE TABLE documents (
      id INTEGER PRIMARY KEY,
      sha256 TEXT NOT NULL UNIQUE,
      -- “text”, “no-text” (a scan), “unreadable”; “gone” where no file has these bytes any more, which is tried again.
      state TEXT NOT NULL,
      pages INTEGER NOT NULL,
      -- Why it was not read, or not to its end.
      flaw TEXT
    ) STRICT;
    CREATE INDEX documents_by_state ON documents (state);
    -- Text once, deflated, for what is shown of a hit. The id is that of the document times 32768, and the page.
    CREATE TABLE pages (id INTEGER PRIMARY KEY, text BLOB NOT NULL) STRICT;
    -- Rows have the ids of pages. Signs separate words, so that “MSKU-1234567” is found as “MSKU 1234567” and the other way round.
    CREATE VIRTUAL TABLE words USING fts5(text, content='', contentless_delete=1,
      tokenize='unicode61 remove_diacritics 2');
    -- Numbers and marks of a page without their separators, to be found by any part of them.
    CREATE VIRTUAL TABLE marks USING fts5(text, content='', contentless_delete=1, tokenize='trigram');
    `,
  ],
}

/** More pages than are read of any document. */
export const PAGES_OF_DOCUMENT = 32_768
