import { createStore, type StoreApi } from 'zustand/vanilla'
import { shallow } from 'zustand/vanilla/shallow'
import type { Output } from '../../shared/contract/contract.ts'
import { type Caller, deskCaller, type ShownFailure } from '../client/desk-client.ts'
import { currentSessionId } from '../client/desk-store.ts'
import { showToast, type ToastContent } from '../ui/feedback/toast-queue.ts'

export type SetView = Output<'sets.read'>
export type DocumentView = NonNullable<SetView['documents']>[number]

/** `reader` is the second window, which has no list. */
const PLACES = ['search', 'worklist', 'inbox', 'reader'] as const
export type SetPlace = (typeof PLACES)[number]

/** A version of a document that was saved earlier, and is still there. */
export interface EarlierVersion {
  readonly documentId: string
  readonly sha256: string
  readonly savedAt: string
}

/** A page of a saved version of a document, and what to find from there on. */
export interface AskedPage {
  readonly documentId: string
  readonly sha256: string
  /** From 1. */
  readonly page: number
  readonly query: string
}

/** The set that a place shows beside its list, and the document of it in the preview. */
export interface ShownSet {
  setId: string | null
  set: SetView | null
  failure: ShownFailure | null
  documentId: string | null
  /** A second document beside the first. */
  besideId: string | null
  /** What is compared: the first document with an earlier version of it, or with the one beside it. */
  compared: EarlierVersion | 'beside' | null
  /** Shown in place of the current version, until another document is chosen; asked for anew, it is gone to anew. */
  asked: AskedPage | null
  isLoadingDocuments: boolean
  /** Opened from elsewhere: it need not be one of the list. */
  isByItself: boolean
}

/** What both windows show of a set. */
export type ShownPair = Pick<ShownSet, 'documentId' | 'besideId' | 'asked'>

const NOTHING: ShownSet = {
  setId: null,
  set: null,
  failure: null,
  documentId: null,
  besideId: null,
  compared: null,
  asked: null,
  isLoadingDocuments: false,
  isByItself: false,
}

export interface SetActions {
  /** Shows a set once the keyboard stays on it. */
  show(place: SetPlace, setId: string | null): void
  /** Shows a set of which the service may know more than this desk, once the keyboard stays on it. */
  showAnew(place: SetPlace, setId: string | null): void
  /** Shows a set that is not a row of the list, until a row is chosen. */
  showByItself(place: SetPlace, setId: string): void
  /** Ends that: in a small window the set lies over the list. */
  leaveByItself(place: SetPlace): void
  /** Reads the shown set again; the documents chosen in it stay. */
  read(place: SetPlace): Promise<void>
  /** Reads every shown set again: which of its documents are on this disk may have changed. */
  readAll(): void
  /** Another account has other sets. */
  leave(): void
  /** Asks the service for the documents of a set that it has not listed (T4). */
  loadDocuments(place: SetPlace): Promise<void>
  /** The document beside it changes places with it, so that no document is shown twice. */
  showDocument(place: SetPlace, documentId: string): void
  showPage(place: SetPlace, asked: AskedPage): void
  /** Beside the first document; null shows one document only. */
  showBeside(place: SetPlace, documentId: string | null): void
  /** Marks what differs between the first document as it is now and an earlier version, or the one beside it; null marks nothing. */
  compare(place: SetPlace, compared: ShownSet['compared']): void
  /** As the other window shows them. */
  showPair(place: SetPlace, pair: ShownPair): void
  /** The next or previous document, wrapping at the ends; the one beside it stays. */
  stepDocument(place: SetPlace, step: 1 | -1): void
}

export interface SetStore extends StoreApi<Record<SetPlace, ShownSet>> {
  readonly actions: SetActions
}

export interface SetDependencies {
  readonly caller: Caller
  /** Undefined while nobody is signed in. */
  readonly sessionId: () => string | undefined
  readonly toast: (content: ToastContent) => void
}

/** Holding an arrow key down passes over sets that nobody wants to see. */
const SETTLE_MS = 120

