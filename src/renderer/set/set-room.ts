import type { PageRoom } from '../client/page-room.ts'
import { onOpeningProgress } from './document/opening-progress.ts'
import { followSelection, onReaderChanged } from './reader-window.ts'
import { setStore } from './set-store.ts'

export const setRoom: PageRoom = {
  open: followSelection,
  leave: () => setStore.actions.leave(),
  onEvent: (event) => {
    if (event.name === 'documents.progressed') onOpeningProgress(event.payload)
    if (event.name === 'reader.changed') onReaderChanged(event)
  },
  onSaved: () => setStore.actions.readAll(),
}
