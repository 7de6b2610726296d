import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { guardStorage, inTransaction } from '../../../engine/storage/database.ts'
import { numberIn, textIn, textOrNullIn, type Row } from '../../../engine/storage/read-row.ts'
import { compareAnswers, keptSet, type KeptSet } from './compare-answers.ts'

/** What the last check found for a reference, and what was known before. */
export interface StoredAnswer {
  reference: string
  answeredAt: string
  isComplete: boolean
  sets: readonly KeptSet[]
  /** As they were when the day of the answer began; null if nothing was known then. */
  setsBefore: readonly KeptSet[] | null
  /** The local day of the answer, as `2026-03-05`. */
  day: string
}

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

export function createAnswerStore(database: DatabaseSync): AnswerStore {
  const find = database.prepare('SELECT * FROM answers WHERE worklist_id = ? AND reference = ?')
  const put = database.prepare('INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const seen = database.prepare('UPDATE answers SET sets_before = sets, has_changed = 0 WHERE worklist_id = ?')
  const readOne = (worklistId: string, reference: string): StoredAnswer | undefined => {
    const row = find.get(worklistId, reference)
    return row === undefined ? undefined : parseAnswer(row)
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
        for (const { reference, isComplete, sets } of answers) {
          const before = setsOfDayBefore(readOne(worklistId, reference), day)
          const hasChanged = compareAnswers({ before, now: sets, isComplete }).length > 0
          const kept = before === null ? null : JSON.stringify(before)
          const state = [Number(isComplete), JSON.stringify(sets), kept, day, Number(hasChanged)] as const
          put.run(worklistId, reference, at.toISOString(), ...state)
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

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

function parseAnswer(row: Row): StoredAnswer | undefined {
  const before = textOrNullIn(row, 'sets_before')
  const sets = parseSets(textIn(row, 'sets'))
  const setsBefore = before === null ? null : parseSets(before)
  if (sets === undefined || setsBefore === undefined) return undefined
  return {
    reference: textIn(row, 'reference'),
    answeredAt: textIn(row, 'answered_at'),
    isComplete: numberIn(row, 'is_complete') === 1,
    sets,
    setsBefore,
    day: textIn(row, 'day'),
  }
}

function parseSets(text: string): KeptSet[] | undefined {
  try {
    return keptSets.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
