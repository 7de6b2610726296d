import { docTypeLabel } from '../../../shared/text/set-fields.ts'
import type { Caller } from '../../client/desk-client.ts'
import { countOf, displayName } from '../../ui/base/words.ts'

/** More than anybody signs off in one go. */
export const MAX_PRINT_DOCUMENTS = 100

export interface PrintProgress {
  /** Known once every set was read. */
  readonly documents: number
  readonly done: number
  /** What is being prepared now. */
  readonly name: string
}

/** What will not be on paper, and why. */
export interface PrintFailure {
  readonly name: string
  readonly reason: string
}

export interface PrintDependencies {
  readonly caller: Caller
  readonly sessionId: string
  /** Draws the pages of a document at an address of the page; why it could not, in a sentence, or undefined. */
  readonly draw: (address: string, signal: AbortSignal) => Promise<string | undefined>
  readonly onProgress: (progress: PrintProgress) => void
}

interface Item {
  readonly setId: string
  readonly documentId: string
  /** “PR-2026-00004 Bill of Lading”. */
  readonly name: string
}

/**
 * Prepares every document of these sets, in their order, and returns those that failed; the others are prepared all the same.
 * If there are more documents than the limit, none is prepared.
 */
export async function prepareSets(
  setIds: readonly string[],
  { caller, sessionId, draw, onProgress }: PrintDependencies,
  signal: AbortSignal,
): Promise<{ readonly prepared: number; readonly failures: readonly PrintFailure[] }> {
  const failures: PrintFailure[] = []
  const items: Item[] = []
  const failAs = (name: string, thrown: unknown): void => {
    signal.throwIfAborted()
    failures.push({ name, reason: caller.failureIn(thrown).message })
  }
  for (const setId of setIds) {
    signal.throwIfAborted()
    try {
      const { row, documents } = await caller.call('sets.read', { sessionId, setId })
      const parcel = row.parcelRef ?? 'A set without a reference'
      if (documents === null) failures.push({ name: parcel, reason: 'The service has not listed its documents.' })
      items.push(
        ...(documents ?? []).map(({ documentId, name, docType }) => ({
          setId,
          documentId,
          name: `${parcel} ${displayName(name, docType === null ? 'Document' : docTypeLabel(docType))}`,
        })),
      )
    } catch (thrown) {
      failAs('A set', thrown)
    }
    if (items.length > MAX_PRINT_DOCUMENTS) return { prepared: 0, failures: [tooMany(setIds.length)] }
  }
  let prepared = 0
  for (const [done, { setId, documentId, name }] of items.entries()) {
    signal.throwIfAborted()
    onProgress({ documents: items.length, done, name })
    try {
      const { address } = await caller.call('documents.open', { sessionId, setId, documentId })
      const reason = await draw(address, signal)
      if (reason === undefined) prepared += 1
      else failures.push({ name, reason })
    } catch (thrown) {
      failAs(name, thrown)
    }
  }
  return { prepared, failures }
}

function tooMany(sets: number): PrintFailure {
  return {
    name: countOf(sets, 'set'),
    reason: `They have more than ${MAX_PRINT_DOCUMENTS} documents, which is the most that is printed in one go. Tick fewer sets.`,
  }
}