/** The sets shown beside the lists of Search, Worklist and Inbox. */
export function createSetStore({ caller, sessionId: currentSession, toast }: SetDependencies): SetStore {
  const store: StoreApi<Record<SetPlace, ShownSet>> = createStore<Record<SetPlace, ShownSet>>(() => ({
    search: NOTHING,
    worklist: NOTHING,
    inbox: NOTHING,
    reader: NOTHING,
  }))
  const timers = new Map<SetPlace, ReturnType<typeof setTimeout>>()
  const change = (place: SetPlace, changed: Partial<ShownSet>): void =>
    store.setState((sets) => ({ [place]: { ...sets[place], ...changed } }))

  /** Undefined unless it fails. */
  const readKnown = async (place: SetPlace): Promise<ShownFailure | undefined> => {
    const { setId } = store.getState()[place]
    const sessionId = currentSession()
    if (setId === null || sessionId === undefined) return undefined
    try {
      const set = await caller.call('sets.read', { sessionId, setId })
      const shown = store.getState()[place]
      if (shown.setId !== setId) return undefined
      const isThere = (id: string | null): boolean =>
        set.documents === null ||
        shown.asked?.documentId === id ||
        set.documents.some(({ documentId }) => documentId === id)
      // The service may have replaced a document by another.
      const documentId = (isThere(shown.documentId) ? shown.documentId : set.documents?.[0]?.documentId) ?? null
      const besideId = isThere(shown.besideId) && shown.besideId !== documentId ? shown.besideId : null
      change(place, { set, failure: null, documentId, besideId })
      return undefined
    } catch (thrown) {
      return store.getState()[place].setId === setId ? caller.failureIn(thrown) : undefined
    }
  }
  const read = async (place: SetPlace): Promise<void> => {
    const failure = await readKnown(place)
    if (failure !== undefined) change(place, { failure })
  }
  /** What is known is shown until the service answers, and stays where it does not. */
  const readAnew = async (place: SetPlace): Promise<void> => {
    const unknown = await readKnown(place)
    const { setId } = store.getState()[place]
    const sessionId = currentSession()
    if (setId === null || sessionId === undefined) return
    const asked = await caller.call('sets.loadDocuments', { sessionId, setId }).then(
      () => true,
      () => false,
    )
    if (store.getState()[place].setId !== setId) return
    if (asked) await read(place)
    else if (unknown !== undefined) change(place, { failure: unknown })
  }

  const show = (place: SetPlace, setId: string | null, settle = read): void => {
    const shown = store.getState()[place]
    if (shown.setId === setId) {
      if (shown.isByItself) change(place, { isByItself: false })
      return
    }
    change(place, { ...NOTHING, setId })
    clearTimeout(timers.get(place))
    if (setId === null) return
    const timer = setTimeout(() => void settle(place), SETTLE_MS)
    timers.set(place, timer)
  }

  const loadDocuments = async (place: SetPlace): Promise<void> => {
    const { setId, set } = store.getState()[place]
    const sessionId = currentSession()
    if (setId === null || sessionId === undefined) return
    const isShown = (): boolean => store.getState()[place].setId === setId
    change(place, { isLoadingDocuments: true, failure: null })
    try {
      const { outcome } = await caller.call('sets.loadDocuments', { sessionId, setId })
      if (outcome === 'none')
        toast({ text: `The service says that ${set?.row.parcelRef ?? 'this set'} has no documents.` })
      if (isShown()) await read(place)
    } catch (thrown) {
      if (isShown()) change(place, { failure: caller.failureIn(thrown) })
    } finally {
      if (isShown()) change(place, { isLoadingDocuments: false })
    }
  }

  const showDocument = (place: SetPlace, documentId: string): void => {
    const shown = store.getState()[place]
    const besideId = shown.besideId === documentId ? shown.documentId : shown.besideId
    change(place, { documentId, besideId, asked: null })
  }

  const actions: SetActions = {
    show: (place, setId) => show(place, setId),
    showAnew: (place, setId) => show(place, setId, readAnew),
    showByItself: (place, setId) => {
      show(place, setId)
      change(place, { isByItself: true })
    },
    leaveByItself: (place) => {
      if (store.getState()[place].isByItself) show(place, null)
    },
    read,
    readAll: () => {
      for (const place of PLACES) void read(place)
    },
    leave: () => {
      for (const place of PLACES) show(place, null)
    },
    loadDocuments,
    showDocument,
    showPage: (place, asked) => {
      showDocument(place, asked.documentId)
      change(place, { asked })
    },
    showBeside: (place, documentId) => change(place, { besideId: documentId, compared: null }),
    compare: (place, compared) => change(place, { compared, asked: null }),
    showPair: (place, pair) => {
      if (!isSamePair(store.getState()[place], pair)) change(place, pairOf(pair))
    },
    stepDocument: (place, step) => {
      const { set, documentId, besideId } = store.getState()[place]
      const ids = (set?.documents ?? []).map((one) => one.documentId).filter((id) => id !== besideId)
      const at = ids.indexOf(documentId ?? '')
      const next = ids[(at + step + ids.length) % ids.length]
      if (next !== undefined) change(place, { documentId: next, asked: null })
    },
  }
  return { ...store, actions }
}

/** The earlier version that the shown document is compared with; null if it is compared with none. */
export function earlierShown({ documentId, compared }: ShownSet): EarlierVersion | null {
  return compared !== null && compared !== 'beside' && compared.documentId === documentId ? compared : null
}

/** The page that is asked for of the shown document. */
export function askedShown({ documentId, asked }: ShownPair): AskedPage | null {
  return asked?.documentId === documentId ? asked : null
}

/** Of what a window shows, that part which the other one shows too. */
export function pairOf(shown: ShownPair): ShownPair {
  return { documentId: shown.documentId, besideId: shown.besideId, asked: askedShown(shown) }
}

export function isSamePair(one: ShownPair, other: ShownPair): boolean {
  const [{ asked, ...ids }, { asked: otherAsked, ...otherIds }] = [pairOf(one), pairOf(other)]
  return shallow(ids, otherIds) && shallow(asked, otherAsked)
}

/** One for the life of the page, so that each place is found again as it was left. */
export const setStore = createSetStore({
  caller: deskCaller,
  sessionId: currentSessionId,
  toast: showToast,
})
