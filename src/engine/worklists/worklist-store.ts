import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { badUsage } from '../../shared/errors/app-error.ts'
import { guardStorage, inTransaction } from '../storage/database.ts'
import { numberIn, textIn } from '../storage/read-row.ts'
import { type AnswerStore, createAnswerStore } from './answer-store.ts'
import { referencesInCell } from '../../shared/text/references.ts'
import type { ReferenceTable } from '../tables/find-references.ts'
import {
  LINES,
  OWNED,
  parseLine,
  parseWorklist,
  type StoredLine,
  type StoredWorklist,
  type WorklistAccount,
  WORKLISTS,
} from './worklist-rows.ts'

/** A longer text is no reference, and is not looked up. */
export const MAX_REFERENCE_LENGTH = 200

/** All fail with storage-failed; what names a worklist, also with bad-usage if there is none of this account. */
export interface WorklistStore {
  /** What was found for each reference. */
  readonly answers: AnswerStore
  /** The last opened first. */
  list(account: WorklistAccount): StoredWorklist[]
  create(account: WorklistAccount, named: { name: string; customers: readonly string[] }, table: ReferenceTable): string
  find(account: WorklistAccount, worklistId: string): StoredWorklist
  lines(worklistId: string, slice: { from: number; count: number }): StoredLine[]
  /** Each reference of its lines once, in their order; without a text that is too long to be one. */
  references(worklistId: string): string[]
  /**
   * Edits it if the revision is the newest, in one transaction. Fails with bad-usage otherwise: somebody edited it in another
   * window, and must not be overruled unseen.
   */
  edit(worklistId: string, revision: number, work: (editing: LineEdits) => void): void
  setRemoved(worklistId: string, isRemoved: boolean): void
  /** Deletes what was removed in an earlier run. */
  deleteRemoved(): void
  noteOpened(worklistId: string, at: Date): void
  /** `comparedWith`: the check whose answers these are compared with, from the first check of a day on. */
  noteChecked(worklistId: string, at: Date, comparedWith: string | null): void
}

export interface LineEdits {
  rename(name: string): void
  /** At the end; cells beyond the columns that there are get columns without a heading. */
  addLines(table: ReferenceTable): void
  /** Takes the references from this of its columns; those of removed lines too. */
  takeColumn(column: number): void
  setLinesRemoved(lineIds: readonly number[], isRemoved: boolean): void
}

const COLUMNS = WORKLISTS.only('headings', 'referenceColumn')

/** Lists of the account, with what can be counted. */
const SELECT = `
  SELECT *,
    (SELECT count(*) FROM lines WHERE worklist_id = id AND is_removed = 0) AS lines,
    (SELECT count(DISTINCT reference) FROM lines WHERE worklist_id = id AND is_removed = 0 AND reference <> '') AS refs,
    (SELECT count(*) FROM answers WHERE worklist_id = id AND has_changed = 1 AND EXISTS (SELECT 1 FROM lines
      WHERE lines.worklist_id = id AND lines.is_removed = 0 AND lines.reference = answers.reference)) AS changed
  FROM worklists WHERE base_url = ? AND username = ? AND is_removed = 0`

/** Worklists and their lines in a database. */
export function createWorklistStore(database: DatabaseSync): WorklistStore {
  const list = database.prepare(`${SELECT} ORDER BY opened_at DESC, created_at DESC`)
  const find = database.prepare(`${SELECT} AND id = ?`)
  const add = database.prepare(
    `INSERT INTO worklists (${OWNED.list}, ${WORKLISTS.list}) VALUES (${OWNED.places}, ${WORKLISTS.places})`,
  )
  const lines = database.prepare(
    'SELECT * FROM lines WHERE worklist_id = ? AND is_removed = 0 ORDER BY line_id LIMIT ? OFFSET ?',
  )
  const references = database.prepare(
    `SELECT reference, min(line_id) AS first FROM lines WHERE worklist_id = ? AND is_removed = 0 AND reference <> ''
     GROUP BY reference ORDER BY first`,
  )
  const revise = database.prepare('UPDATE worklists SET revision = revision + 1 WHERE id = ? AND revision = ?')
  const remove = database.prepare('UPDATE worklists SET is_removed = ? WHERE id = ?')
  const opened = database.prepare('UPDATE worklists SET opened_at = ? WHERE id = ?')
  const checked = database.prepare('UPDATE worklists SET checked_at = ?, compared_with = ? WHERE id = ?')
  const edits = createLineEdits(database)
  const guarded = <T>(work: () => T): T => guardStorage(database, work)
  return {
    answers: createAnswerStore(database),
    list: ({ baseUrl, username }) => guarded(() => list.all(baseUrl, username).map(parseWorklist)),
    create: ({ baseUrl, username }, { name, customers }, table) => {
      const worklistId = randomUUID()
      const now = new Date().toISOString()
      const { headings, referenceColumn } = table
      const owned = { baseUrl, username, openedAt: now }
      const own = { worklistId, name, revision: 1, customers: [...customers] }
      const times = { createdAt: now, checkedAt: null, comparedWith: null }
      inTransaction(database, () => {
        add.run(...OWNED.cells(owned), ...WORKLISTS.cells({ ...own, headings, referenceColumn, ...times }))
        edits.of(worklistId).addLines(table)
      })
      return worklistId
    },
    find: ({ baseUrl, username }, worklistId) => {
      const row = guarded(() => find.get(baseUrl, username, worklistId))
      if (row === undefined) throw badUsage('This worklist is not there any more.', 'It was removed in another window.')
      return parseWorklist(row)
    },
    lines: (worklistId, { from, count }) => guarded(() => lines.all(worklistId, count, from).map(parseLine)),
    references: (worklistId) =>
      guarded(() => references.all(worklistId).map((row) => textIn(row, 'reference'))).filter(
        ({ length }) => length <= MAX_REFERENCE_LENGTH,
      ),
    edit: (worklistId, revision, work) =>
      inTransaction(database, () => {
        if (revise.run(worklistId, revision).changes === 0) throw editedElsewhere()
        work(edits.of(worklistId))
      }),
    setRemoved: (worklistId, isRemoved) => void guarded(() => remove.run(Number(isRemoved), worklistId)),
    deleteRemoved: () =>
      guarded(() => {
        database.exec('DELETE FROM worklists WHERE is_removed = 1; DELETE FROM lines WHERE is_removed = 1;')
      }),
    noteOpened: (worklistId, at) => void guarded(() => opened.run(at.toISOString(), worklistId)),
    noteChecked: (worklistId, at, comparedWith) =>
      void guarded(() => checked.run(at.toISOString(), comparedWith, worklistId)),
  }
}

