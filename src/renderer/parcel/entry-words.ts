import type { Input, Output } from '../../shared/contract/contract.ts'
import { SCHEDULE_ACTIONS } from '../../shared/model/feed-entry.ts'
import { foldState, stateVerbs } from '../../shared/text/set-fields.ts'

export type InboxEntry = Output<'inbox.page'>['entries'][number]
export type EntryKind = Input<'inbox.page'>['filter']['kinds'][number]

/** How an entry became known. What a check found is never called a message. */
export const KIND_TITLES: Readonly<Record<EntryKind, string>> = {
  queue: 'Message',
  check: 'Found by check',
  stream: 'From the firm’s stream',
  schedule: 'Schedule',
  unreadable: 'Unreadable',
}

export function kindOf({ isReadable, source }: InboxEntry): EntryKind {
  return isReadable ? source : 'unreadable'
}

/** The name or, without one, the id (T44); null if neither was sent. */
export function customerText({ customerName, customerId }: InboxEntry): string | null {
  if (customerName !== null && customerName.trim() !== '') return customerName
  return customerId === null ? null : `customer (id ${customerId})`
}

/** What screen readers announce before the cells of an entry. */
export function markNames({ isRead, isFlagged, isDone, snoozedUntil, returnedAt }: InboxEntry): string {
  const isSnoozed = snoozedUntil !== null && returnedAt === null
  const words = [!isRead && 'unread', isFlagged && 'flagged', isDone && 'done', isSnoozed && 'snoozed']
  return words.filter((word) => word !== false).join(', ')
}

/** Whether two states differ by more than spelling. */
export function differsInState(one: string | null, other: string | null): one is string {
  return one !== null && foldState(one) !== foldState(other ?? '')
}

/** A part of the sentence about an entry; `actor` and `parcel` come from outside. */
export interface SentencePart {
  readonly kind: 'actor' | 'words' | 'parcel'
  readonly text: string
}

/**
 * “p.okafor (Harbour Line) drafted the transfer of PR-2026-00085”. What was not sent is left out, never guessed: without a
 * person or company it tells only what the parcel is now.
 */
export function entrySentence(entry: InboxEntry): readonly SentencePart[] {
  const { isReadable, newStatus, source } = entry
  if (!isReadable) return [{ kind: 'words', text: 'A message that could not be read' }]
  if (source === 'schedule') return runSentence(entry)
  const status = newStatus ?? ''
  const verbs = stateVerbs(status)
  const who = source === 'check' ? null : actorText(entry)
  const parcel = parcelPart(entry)
  if (who === null) return [parcel, { kind: 'words', text: verbs?.passive ?? `is now “${status}”` }]
  const rest = verbs === undefined ? `to “${status}”` : verbs.rest
  return [
    { kind: 'actor', text: who },
    { kind: 'words', text: verbs?.active ?? 'set' },
    parcel,
    ...(rest === undefined ? [] : [{ kind: 'words', text: rest } as const]),
  ]
}

/** “Schedule Morning: 2 documents saved to …”. */
function runSentence({ action, parcelReference, reason }: InboxEntry): readonly SentencePart[] {
  return [
    { kind: 'words', text: action === SCHEDULE_ACTIONS.failed ? 'Failed schedule' : 'Schedule' },
    { kind: 'actor', text: parcelReference ?? '' },
    { kind: 'words', text: reason ?? '' },
  ]
}

/** The same as one line of text. */
export function sentenceText(entry: InboxEntry): string {
  return entrySentence(entry)
    .map(({ text }) => text)
    .join(' ')
}

function parcelPart({ parcelReference, shipmentRef }: InboxEntry): SentencePart {
  if (parcelReference !== null) return { kind: 'parcel', text: parcelReference }
  return { kind: 'words', text: shipmentRef === null ? 'a parcel' : `a parcel of ${shipmentRef}` }
}

/** “p.okafor (Harbour Line)”, or what of it was sent; null if neither was (T14). */
export function actorText({ actor, actorCompany }: Pick<InboxEntry, 'actor' | 'actorCompany'>): string | null {
  const [person, company] = [actor, actorCompany].map((text) => (text === null || text.trim() === '' ? null : text))
  if (person === null || person === undefined) return company ?? null
  return company === null || company === undefined ? person : `${withoutDomain(person)} (${company})`
}

/** Of a mail address the part before the @: the company says the rest better. */
function withoutDomain(person: string): string {
  const at = person.lastIndexOf('@')
  return at > 0 ? person.slice(0, at) : person
}
