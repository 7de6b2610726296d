import { createStore } from 'zustand/vanilla'
import type { Output } from '../../shared/contract/contract.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { call, failureIn } from '../client/desk-client.ts'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { deskStore } from '../client/desk-store.ts'

export type SetView = Output<'sets.read'>
export type DocumentView = NonNullable<SetView['documents']>[number]
export type SetPlace = 'search' | 'worklist' | 'inbox'

/** The set that a place shows beside its list, and the document of it that is read. */
export interface ShownSet {
  setId: string | null
  set: SetView | null
  failure: DescribedFailure | null
  documentId: string | null
  /** A second document beside the first. */
  besideId: string | null
  isLoadingDocuments: boolean
}

const NOTHING: ShownSet = {
  setId: null,
  set: null,
  failure: null,
  documentId: null,
  besideId: null,
  isLoadingDocuments: false,
}

type SetsState = Record<SetPlace, ShownSet>
const PLACES = ['search', 'worklist', 'inbox'] as const
export const setStore = createStore<SetsState>(() => ({ search: NOTHING, worklist: NOTHING, inbox: NOTHING }))

/** Holding an arrow key down passes over sets that nobody wants to see. */
const SETTLE_MS = 120
const timers = new Map<SetPlace, number>()

/** Shows a set as soon as the keyboard stays on it. */
export function showSet(place: SetPlace, setId: string | null): void {
  if (setStore.getState()[place].setId === setId) return
  change(place, { ...NOTHING, setId })
  window.clearTimeout(timers.get(place))
  if (setId !== null)
    timers.set(
      place,
      window.setTimeout(() => void readSet(place), SETTLE_MS),
    )
}

/** Reads the shown set anew; what was chosen in it stays. */
export async function readSet(place: SetPlace): Promise<void> {
  const { setId } = setStore.getState()[place]
  const session = deskStore.getState().desk?.session
  if (setId === null || session === undefined || session === null) return
  try {
    const set = await call('sets.read', { sessionId: session.sessionId, setId })
    const shown = setStore.getState()[place]
    if (shown.setId !== setId) return
    const documentId = shown.documentId ?? set.documents?.[0]?.documentId ?? null
    change(place, { set, failure: null, documentId })
  } catch (thrown) {
    if (setStore.getState()[place].setId === setId) change(place, { failure: failureIn(thrown) })
  }
}

/** Another account has other sets. */
export function leaveSets(): void {
  for (const place of PLACES) showSet(place, null)
}

/** Reads every shown set anew: what of it is on this disk may have changed. */
export function refreshSets(): void {
  for (const place of PLACES) void readSet(place)
}

/** Asks the service for the documents of a set that it has not listed (T4). */
export async function loadDocuments(place: SetPlace): Promise<void> {
  const { setId } = setStore.getState()[place]
  const session = deskStore.getState().desk?.session
  if (setId === null || session === undefined || session === null) return
  change(place, { isLoadingDocuments: true, failure: null })
  try {
    const { outcome } = await call('sets.loadDocuments', { sessionId: session.sessionId, setId })
    if (outcome === 'none') showToast({ text: 'The service says that this set has no documents.' })
    await readSet(place)
  } catch (thrown) {
    change(place, { failure: failureIn(thrown) })
  } finally {
    change(place, { isLoadingDocuments: false })
  }
}

/** The one that is shown beside it changes places with it, so that no document is shown twice. */
export function showDocument(place: SetPlace, documentId: string): void {
  const shown = setStore.getState()[place]
  change(place, { documentId, besideId: shown.besideId === documentId ? shown.documentId : shown.besideId })
}

/** Beside the first one, or with null alone again. */
export function showBeside(place: SetPlace, documentId: string | null): void {
  change(place, { besideId: documentId })
}

/** The document after or before the shown one, round the end; the one beside it stays where it is. */
export function stepDocument(place: SetPlace, step: 1 | -1): void {
  const { set, documentId, besideId } = setStore.getState()[place]
  const ids = (set?.documents ?? []).map((one) => one.documentId).filter((id) => id !== besideId)
  const at = ids.indexOf(documentId ?? '')
  const next = ids[(at + step + ids.length) % ids.length]
  if (next !== undefined) change(place, { documentId: next })
}

function change(place: SetPlace, changed: Partial<ShownSet>): void {
  setStore.setState((sets) => ({ [place]: { ...sets[place], ...changed } }))
}
