import type { Output } from '../../../shared/contract/contract.ts'
import { parseSignature } from '../../../shared/text/set-fields.ts'
import { totalDocuments } from '../../../shared/words/saved-states.ts'
import { numberOf } from '../../../engine/search/search-by-number.ts'
import { describeRows, type SetRow, type SetSources } from '../search/set-rows.ts'
import { type StoredAnswer, setsOfDayBefore } from '../../../engine/worklists/answer-store.ts'
import { compareAnswers, keepSet } from '../../../engine/worklists/compare-answers.ts'
import type { OpenWorklist } from './open-worklists.ts'
import type { StoredLine, StoredWorklist } from '../../../engine/worklists/worklist-rows.ts'
import { MAX_REFERENCE_LENGTH } from '../../../engine/worklists/worklist-store.ts'

export type WorklistLine = Output<'worklists.lines'>['lines'][number]

/** What is known about the lines of a worklist. */
export interface LineSources {
  sets: SetSources
  worklist: Pick<StoredWorklist, 'checkedAt'>
  /** Undefined until it is opened. */
  open: OpenWorklist | undefined
  answers: ReadonlyMap<string, StoredAnswer>
  /** The local day of an answer that comes now. */
  today: string
}

/** An answer, from the check under way or from an earlier one. */
interface Answer {
  setIds: readonly string[]
  isComplete: boolean
  changes: WorklistLine['changes']
  isOutdated: boolean
}

/** The lines with what was found for each: every set of exactly its reference, in any state (T8). */
export function describeLines(lines: readonly StoredLine[], sources: LineSources): WorklistLine[] {
  const answers = new Map(lines.map(({ reference }) => [reference, answerFor(reference, sources)]))
  const setIds = [...answers.values()].flatMap((answer) => answer?.setIds ?? [])
  const rows = new Map(describeRows(sources.sets, setIds).map((row) => [row.setId, row]))
  return lines.map(({ lineId, reference, cells }) => {
    const answer = answers.get(reference)
    const sets = (answer?.setIds ?? []).flatMap((setId) => rows.get(setId) ?? [])
    return {
      lineId,
      reference,
      cells,
      understoodAs: understoodAs(reference, sets, sources.sets),
      state: stateOf(reference, answer, sources.open?.run.progress.state === 'running'),
      isOutdated: answer?.isOutdated === true,
      setIds: sets.map(({ setId }) => setId),
      statuses: distinct(sets.map(({ status }) => status)),
      customers: distinct(sets.map(({ customerName }) => customerName)),
      signatures: sumSignatures(sets),
      contents: sets.map(({ documents, quantity }) => ({ documents, quantity })),
      documents: answer === undefined ? null : totalDocuments(sets),
      savedDocuments: totalOf(sets.map(({ savedDocuments }) => savedDocuments)),
      changedDocuments: totalOf(sets.map(({ changedDocuments }) => changedDocuments)),
      changes: answer?.changes ?? [],
    }
  })
}

/** Only the ids are kept of an answer, so the sets say it; none is read where all are of the shipment, which is usual. */
function understoodAs(reference: string, sets: readonly SetRow[], { seen }: SetSources): WorklistLine['understoodAs'] {
  const others = sets.filter(({ shipmentRef }) => shipmentRef?.trim() !== reference).map(({ setId }) => setId)
  for (const set of seen.read(others)) {
    const understood = numberOf(set, reference)
    if (understood !== undefined) return understood
  }
  return null
}

/** The answer of the check under way, or else the last that is kept. */
function answerFor(
  reference: string,
  { sets: { seen }, worklist, open, answers, today }: LineSources,
): Answer | undefined {
  const kept = answers.get(reference)
  const fresh = open?.isCheck === true ? open.run.answerOf(reference) : undefined
  if (fresh !== undefined) {
    const now = Array.from(seen.read(fresh.setIds), keepSet)
    const changes = compareAnswers({ before: setsOfDayBefore(kept, today), now, isComplete: fresh.isComplete })
    return { setIds: fresh.setIds, isComplete: fresh.isComplete, changes, isOutdated: false }
  }
  if (kept === undefined) return undefined
  const { sets, isComplete, answeredAt } = kept
  const isRunning = open?.run.progress.state === 'running'
  return {
    setIds: sets.map(({ setId }) => setId),
    isComplete,
    changes: compareAnswers({ before: kept.setsBefore, now: sets, isComplete }),
    isOutdated: !isRunning && worklist.checkedAt !== null && answeredAt < worklist.checkedAt,
  }
}

/** A reference that was not answered, or only in part, is never called missing: its sets may exist. */
function stateOf(reference: string, answer: Answer | undefined, isRunning: boolean): WorklistLine['state'] {
  if (reference === '') return 'blank'
  if (reference.length > MAX_REFERENCE_LENGTH) return 'too-long'
  if (answer === undefined) return isRunning ? 'waiting' : 'unknown'
  const { length } = answer.setIds
  if (length > 0) return length === 1 ? 'found' : 'several'
  return answer.isComplete ? 'missing' : 'unknown'
}

function sumSignatures(sets: readonly SetRow[]): WorklistLine['signatures'] {
  if (sets.length === 0) return null
  const sum = { signed: 0, total: 0 }
  for (const { signature } of sets) {
    const read = signature === null ? undefined : parseSignature(signature)
    if (read === undefined) return null
    sum.signed += read.signed
    sum.total += read.total
  }
  return sum
}

function totalOf(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.filter((text) => text !== null))]
}
