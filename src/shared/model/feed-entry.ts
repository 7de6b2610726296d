import type { Environment } from './connection.ts'

/** How a change becomes known to a feed. What a check found by searching is never shown as a message. */
export const FEED_SOURCES = ['queue', 'check', 'stream'] as const

export const ENTRY_SOURCES = [...FEED_SOURCES, 'schedule'] as const
export type EntrySource = (typeof ENTRY_SOURCES)[number]

/** The `action` of a schedule’s run, as its entry in the inbox tells it. */
export const SCHEDULE_ACTIONS = { ran: 'Schedule ran', failed: 'Schedule failed' } as const

/**
 * One line of the inbox: a message of the queue, a change that a check by search found, or how a schedule’s run ended. The
 * latter has the schedule’s name as `parcelReference`, and no set.
 */
export interface ListedEntry {
  /** Grows in the order of arrival. */
  id: number
  environment: Environment
  source: EntrySource
  /**
   * False for a message that could not be read; `reason` then says why, and every field of the message is null. Of a schedule,
   * `reason` says how its run ended.
   */
  isReadable: boolean
  reason: string | null
  /** From here to `updatedDate` as received (docs/service.md “Status messages”), UUIDs in lower case; null where missing or of another type. */
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
  /** `updatedDate` in ISO form; null where it could not be read (T16), or is later than it came by more than clocks differ. */
  updatedAt: string | null
  /** When this installation first received it, ISO. */
  seenAt: string
  /** How often it came: 1 plus the number of repetitions. */
  received: number
  /** Whether the broker marked it as redelivered when it first came. */
  isRedelivered: boolean
  /** A message about the set with a later time had come before (T42). */
  isOutdated: boolean
  /** The state of the set that was known here when it came; null where none was, or a later one that a check had found. */
  stateBefore: string | null
  /** From the local index or a search; null until resolved (T44). */
  shipmentRef: string | null
  customerName: string | null
  isRead: boolean
  isDone: boolean
  isFlagged: boolean
  /** Set aside until then, ISO; after `returnedAt`, until when it was. Null where it never was, or was dealt with since. */
  snoozedUntil: string | null
  /** When it came back to the list from a snooze, ISO. */
  returnedAt: string | null
  /** What a user wrote about it; may have several lines. */
  note: string | null
}

/** An entry with its body, which lists leave out because it may be megabytes. */
export interface FeedEntry extends ListedEntry {
  /** The body of the message as text; for a check, the finding as JSON. */
  raw: string
}
