import { foldState } from '../../shared/text/fold-state.ts'
import type { EntryKind, InboxEntry } from '../inbox/store/inbox-state.ts'

/** How an entry came to be known. What a check found is never called a message. */
export const KIND_TITLES: Readonly<Record<EntryKind, string>> = {
  queue: 'Message',
  check: 'Found by check',
  journal: 'From journal',
  unreadable: 'Unreadable',
}

export function kindOf({ isReadable, source }: InboxEntry): EntryKind {
  return isReadable ? source : 'unreadable'
}

/** “Maria Santos · Aurora Grain AG”, without a company that is named already; null where nobody said who (T14). */
export function whoWords(
  { actor, actorCompany }: Pick<InboxEntry, 'actor' | 'actorCompany'>,
  named: string | null = null,
): string | null {
  const parts = [actor, actorCompany === named ? null : actorCompany].filter(
    (part) => part !== null && part.trim() !== '',
  )
  return parts.length === 0 ? null : parts.join(' · ')
}

/** The name, or honestly the id alone (T44); null where not even that came. */
export function customerWords({ customerName, customerId }: InboxEntry): string | null {
  if (customerName !== null && customerName.trim() !== '') return customerName
  return customerId === null ? null : `customer (id ${customerId})`
}

/** Whether it came since the user last looked, and was not read since: then it is new to nobody any more. */
export function isNew({ entryId, isRead }: Pick<InboxEntry, 'entryId' | 'isRead'>, freshFrom: number): boolean {
  return entryId >= freshFrom && !isRead
}

/** What screen readers hear of an entry before its cells. */
export function markWordsOf(entry: InboxEntry, isFresh: boolean): string {
  const words = [isFresh && 'new', !entry.isRead && 'unread', entry.isFlagged && 'flagged', entry.isDone && 'done']
  return words.filter((word) => word !== false).join(', ')
}

/** Whether the name of a state says no more than another spelling of it. */
export function isOtherState(one: string | null, other: string | null): boolean {
  return one !== null && foldState(one) !== foldState(other ?? '')
}
