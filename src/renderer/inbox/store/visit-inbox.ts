import { noteCounts } from '../../client/desk-store.ts'
import type { InboxCounts } from './inbox-state.ts'
import { entryStore, inboxStore } from './inbox-store.ts'

/** Nobody notices that the entry beside the list, or what there is to filter by, is that much older than the list. */
const ENTRY_AFTER_MS = 1_000
/** To count a hundred thousand entries for it takes 65 ms, in which nothing else is answered. */
const FACETS_AFTER_MS = 5_000

let isOpen = false
const waiting = new Set<() => Promise<void>>()

/** The place is on the screen: what it shows is kept up to date until it is left. Returns what leaves it. */
export function visitInbox(): () => void {
  isOpen = true
  inboxStore.setState({ freshFrom: Number.POSITIVE_INFINITY })
  const { isLoading, filter, focusedId } = inboxStore.getState()
  const dependsOnMarks = filter.show !== 'open' && filter.show !== 'all'
  // Who opened a notification has an entry in sight before there is a list.
  if (isLoading === undefined || dependsOnMarks) void inboxStore.reader.reload({ focusedId })
  else void inboxStore.reader.refresh()
  void inboxStore.readFacets()
  void entryStore.read()
  const lookWhenHidden = (): void => {
    if (document.visibilityState === 'hidden') void inboxStore.look()
  }
  document.addEventListener('visibilitychange', lookWhenHidden)
  return () => {
    isOpen = false
    document.removeEventListener('visibilitychange', lookWhenHidden)
    void inboxStore.look()
  }
}

/**
 * Entries came or marks changed. Where nobody looks, nothing is read: the next visit does it. Otherwise the counts come with
 * the list: drawn one after the other, both would take twice the time when entries come by hundreds.
 */
export function noteInboxChanged(counts: InboxCounts): void {
  if (!isOpen || inboxStore.getState().isLoading === undefined) {
    noteCounts(counts)
    return
  }
  void inboxStore.reader.refresh()
  later(entryStore.read, ENTRY_AFTER_MS)
  later(inboxStore.readFacets, FACETS_AFTER_MS)
}

/** Once, however often it is wished for until then. */
function later(read: () => Promise<void>, afterMs: number): void {
  if (waiting.has(read)) return
  waiting.add(read)
  window.setTimeout(() => {
    waiting.delete(read)
    void read()
  }, afterMs)
}

/** Goes to the top, where the newest are; reads them first where there are too many to have been kept up with. */
export function showNewest(): void {
  if (inboxStore.getState().isCutOff) void inboxStore.reader.reload()
  else inboxStore.setState({ newAbove: 0 })
}