/** Fails with bad-usage for a damaged one: without its customers, it would be looked up among all of them. */
export function requireReadable({ isReadable, name }: Pick<StoredWorklist, 'isReadable' | 'name'>): void {
  if (isReadable) return
  throw badUsage(`“${name}” is damaged and cannot be opened.`, 'Remove it and paste the list again.')
}

function createLineEdits(database: DatabaseSync): { of(worklistId: string): LineEdits } {
  const rename = database.prepare('UPDATE worklists SET name = ? WHERE id = ?')
  const head = database.prepare(`SELECT ${COLUMNS.list} FROM worklists WHERE id = ?`)
  const setHeadings = database.prepare('UPDATE worklists SET headings = ? WHERE id = ?')
  const last = database.prepare('SELECT coalesce(max(line_id), -1) AS last FROM lines WHERE worklist_id = ?')
  const insert = database.prepare(`INSERT INTO lines (worklist_id, ${LINES.list}) VALUES (?, ${LINES.places})`)
  const every = database.prepare('SELECT * FROM lines WHERE worklist_id = ?')
  const setColumn = database.prepare('UPDATE worklists SET reference_column = ? WHERE id = ?')
  const setReference = database.prepare('UPDATE lines SET reference = ? WHERE worklist_id = ? AND line_id = ?')
  const remove = database.prepare('UPDATE lines SET is_removed = ? WHERE worklist_id = ? AND line_id = ?')
  return {
    of: (worklistId) => ({
      rename: (name) => void rename.run(name, worklistId),
      addLines: (table) => {
        const { headings: stored, referenceColumn } = COLUMNS.read(head.get(worklistId) ?? {})
        const headings = stored ?? []
        const placed = placeColumns(table, headings, referenceColumn)
        if (placed.headings.length > headings.length) setHeadings.run(JSON.stringify(placed.headings), worklistId)
        let lineId = numberIn(last.get(worklistId) ?? {}, 'last')
        for (const cells of placed.lines) {
          lineId += 1
          const reference = cells[placed.referenceColumn] ?? ''
          insert.run(worklistId, ...LINES.cells({ lineId, reference, cells }))
        }
      },
      takeColumn: (taken) => {
        setColumn.run(taken, worklistId)
        for (const { lineId, cells } of every.all(worklistId).map(parseLine)) {
          // Of a cell with several, the first: their lines have been made.
          const [reference = ''] = referencesInCell(cells[taken] ?? '')
          setReference.run(reference, worklistId, lineId)
        }
      },
      setLinesRemoved: (lineIds, isRemoved) => {
        for (const lineId of lineIds) remove.run(Number(isRemoved), worklistId, lineId)
      },
    }),
  }
}

/** Puts the columns of added lines below those of the same heading, the references below the references. */
function placeColumns(table: ReferenceTable, headings: readonly string[], referenceColumn: number): ReferenceTable {
  const all = [...headings]
  const taken = new Set([referenceColumn])
  const places = table.headings.map((heading, from) => {
    if (from === table.referenceColumn) return referenceColumn
    const isOfHeading = (place: number): boolean => (heading === '' ? place === from : headings[place] === heading)
    const free = headings.findIndex((_, place) => isOfHeading(place) && !taken.has(place))
    const place = free === -1 ? all.push(heading) - 1 : free
    taken.add(place)
    return place
  })
  const lines = table.lines.map((cells) => {
    const placed = all.map(() => '')
    for (const [from, place] of places.entries()) placed[place] = cells[from] ?? ''
    return placed
  })
  return { headings: all, referenceColumn, lines }
}

function editedElsewhere(): Error {
  return badUsage(
    'This worklist was edited in another window meanwhile.',
    'Look at what is there now, then do it again.',
  )
}
