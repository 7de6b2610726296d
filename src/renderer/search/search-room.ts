import { ignoring } from '../../shared/errors/ignoring.ts'
import { deskStore } from '../client/desk-store.ts'
import type { PageRoom } from '../client/page-room.ts'
import { viewsStore } from '../client/views-store.ts'
import { searchStore } from './search-store.ts'
import { leaveTexts, refreshTexts } from './texts/texts-store.ts'

/** Reading more rows again and again would cost more than their ticks are worth. */
const MOST_ROWS_TO_FOLLOW = 5_000

export const searchRoom: PageRoom = {
  open: () => {
    const { 'search-grid': layout } = viewsStore.getState()
    if (layout !== undefined) searchStore.grid.actions.setLayout(layout)
  },
  leave: leaveTexts,
  enter: ({ sessionId }) => searchStore.actions.enterSession(sessionId),
  resume: ({ sessionId }) => {
    void searchStore.actions.enterSession(sessionId)
    searchStore.actions.resume((searchId) => deskStore.getState().desk?.searches.has(searchId) === true)
  },
  onEvent: ({ name }) => {
    if (name === 'texts.changed') void refreshTexts()
  },
  onSaved: (by) => {
    if (by === 'end') void refreshTexts()
    if (by === 'end' || searchStore.getState().rowsRead <= MOST_ROWS_TO_FOLLOW) {
      searchStore.rows.refresh().catch(ignoring('the next save reads them again'))
    }
  },
  onFound: (hasChanged) => {
    if (hasChanged(searchStore.getState().searchId)) searchStore.rows.read()
  },
  onRegion: () => {
    const { setRows, allRows } = searchStore.grid.actions
    setRows(allRows())
  },
}
