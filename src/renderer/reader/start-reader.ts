import { createStore } from 'zustand/vanilla'
import { ignoring } from '../../shared/errors/ignoring.ts'
import type { DeskEvent } from '../../shared/contract/contract.ts'
import { call } from '../client/desk-client.ts'
import { connectDesk, deskStore, type DeskState } from '../client/desk-store.ts'
import { followSaves } from '../client/follow-saves.ts'
import { viewsStore } from '../client/views-store.ts'
import { onOpeningProgress } from '../set/document/opening-progress.ts'
import { isSamePair, pairOf, setStore } from '../set/set-store.ts'
import { wholeWindow } from '../set/whole-window.ts'

interface ReaderPage {
  /** The handle of this page as the second window; null until it has one. */
  readonly readerId: string | null
  /** The event that says so has come, which may be later than the answer. */
  readonly hasEntered: boolean
}

export const readerPage = createStore<ReaderPage>(() => ({ readerId: null, hasEntered: false }))

/** Makes this page the second window, for the life of the page. Rejects if the connection fails. */
export async function startReader(): Promise<void> {
  wholeWindow.setState({ isWhole: true })
  window.addEventListener('pagehide', leave)
  await viewsStore.actions.load()
  await connectDesk(onEvent)
  const { readerId } = await call('reader.enter', {})
  readerPage.setState({ readerId })
  follow(deskStore.getState().desk)
  deskStore.subscribe(({ desk }, { desk: before }) => {
    if (desk?.reader !== before?.reader || desk?.session !== before?.session) follow(desk)
  })
  setStore.subscribe(tellChoice)
  followSaves(() => void setStore.actions.read('reader'))
}

function leave(): void {
  viewsStore.actions.flush()
  const { readerId } = readerPage.getState()
  if (readerId !== null) call('reader.leave', { readerId }).catch(ignoring('the host knows from its window too'))
}

function onEvent(event: DeskEvent): void {
  if (event.name === 'documents.progressed') onOpeningProgress(event.payload)
}

function follow(desk: DeskState | undefined): void {
  if (desk?.reader.readerId === readerPage.getState().readerId) readerPage.setState({ hasEntered: true })
  showChosen(desk)
}

/** Only of the account that is signed in now. */
function showChosen(desk: DeskState | undefined): void {
  const shown = desk?.reader.shown ?? null
  if (shown === null || shown.sessionId !== desk?.session?.sessionId) {
    setStore.actions.show('reader', null)
    return
  }
  const isSame = setStore.getState().reader.setId === shown.setId
  setStore.actions.show('reader', shown.setId)
  if (shown.by === 'desk' || !isSame) setStore.actions.showPair('reader', shown)
}

/** A document that is chosen here is the chosen one in the main window too. */
function tellChoice(): void {
  const { setId, set, ...chosen } = setStore.getState().reader
  const { desk } = deskStore.getState()
  const known = desk?.reader.shown
  if (desk?.session == null || set === null || known?.setId !== setId) return
  if (isSamePair(known, chosen)) return
  const { sessionId } = desk.session
  call('reader.show', { shown: { sessionId, setId, ...pairOf(chosen), by: 'reader' } }).catch(
    ignoring('the next choice tells it again'),
  )
}
