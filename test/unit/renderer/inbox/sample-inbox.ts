import type { InboxCounts } from '../../../../src/renderer/inbox/store/inbox-state.ts'
import { createInboxStore, type InboxStore } from '../../../../src/renderer/inbox/store/inbox-store.ts'
import type { InboxEntry } from '../../../../src/renderer/parcel/entry-words.ts'
import type { ToastContent } from '../../../../src/renderer/ui/feedback/toast-queue.ts'
import type { Input, Output } from '../../../../src/shared/contract/contract.ts'
import { scriptedCaller, type ScriptedCaller } from '../scripted-caller.ts'
import { NO_COUNTS } from './sample-entry.ts'

export interface SampleInbox {
  readonly store: InboxStore
  readonly caller: ScriptedCaller
  readonly toasts: ToastContent[]
  /** Toasts that were removed. */
  readonly dismissed: ToastContent[]
  /** The total counts, as the answers said them. */
  readonly counts: InboxCounts[]
  /** What the main process has, oldest first. */
  entries: InboxEntry[]
  /** Who is signed in. */
  session: string
  /** Why no note can be kept. */
  noteFailure?: Error
}

/** An inbox over entries that a test holds, as the main process would answer of them. */
export function sampleInbox(first: readonly InboxEntry[]): SampleInbox {
  const [toasts, dismissed, counts]: [ToastContent[], ToastContent[], InboxCounts[]] = [[], [], []]
  const caller = scriptedCaller({
    'inbox.page': (input) => pageOf(inbox.entries, input),
    'inbox.mark': ({ entryIds, change }) => ({ changed: marked(inbox, entryIds, change), counts: NO_COUNTS }),
    'inbox.markAll': ({ filter, change }) => ({
      changed: marked(inbox, idsThatMatch(inbox.entries, filter), change),
      counts: NO_COUNTS,
    }),
    'inbox.snooze': ({ entryIds }) => ({ changed: entryIds, counts: NO_COUNTS }),
    'inbox.note': () => {
      if (inbox.noteFailure !== undefined) throw inbox.noteFailure
      return { before: null }
    },
    'inbox.facets': () => ({
      customers: [{ value: 'aurora', label: 'Aurora Grain AG', count: 1 }],
      states: [],
    }),
  })
  const toast = (content: ToastContent) => {
    toasts.push(content)
    return () => void dismissed.push(content)
  }
  const [sessionId, pause] = [() => inbox.session, () => Promise.resolve()]
  const store = createInboxStore({ caller, sessionId, pause, toast, onCounts: (count) => counts.push(count) })
  const inbox: SampleInbox = { store, caller, toasts, dismissed, counts, entries: [...first], session: 'session' }
  return inbox
}

function pageOf(entries: readonly InboxEntry[], { filter, before, count }: Input<'inbox.page'>): Output<'inbox.page'> {
  const all = new Set(idsThatMatch(entries, filter))
  const older = entries.filter(({ entryId }) => all.has(entryId) && (before === null || entryId < before))
  return { entries: older.toReversed().slice(0, count), count: all.size, counts: NO_COUNTS }
}

function idsThatMatch(entries: readonly InboxEntry[], { show }: Input<'inbox.page'>['filter']): number[] {
  const isShown = ({ isDone, isRead }: InboxEntry): boolean =>
    show === 'all' || (show === 'done' ? isDone : show === 'unread' ? !isRead && !isDone : !isDone)
  return entries.filter(isShown).map(({ entryId }) => entryId)
}

function marked(inbox: SampleInbox, ids: readonly number[], change: Input<'inbox.mark'>['change']): number[] {
  const changed: number[] = []
  inbox.entries = inbox.entries.map((entry) => {
    const next = {
      ...entry,
      isRead: change.isRead ?? entry.isRead,
      isDone: change.isDone ?? entry.isDone,
      isFlagged: change.isFlagged ?? entry.isFlagged,
    }
    if (!ids.includes(entry.entryId) || JSON.stringify(next) === JSON.stringify(entry)) return entry
    changed.push(entry.entryId)
    return next
  })
  return changed
}
