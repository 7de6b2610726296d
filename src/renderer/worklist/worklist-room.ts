import type { PageRoom } from '../client/page-room.ts'
import { shownList } from './store/worklist-state.ts'
import { worklistStore } from './store/worklist-store.ts'

const { actions } = worklistStore
const read = (): void => void actions.enterSession()

export const worklistRoom: PageRoom = {
  enter: read,
  resume: read,
  onEvent: ({ name }) => {
    if (name === 'worklists.changed') void actions.refresh()
  },
  onSaved: () => actions.readLines(),
  onFound: (hasChanged) => {
    if (hasChanged(shownList(worklistStore.getState())?.searchId ?? null)) actions.readLines()
  },
  onRegion: () => {
    const { setRows, allRows } = worklistStore.getState().grid.actions
    setRows(allRows())
  },
}
