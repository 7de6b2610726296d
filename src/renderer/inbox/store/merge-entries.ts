import type { InboxEntry, MarkChange } from './inbox-state.ts'

interface Piece {
  readonly entries: readonly InboxEntry[]
  /** The piece begins below this entry; null where it begins with the newest. */
  readonly before: number | null
  /** Nothing older matches. */
  readonly isLast: boolean
  /** Shown entries that the piece should have and has not stay where they are. */
  readonly keepsMissing: boolean
}

/** What is shown, brought up to date by a piece that was read anew. Newest first. */
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

/** Whether between the newest that is shown and the oldest of a piece there may be others. */
export function leavesGap(shown: readonly InboxEntry[], piece: readonly InboxEntry[], isLast: boolean): boolean {
  const newestShown = shown[0]?.entryId
  const oldest = piece.at(-1)?.entryId
  return !isLast && newestShown !== undefined && oldest !== undefined && oldest > newestShown
}

/** How many of them stand above the one that was on top. */
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
        }
      : entry,
  )
}

/** The entry that the keyboard goes to when some leave the list: the next that stays, else the one before. */
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
