import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { twoDigits } from '../../shared/text/dates.ts'
import { column, columnsOf, type ItemOf } from '../storage/columns.ts'
import { guardStorage, inTransaction } from '../storage/database.ts'
import type { Row } from '../storage/read-row.ts'
import { compareAnswers, keptSet, type KeptSet } from './compare-answers.ts'

export interface NewAnswer {
  reference: string
  isComplete: boolean
  sets: readonly KeptSet[]
}

/** All fail with storage-failed. */
export interface AnswerStore {
  /** Those of these references that were answered. What cannot be read is left out: it is asked for again. */
  read(worklistId: string, references: readonly string[]): Map<string, StoredAnswer>
  /** In one transaction. The first answers of a day keep what was known before it, to compare with. */
  write(worklistId: string, answers: readonly NewAnswer[], at: Date): void
  /** From now on, changes are told since the last answer. */
  markSeen(worklistId: string): void
}

const keptSets = z.array(keptSet)
const setsIn = (content: unknown): readonly KeptSet[] => keptSets.parse(content)
const ANSWERS = columnsOf({
  reference: column.text('reference'),
  answeredAt: column.text('answered_at'),
  isComplete: column.flag('is_complete'),
  sets: column.json('sets', setsIn),
  /** As they were when the day of the answer began; null if nothing was known then. */
  setsBefore: column.jsonOrNull('sets_before', setsIn),
  /** The local day of the answer, as `2026-03-05`. */
  day: column.text('day'),
})

/** What the last check found for a reference, and what was known before. */
export type StoredAnswer = ItemOf<typeof ANSWERS>

export function createAnswerStore(database: DatabaseSync): AnswerStore {
  const find = database.prepare('SELECT * FROM answers WHERE worklist_id = ? AND reference = ?')
  const put = database.prepare(
    `INSERT OR REPLACE INTO answers (worklist_id, has_changed, ${ANSWERS.list}) VALUES (?, ?, ${ANSWERS.places})`,
  )
  const seen = database.prepare('UPDATE answers SET sets_before = sets, has_changed = 0 WHERE worklist_id = ?')
  const readOne = (worklistId: string, reference: string): StoredAnswer | undefined => {
    const row = find.get(worklistId, reference)
    return row === undefined ? undefined : readAnswer(row)
  }
  return {
    read: (worklistId, references) =>
      guardStorage(database, () => {
        const answers = new Map<string, StoredAnswer>()
        for (const reference of references) {
          const answer = answers.get(reference) ?? readOne(worklistId, reference)
          if (answer !== undefined) answers.set(reference, answer)
        }
        return answers
      }),
    write: (worklistId, answers, at) =>
      inTransaction(database, () => {
        const day = localDay(at)
        for (const answer of answers) {
          const setsBefore = setsOfDayBefore(readOne(worklistId, answer.reference), day)
          const hasChanged = compareAnswers({ ...answer, before: setsBefore, now: answer.sets }).length > 0
          const stored = { ...answer, answeredAt: at.toISOString(), setsBefore, day }
          put.run(worklistId, Number(hasChanged), ...ANSWERS.cells(stored))
        }
      }),
    markSeen: (worklistId) =>
      guardStorage(database, () => {
        seen.run(worklistId)
      }),
  }
}

/** What an answer of this day is compared with: the last one of an earlier day. */
export function setsOfDayBefore(last: StoredAnswer | undefined, day: string): readonly KeptSet[] | null {
  if (last === undefined) return null
  return last.day === day ? last.setsBefore : last.sets
}

/** The day on the wall of the user, as `2026-03-05`. */
export function localDay(at: Date): string {
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
}

function readAnswer(row: Row): StoredAnswer | undefined {
  try {
    return ANSWERS.read(row)
  } catch {
    return undefined
  }
}
