import { setInboxCounts } from '../../client/desk-store.ts'
import type { InboxCounts } from './inbox-state.ts'
import { entryStore, inboxStore } from './inbox-store.ts'

/** The entry beside the list and the filter values may lag behind the list by this much without being noticed. */
const ENTRY_AFTER_MS = 1_000
/** Counting a hundred thousand entries takes 65 ms, during which nothing else is answered. */
const FACETS_AFTER_MS = 5_000

let isOpen = false
const scheduled = new Set<() => Promise<void>>()

/** Keeps the inbox up to date while it is on the screen. Returns a function that ends the visit. */
export function visitInbox(): () => void {
  isOpen = true
  const { isLoading, filter, focusedId } = inboxStore.getState()
  const dependsOnMarks = filter.show !== 'open' && filter.show !== 'all'
  // After opening a notification an entry is shown before there is a list.
  if (isLoading === undefined || dependsOnMarks) void inboxStore.reader.reload({ focusedId })
  else void inboxStore.reader.refresh()
  void inboxStore.readFacets()
  void entryStore.read()
  return () => {
    isOpen = false
  }
}

/**
 * Entries arrived or marks changed. If the inbox is not on the screen nothing is read: the next visit does that. Otherwise the
 * counts are updated with the list: drawn separately, both would take twice as long when entries arrive by hundreds.
 */
export function onInboxChanged(counts: InboxCounts): void {
  if (!isOpen || inboxStore.getState().isLoading === undefined) {
    setInboxCounts(counts)
    return
  }
  void inboxStore.reader.refresh()
  scheduleOnce(entryStore.read, ENTRY_AFTER_MS)
  scheduleOnce(inboxStore.readFacets, FACETS_AFTER_MS)
}

/** Runs once after the delay, however often it is requested until then. */
function scheduleOnce(read: () => Promise<void>, afterMs: number): void {
  if (scheduled.has(read)) return
  scheduled.add(read)
  window.setTimeout(() => {
    scheduled.delete(read)
    void read()
  }, afterMs)
}

/** Goes to the newest entries at the top, and loads them first if too many arrived to keep up. */
export function showNewest(): void {
  if (inboxStore.getState().isCutOff) void inboxStore.reader.reload()
  else inboxStore.setState({ newAbove: 0 })
}
