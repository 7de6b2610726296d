import { ignoring } from '../../shared/errors/ignoring.ts'
import type { DeskEvent } from '../../shared/contract/contract.ts'
import { call } from '../client/desk-client.ts'
import { deskStore, useDesk } from '../client/desk-store.ts'
import { placeStore } from '../client/place-store.ts'
import { pairOf, type SetPlace, setStore, type ShownSet } from './set-store.ts'

/** Whether the documents of a place are shown in the second window, and not beside its list. */
export function useIsReadElsewhere(place: SetPlace): boolean {
  const isOpen = useDesk(({ reader }) => reader.readerId !== null)
  return isOpen && place !== 'reader'
}

/** Opens the second window. A host without windows leaves that to the page, which keeps no hold on what it opens. */
export async function openReader(): Promise<void> {
  const { address } = await call('reader.open', {})
  if (address !== null) window.open(address, '_blank', 'noopener')
}

export async function closeReader(): Promise<void> {
  await call('reader.close', {})
}

/** Tells the second window what is chosen in this one. */
export function followSelection(): void {
  let last = ''
  const tell = (): void => {
    const { desk } = deskStore.getState()
    if (desk?.session == null || desk.reader.readerId === null) {
      last = ''
      return
    }
    const chosen = chosenSet({ hasTold: last !== '' })
    if (chosen === undefined) return
    const { setId, set } = chosen
    // A set that is passed over on the way to another one is not shown there either.
    if (setId !== null && set === null) return
    const { sessionId } = desk.session
    const shown = setId === null ? null : ({ sessionId, setId, ...pairOf(chosen), by: 'desk' } as const)
    const key = `${desk.reader.readerId} ${JSON.stringify(shown)}`
    if (key === last) return
    last = key
    call('reader.show', { shown }).catch(ignoring('the other window says itself when it has lost its host'))
  }
  setStore.subscribe(tell)
  placeStore.subscribe(tell)
  deskStore.subscribe(({ desk }, { desk: before }) => {
    if (desk?.reader.readerId !== before?.reader.readerId || desk?.session !== before?.session) tell()
  })
}

/**
 * Of the open place. Settings and Downloads choose none: there it is undefined, unless what this window chose was left with the
 * sets of every place.
 */
function chosenSet({ hasTold }: { readonly hasTold: boolean }): ShownSet | undefined {
  const { place } = placeStore.getState()
  const { search, worklist, inbox } = setStore.getState()
  if (place !== 'downloads' && place !== 'settings') return { search, worklist, inbox }[place]
  return hasTold && [search, worklist, inbox].every(({ setId }) => setId === null) ? search : undefined
}

/** A document that was chosen in the second window is the chosen one here too, as long as its set is. */
export function onReaderChanged({ payload: { shown } }: Extract<DeskEvent, { name: 'reader.changed' }>): void {
  const { place } = placeStore.getState()
  if (shown?.by !== 'reader' || place === 'downloads' || place === 'settings') return
  if (setStore.getState()[place].setId !== shown.setId) return
  setStore.actions.showPair(place, shown)
}
