import type { Environment } from './connection.ts'

/** How a change came to be known. What was found by searching is never shown as a message. */
export type EntrySource = 'queue' | 'check' | 'journal'

/** One line of the inbox: a message of the queue, or a change that a check by search found. */
export interface ListedEntry {
  /** Grows in the order of arrival. */
  id: number
  environment: Environment
  source: EntrySource
  /** False for a message that could not be read; `reason` then says why, and every field of the message is null. */
  isReadable: boolean
  reason: string | null
  /** From here on as received, null where it was missing or of another type. Reference “Events”. */
  setId: string | null
  transactionId: string | null
  parcelReference: string | null
  customerId: string | null
  newStatus: string | null
  action: string | null
  instance: string | null
  /** `actor`, else `user` (T14). */
  actor: string | null
  actorCompany: string | null
  updatedDate: string | null
  /** The state folded for comparing (`foldState`). */
  state: string | null
  /** `updatedDate` in ISO form; null where it could not be read (T16). */
  updatedAt: string | null
  /** When this installation first had it, ISO. */
  seenAt: string
  /** How often it came: 1, and one more for every repetition. */
  received: number
  /** Whether the broker said that it had sent it before, when it first came here. */
  isRedelivered: boolean
  /** A newer state of the set was known when it came (T42). */
  isOutdated: boolean
  /** For a check: the state that was known before; null where the set was not known. */
  stateBefore: string | null
  /** From the local index or a search, null while not resolved (T44). */
  shipmentRef: string | null
  customerName: string | null
  isNew: boolean
  isRead: boolean
  isDone: boolean
  isFlagged: boolean
}

/** With what lists leave out, because it may be megabytes. */
export interface FeedEntry extends ListedEntry {
  /** Body of the message as text; for a check what was compared, as JSON. */
  raw: string
}

/** What the inbox counts. `new` came after the user last looked; `unread` was not opened; neither counts what is done. */
export interface InboxCounts {
  total: number
  new: number
  unread: number
  flagged: number
  done: number
}
