import type { DatabaseSync } from 'node:sqlite'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { foldText } from '../../shared/text/fold-text.ts'
import { guardStorage, inTransaction } from '../storage/database.ts'
import { bytesIn, numberIn, textIn } from '../storage/read-row.ts'
import { containerNumbers } from './container-numbers.ts'
import { type FindTerm, hyphenatedIn, marksOf, wordsOf } from './find-terms.ts'
import { PAGES_OF_DOCUMENT } from './texts-schema.ts'

/** What was read of a document; `gone` where no file has its bytes. */
export interface ReadDocument {
  sha256: string
  pages: readonly string[]
  flaw: string | null
  isGone?: boolean
}

export interface IndexedPage {
  /** Of the row: newer documents have higher ones. */
  id: number
  sha256: string
  /** From 1. */
  page: number
  text: string
}

export interface TextCounts {
  /** Documents that were looked at, with those below. */
  indexed: number
  withoutText: number
  unreadable: number
  /** With those whose files are gone. */
  known: number
}

/** The index of one environment. All fail with storage-failed. */
export interface TextIndex {
  /** In one transaction; a document that is there already is replaced. */
  add(document: ReadDocument): void
  remove(sha256: string): void
  /** Removes all, under whoever else has the index open. */
  clear(): void
  /** Those of these documents that have to be read. */
  unknown(sha256s: readonly string[]): string[]
  /** Every document, with those that are gone. */
  all(): string[]
  counts(): TextCounts
  /** Documents that could not be read, or not to their end. */
  flawed(): { sha256: string; flaw: string }[]
  /** Pages that have all terms, newest document first, and of it the last page first. */
  find(terms: readonly FindTerm[], before: number, most: number): IndexedPage[]
}

export function createTextIndex(database: DatabaseSync): TextIndex {
  const prepare = (sql: string) => database.prepare(sql)
  const insert = prepare('INSERT INTO documents (sha256, state, pages, flaw) VALUES (?, ?, ?, ?) RETURNING id')
  const insertPage = prepare('INSERT INTO pages (id, text) VALUES (?, ?)')
  const insertWords = prepare('INSERT INTO words (rowid, text) VALUES (?, ?)')
  const insertMarks = prepare('INSERT INTO marks (rowid, text) VALUES (?, ?)')
  const idOf = prepare('SELECT id FROM documents WHERE sha256 = ?')
  const removals = ['words WHERE rowid', 'marks WHERE rowid', 'pages WHERE id'].map((rows) =>
    prepare(`DELETE FROM ${rows} IN (SELECT id FROM pages WHERE id BETWEEN ?1 AND ?1 + ${PAGES_OF_DOCUMENT - 1})`),
  )
  const removeDocument = prepare('DELETE FROM documents WHERE id = ?')
  const unknown = prepare(`
    SELECT value AS sha256 FROM json_each(?) WHERE NOT EXISTS (
      SELECT 1 FROM documents WHERE documents.sha256 = value AND state <> 'gone')`)
  const all = prepare('SELECT sha256 FROM documents')
  const count = prepare('SELECT state, count(*) AS documents FROM documents GROUP BY state')
  const flawed = prepare('SELECT sha256, flaw FROM documents WHERE flaw IS NOT NULL ORDER BY id')
  const remove = (sha256: string): void => {
    const row = idOf.get(sha256)
    if (row === undefined) return
    const id = numberIn(row, 'id')
    for (const removal of removals) removal.run(id * PAGES_OF_DOCUMENT)
    removeDocument.run(id)
  }
  return {
    add: (document) =>
      inTransaction(database, () => {
        const { sha256, pages, flaw } = document
        remove(sha256)
        const id = numberIn(insert.get(sha256, stateOf(document), pages.length, flaw) ?? {}, 'id')
        for (const [place, text] of pages.entries()) {
          if (text.trim() === '') continue
          const pageId = id * PAGES_OF_DOCUMENT + place + 1
          const containers = containerNumbers(foldText(text)).map(({ number }) => number)
          const marks = [...new Set([...marksOf(text), ...containers])]
          insertPage.run(pageId, deflateRawSync(text))
          insertWords.run(pageId, [...wordsOf(text), ...hyphenatedIn(text), ...containers].join(' '))
          if (marks.length > 0) insertMarks.run(pageId, marks.join('\n'))
        }
      }),
    remove: (sha256) => inTransaction(database, () => remove(sha256)),
    clear: () =>
      inTransaction(database, () =>
        database.exec(`
          INSERT INTO words (words) VALUES ('delete-all');
          INSERT INTO marks (marks) VALUES ('delete-all');
          DELETE FROM pages;
          DELETE FROM documents;`),
      ),
    unknown: (sha256s) =>
      guardStorage(database, () => unknown.all(JSON.stringify(sha256s))).map((row) => textIn(row, 'sha256')),
    all: () => guardStorage(database, () => all.all()).map((row) => textIn(row, 'sha256')),
    counts: () => {
      const rows = guardStorage(database, () => count.all())
      const by = new Map(rows.map((row) => [textIn(row, 'state'), numberIn(row, 'documents')]))
      const [text = 0, withoutText = 0, unreadable = 0] = ['text', 'no-text', 'unreadable'].map((state) =>
        by.get(state),
      )
      const indexed = text + withoutText + unreadable
      return { indexed, withoutText, unreadable, known: indexed + (by.get('gone') ?? 0) }
    },
    flawed: () =>
      guardStorage(database, () => flawed.all()).map((row) => ({
        sha256: textIn(row, 'sha256'),
        flaw: textIn(row, 'flaw'),
      })),
    find: (terms, before, most) => {
      if (terms.length === 0) return []
      const { where, values } = conditionsOf(terms)
      const sql = `
        SELECT pages.id, text, sha256 FROM pages JOIN documents ON documents.id = pages.id / ${PAGES_OF_DOCUMENT}
        WHERE pages.id < ? AND ${where} ORDER BY pages.id DESC LIMIT ?`
      const rows = guardStorage(database, () => prepare(sql).all(before, ...values, most))
      return rows.map((row) => {
        const id = numberIn(row, 'id')
        const text = inflateRawSync(bytesIn(row, 'text')).toString('utf8')
        return { id, sha256: textIn(row, 'sha256'), page: id % PAGES_OF_DOCUMENT, text }
      })
    },
  }
}

function stateOf({ isGone = false, pages, flaw }: ReadDocument): string {
  if (isGone) return 'gone'
  if (pages.some((text) => text.trim() !== '')) return 'text'
  return flaw === null ? 'no-text' : 'unreadable'
}

/** What only words can have is asked in one question; each mark in one of its own. */
function conditionsOf(terms: readonly FindTerm[]): { where: string; values: string[] } {
  const inWords = 'pages.id IN (SELECT rowid FROM words WHERE words MATCH ?)'
  const plain = terms.filter(({ mark }) => mark === undefined)
  const parts = plain.length === 0 ? [] : [{ where: inWords, values: [plain.map(matchOf).join(' AND ')] }]
  for (const term of terms) {
    if (term.mark === undefined) continue
    const either = 'SELECT rowid FROM words WHERE words MATCH ? UNION SELECT rowid FROM marks WHERE marks MATCH ?'
    parts.push({ where: `pages.id IN (${either})`, values: [matchOf(term), `"${term.mark}"`] })
  }
  return { where: parts.map(({ where }) => where).join(' AND '), values: parts.flatMap(({ values }) => values) }
}

/** Words have letters and digits alone, so that nothing in them is syntax. */
function matchOf({ words, isPrefix }: FindTerm): string {
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`
}
