import { entryStore, inboxStore } from './inbox-store.ts'

/** What there is to filter by, and the entry beside the list: they take longer to read, and seldom change. */
const REST_AFTER_MS = 1_000

let isOpen = false
let restTimer: number | undefined

/** The place is on the screen: what it shows is kept up to date until it is left. Returns what leaves it. */
export function visitInbox(): () => void {
  isOpen = true
  inboxStore.setState({ freshFrom: Number.POSITIVE_INFINITY })
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
  restTimer ??= window.setTimeout(() => {
    restTimer = undefined
    void entryStore.read()
    void inboxStore.readFacets()
  }, REST_AFTER_MS)
}
