import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Output } from '../../../shared/contract/contract.ts'
import type { Caller, ShownFailure } from '../../client/desk-client.ts'

type EntryView = Output<'inbox.read'>

interface ShownEntry {
  readonly entryId: number | null
  /** Null while it is loading. */
  readonly view: EntryView | null
  readonly failure: ShownFailure | null
}

export interface EntryStore extends StoreApi<ShownEntry> {
  /** Shows an entry once the keyboard stays on it. */
  show(entryId: number | null): void
  /** Reads the shown entry again; the old version stays until then. */
  read(): Promise<void>
}

interface EntryStoreDependencies {
  readonly caller: Caller
  readonly sessionId: () => string | undefined
  /** Runs something once the time has passed, unless the returned function is called before. */
  readonly after: (timeMs: number, run: () => void) => () => void
  /** It was in view long enough to count as read. */
  readonly onRead: (entryId: number) => void
}

/** Holding a key down passes over entries that nobody wants to see. */
const SETTLE_MS = 120
/** In view this long, an entry counts as read; passing by does not. */
const READ_AFTER_MS = 2_000

/** The entry beside the list, with its message and the others of its set. */
export function createEntryStore({ caller, sessionId, after, onRead }: EntryStoreDependencies): EntryStore {
  const store = createStore<ShownEntry>(() => ({ entryId: null, view: null, failure: null }))
  let cancel = (): void => undefined
  const read = async (): Promise<void> => {
    const { entryId } = store.getState()
    const session = sessionId()
    if (entryId === null || session === undefined) return
    const change = (changed: Partial<ShownEntry>): void => {
      // The same number is another entry in the inbox of another account.
      if (store.getState().entryId === entryId && sessionId() === session) store.setState(changed)
    }
    await caller.call('inbox.read', { sessionId: session, entryId }).then(
      (view) => change({ view, failure: null }),
      (thrown: unknown) => change({ failure: caller.failureIn(thrown) }),
    )
  }
  const show = (entryId: number | null): void => {
    if (store.getState().entryId === entryId) return
    cancel()
    store.setState({ entryId, view: null, failure: null })
    if (entryId === null) return
    cancel = after(SETTLE_MS, () => {
      void read()
      cancel = after(READ_AFTER_MS - SETTLE_MS, () => onRead(entryId))
    })
  }
  return { ...store, show, read }
}
