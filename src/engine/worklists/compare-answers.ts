import { z } from 'zod'
import type { setChange } from '../../shared/contract/worklists-contract.ts'
import type { ParcelSet } from '../../shared/model/parcel-set.ts'
import { isSameState } from '../../shared/text/set-fields.ts'

/** What is kept of a set, to tell later what became of it. */
export const keptSet = z.object({
  setId: z.string(),
  parcelRef: z.string().nullable(),
  status: z.string().nullable(),
  signature: z.string().nullable(),
  /** Null while the service had not listed them (T4). */
  documents: z.int().nullable(),
})

export type KeptSet = z.output<typeof keptSet>

type SetChange = z.infer<typeof setChange>

export function keepSet({ setId, parcelRef, status, signature, documents }: ParcelSet): KeptSet {
  return { setId, parcelRef, status, signature, documents: documents?.length ?? null }
}

/** What a reference had, and what it has now. */
interface Compared {
  /** Null if nothing was known: then nothing has changed. */
  before: readonly KeptSet[] | null
  now: readonly KeptSet[]
  /** False if the answer was cut short: a set that it lacks may still exist. */
  isComplete: boolean
}

/** What became of the sets of a reference. What was not told then or is not told now is no change. */
export function compareAnswers({ before, now, isComplete }: Compared): SetChange[] {
  if (before === null) return []
  const known = new Map(before.map((set) => [set.setId, set]))
  const changes = now.flatMap((set): SetChange[] => {
    const { parcelRef, status } = set
    const earlier = known.get(set.setId)
    return earlier === undefined
      ? [{ kind: 'added', parcelRef, before: null, after: status }]
      : compareSets(earlier, set)
  })
  if (!isComplete) return changes
  const found = new Set(now.map(({ setId }) => setId))
  const gone = before
    .filter(({ setId }) => !found.has(setId))
    .map(({ parcelRef, status }): SetChange => ({ kind: 'gone', parcelRef, before: status, after: null }))
  return [...changes, ...gone]
}

function compareSets(earlier: KeptSet, now: KeptSet): SetChange[] {
  const changes: SetChange[] = []
  const note = (kind: SetChange['kind'], before: string, after: string): void => {
    changes.push({ kind, parcelRef: now.parcelRef, before, after })
  }
  const { status, signature, documents } = earlier
  if (status !== null && now.status !== null && !isSameState(status, now.status)) note('state', status, now.status)
  if (signature !== null && now.signature !== null && signature !== now.signature) {
    note('signature', signature, now.signature)
  }
  if (documents !== null && now.documents !== null && documents !== now.documents) {
    note('documents', String(documents), String(now.documents))
  }
  return changes
}
