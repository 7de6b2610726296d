import type { InboxEntry, MarkChange } from './inbox-state.ts'

/** “3 entries done”: what was marked, for the notice that offers to undo it. */
export function markWords(count: number, change: MarkChange): string {
  const entries = count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`
  if (change.isDone !== undefined) return change.isDone ? `${entries} done` : `${entries} to be done again`
  if (change.isFlagged !== undefined) return change.isFlagged ? `${entries} flagged` : `${entries} no longer flagged`
  return change.isRead === true ? `${entries} marked as read` : `${entries} marked as unread`
}

/** The change that takes it back for those that were changed by it. */
export function inverse({ isRead, isDone, isFlagged }: MarkChange): MarkChange {
  return {
    ...(isRead === undefined ? {} : { isRead: !isRead }),
    ...(isDone === undefined ? {} : { isDone: !isDone }),
    ...(isFlagged === undefined ? {} : { isFlagged: !isFlagged }),
  }
}

export type Mark = 'isRead' | 'isDone' | 'isFlagged'

/** What a key does to them: marks all, unless all are marked already. */
export function toggled(entries: readonly InboxEntry[], mark: Mark): MarkChange {
  return { [mark]: !entries.every((entry) => entry[mark]) }
}
