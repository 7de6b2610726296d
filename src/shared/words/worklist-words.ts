import type { Output } from '../contract/contract.ts'
import { stateLabel } from '../text/set-fields.ts'
import { formatBytes } from '../text/format.ts'
import { SAVED_STATES, type SavedCounts } from './saved-states.ts'

export type WorklistLine = Output<'worklists.lines'>['lines'][number]
export type SetChange = WorklistLine['changes'][number]

/** `unknown` is never called missing: the search did not get that far. */
export const LINE_STATE_LABELS: Readonly<Record<WorklistLine['state'], string>> = {
  waiting: 'Waiting',
  found: 'Found',
  several: 'Several sets',
  missing: 'Missing',
  unknown: 'Not known',
  blank: 'Blank',
  'too-long': 'Too long',
}

/** Whether the service answered for the line, so that “none” would be true. */
function isAnswered({ state }: WorklistLine): boolean {
  return state === 'found' || state === 'several' || state === 'missing'
}

/** How many sets the line has; null where nobody knows. */
export function setsOfLine(line: WorklistLine): number | null {
  return isAnswered(line) ? line.setIds.length : null
}

/** “Issued, Signed”; null without a set. */
export function statesOfLine({ statuses }: WorklistLine): string | null {
  return statuses.length === 0 ? null : statuses.map(stateLabel).join(', ')
}

/** “2 of 3”; null where it cannot be told. */
export function signedOfLine({ signatures }: Pick<WorklistLine, 'signatures'>): string | null {
  return signatures === null ? null : `${signatures.signed} of ${signatures.total}`
}

/**
 * Whether its documents are on this disk: “Yes”, “In part”, “No”, or that they were saved before it changed; null where there
 * are none, or nobody knows.
 */
export function onDisk({ documents, savedDocuments, changedDocuments }: SavedCounts): string | null {
  if (savedDocuments === 0) return documents === null || documents === 0 ? null : 'No'
  if (changedDocuments > 0) return SAVED_STATES.changed
  return documents !== null && savedDocuments >= documents ? 'Yes' : 'In part'
}

/** What changed on a line, in words; null if nothing did. */
export function changesOfLine({ changes, setIds }: Pick<WorklistLine, 'changes' | 'setIds'>): string | null {
  if (changes.length === 0) return null
  const isOneOfSeveral = setIds.length > 1 || changes.filter(({ kind }) => kind === 'gone').length > 0
  return changes.map((change) => changeWords(change, isOneOfSeveral)).join('; ')
}

function changeWords({ kind, parcelRef, before, after }: SetChange, isNamed: boolean): string {
  const name = isNamed && parcelRef !== null ? `${parcelRef}: ` : ''
  if (kind === 'added') return `${name}newly found`
  if (kind === 'gone') return `${name}not found any more`
  if (kind === 'state') return `${name}${stateLabel(before ?? '')} → ${stateLabel(after ?? '')}`
  return kind === 'signature' ? `${name}signed ${before} → ${after}` : `${name}documents ${before} → ${after}`
}

/** A larger file is no list of references. In bytes. */
export const MAX_LIST_BYTES = 10_000_000

/** Why a file is refused by its size, before it is read. */
export function tooLargeList(name: string, bytes: number): { message: string; next: string } {
  const [size, most] = [formatBytes(bytes), formatBytes(MAX_LIST_BYTES)]
  return {
    message: `${name} is too large: it has ${size}, and a list may have ${most}.`,
    next: 'Copy the column with the references into a new sheet and use that.',
  }
}
