import type { Input, Output } from '../../shared/contract/contract.ts'
import { foldState } from '../../shared/text/fold-state.ts'

export type InboxEntry = Output<'inbox.page'>['entries'][number]
export type EntryKind = Input<'inbox.page'>['filter']['kinds'][number]

/** How an entry became known. What a check found is never called a message. */
export const KIND_TITLES: Readonly<Record<EntryKind, string>> = {
  queue: 'Message',
  check: 'Found by check',
  journal: 'From journal',
  stream: 'From the firm’s stream',
  unreadable: 'Unreadable',
}

export function kindOf({ isReadable, source }: InboxEntry): EntryKind {
  return isReadable ? source : 'unreadable'
}

/** “Maria Santos · Aurora Grain AG”, without a company that is already named; null if the actor is unknown (T14). */
export function actorText(
  { actor, actorCompany }: Pick<InboxEntry, 'actor' | 'actorCompany'>,
  named: string | null = null,
): string | null {
  const parts = [actor, actorCompany === named ? null : actorCompany].filter(
    (part) => part !== null && part.trim() !== '',
  )
  return parts.length === 0 ? null : parts.join(' · ')
}

/** The name or, without one, the id (T44); null if neither was sent. */
export function customerText({ customerName, customerId }: InboxEntry): string | null {
  if (customerName !== null && customerName.trim() !== '') return customerName
  return customerId === null ? null : `customer (id ${customerId})`
}

/** Whether it arrived after the user’s last visit and has not been read. */
export function isNew({ entryId, isRead }: Pick<InboxEntry, 'entryId' | 'isRead'>, freshFrom: number): boolean {
  return entryId >= freshFrom && !isRead
}

/** What screen readers announce before the cells of an entry. */
export function markNames(entry: InboxEntry, isFresh: boolean): string {
  const words = [isFresh && 'new', !entry.isRead && 'unread', entry.isFlagged && 'flagged', entry.isDone && 'done']
  return words.filter((word) => word !== false).join(', ')
}

/** Whether two states differ by more than spelling. */
export function differsInState(one: string | null, other: string | null): boolean {
  return one !== null && foldState(one) !== foldState(other ?? '')
}
