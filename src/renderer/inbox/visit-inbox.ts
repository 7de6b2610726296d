import { entryStore, inboxStore } from './inbox-store.ts'

/** Counting what there is to filter by takes longer than reading a page, and nobody looks at it that often. */
const FACETS_AFTER_MS = 2_000

let isOpen = false
let facetsTimer: number | undefined

/** The place is on the screen: what it shows is kept up to date until it is left. Returns what leaves it. */
export function visitInbox(): () => void {
  isOpen = true
  inboxStore.setState({ fresh: new Set() })
  void (inboxStore.getState().isLoading === undefined ? inboxStore.reader.reload() : inboxStore.reader.refresh())
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

/** Entries came or marks changed. Where nobody looks, nothing is read: the next visit does it. */
export function noteInboxChanged(): void {
  if (!isOpen) return
  void inboxStore.reader.refresh()
  void entryStore.read()
  facetsTimer ??= window.setTimeout(() => {
    facetsTimer = undefined
    void inboxStore.readFacets()
  }, FACETS_AFTER_MS)
}
