import type { InboxEntry } from '../../parcel/entry-words.ts'
import type { MarkChange } from './inbox-state.ts'

interface Piece {
  readonly entries: readonly InboxEntry[]
  /** The piece starts below this entry; null if it starts with the newest. */
  readonly before: number | null
  /** Nothing older matches. */
  readonly isLast: boolean
  /** Keep shown entries that the piece should contain and does not. */
  readonly keepsMissing: boolean
}

/** The shown entries, updated by a newly read piece. Newest first. */
export function mergePiece(shown: readonly InboxEntry[], piece: Piece): InboxEntry[] {
  const { entries, before, isLast, keepsMissing } = piece
  const newest = before ?? Number.POSITIVE_INFINITY
  const oldest = isLast ? 0 : (entries.at(-1)?.entryId ?? newest)
  const isRead = new Set(entries.map(({ entryId }) => entryId))
  const stays = shown.filter(
    ({ entryId }) => !isRead.has(entryId) && (keepsMissing || entryId >= newest || entryId < oldest),
  )
  return [...stays, ...entries].toSorted((one, other) => other.entryId - one.entryId)
}

/** Whether there may be entries between the newest shown one and the oldest of a piece. */
export function leavesGap(shown: readonly InboxEntry[], piece: readonly InboxEntry[], isLast: boolean): boolean {
  const newestShown = shown[0]?.entryId
  const oldest = piece.at(-1)?.entryId
  return !isLast && newestShown !== undefined && oldest !== undefined && oldest > newestShown
}

/** How many entries are above the one that was on top. */
export function countAbove(entries: readonly InboxEntry[], topId: number | undefined): number {
  if (topId === undefined) return 0
  const at = entries.findIndex(({ entryId }) => entryId <= topId)
  return at === -1 ? entries.length : at
}

export function withMarks(
  entries: readonly InboxEntry[],
  ids: ReadonlySet<number>,
  { isRead, isDone, isFlagged }: MarkChange,
): InboxEntry[] {
  return entries.map((entry) =>
    ids.has(entry.entryId)
      ? {
          ...entry,
          isRead: isRead ?? entry.isRead,
          isDone: isDone ?? entry.isDone,
          isFlagged: isFlagged ?? entry.isFlagged,
          // Done or reopened ends a snooze.
          snoozedUntil: isDone === undefined ? entry.snoozedUntil : null,
          returnedAt: isDone === undefined ? entry.returnedAt : null,
        }
      : entry,
  )
}

/** The entry that gets the focus when some leave the list: the next one that stays, else the previous one. */
export function neighbourOf(
  entries: readonly InboxEntry[],
  focusedId: number | null,
  leaving: ReadonlySet<number>,
): number | null {
  if (focusedId === null || !leaving.has(focusedId)) return focusedId
  const at = entries.findIndex(({ entryId }) => entryId === focusedId)
  const stays = ({ entryId }: InboxEntry): boolean => !leaving.has(entryId)
  return (entries.slice(at + 1).find(stays) ?? entries.slice(0, Math.max(0, at)).findLast(stays))?.entryId ?? null
}
