import type { z } from 'zod'
import type { setRow, worklistLine } from '../../../shared/contract/search-contract.ts'
import type { ParcelSet } from '../../../shared/model/parcel-set.ts'
import { parseSignature } from '../../../shared/text/fields.ts'
import type { SeenSets } from '../../../engine/search/seen-sets.ts'
import type { AnsweredReference } from '../../../engine/search/selection.ts'
import type { SearchRun } from './search-runs.ts'

export type SetRow = z.input<typeof setRow>

/** The sets with these ids as rows of the grid. One query finds the saved documents of all of them. */
export function describeRows(seen: SeenSets, setIds: readonly string[]): SetRow[] {
  const saved = seen.savedDocuments(setIds)
  return [...seen.read(setIds)].map((set) => describeRow(set, saved.get(set.setId)))
}

/** A set and how many of its documents were saved; the contract strips what the grid does not show. */
export function describeRow(set: ParcelSet, saved: ReadonlySet<string> | undefined): SetRow {
  return { ...set, documents: set.documents?.length ?? null, savedDocuments: countSaved(set, saved) }
}

/** Saved documents that the set no longer has do not count; until its documents are listed, all do. */
function countSaved({ documents }: ParcelSet, saved: ReadonlySet<string> | undefined): number {
  if (saved === undefined) return 0
  return documents === undefined ? saved.size : documents.filter(({ documentId }) => saved.has(documentId)).length
}

export type WorklistLine = z.input<typeof worklistLine>

interface LineSlice {
  from: number
  count: number
}

/** One line per reference, in the order of the selection. A line has every set of its reference, in any state (T8). */
export function describeLines(seen: SeenSets, run: SearchRun, { from, count }: LineSlice): WorklistLine[] {
  const references = run.selection.shipmentRefs.slice(from, from + count)
  const setIds = references.flatMap((reference) => run.answerOf(reference)?.setIds ?? [])
  const saved = seen.savedDocuments(setIds)
  return references.map((reference) => {
    const answer = run.answerOf(reference)
    const sets = [...seen.read(answer?.setIds ?? [])]
    return {
      reference,
      state: stateOf(answer, run.progress.state === 'running'),
      setIds: sets.map(({ setId }) => setId),
      statuses: distinct(sets.map(({ status }) => status)),
      customers: distinct(sets.map(({ customerName }) => customerName)),
      signatures: sumSignatures(sets),
      documents: answer === undefined ? null : countDocuments(sets),
      savedDocuments: sets.reduce((sum, set) => sum + countSaved(set, saved.get(set.setId)), 0),
    }
  })
}

/** The references without a set, in the order of the selection. */
export function missingReferences({ selection, answerOf }: Pick<SearchRun, 'selection' | 'answerOf'>): string[] {
  return selection.shipmentRefs.filter((reference) => stateOf(answerOf(reference), false) === 'missing')
}

/** A reference that was not answered, or only in part, is never called missing: its sets may exist. */
function stateOf(answer: AnsweredReference | undefined, isRunning: boolean): WorklistLine['state'] {
  if (answer === undefined) return isRunning ? 'waiting' : 'unknown'
  const { length } = answer.setIds
  if (length > 0) return length === 1 ? 'found' : 'several'
  return answer.isComplete ? 'missing' : 'unknown'
}

function sumSignatures(sets: readonly ParcelSet[]): WorklistLine['signatures'] {
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

/** Null if the service has not listed the documents of one of them (T4). */
function countDocuments(sets: readonly ParcelSet[]): number | null {
  let sum = 0
  for (const { documents } of sets) {
    if (documents === undefined) return null
    sum += documents.length
  }
  return sum
}

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.filter((text) => text !== null))]
}
