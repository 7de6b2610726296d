import { createStore } from 'zustand/vanilla'
import { type Place, PLACES } from '../frame/places.ts'

const KEY = 'place'

/** Where in the desk the user is. A reload of the window comes back to it. */
export const placeStore = createStore<{ place: Place }>(() => ({ place: stored() }))

export function goTo(place: Place): void {
  sessionStorage.setItem(KEY, place)
  placeStore.setState({ place })
}

/** Where somebody begins who has not gone anywhere yet. */
export function beginAt(place: Place): void {
  if (sessionStorage.getItem(KEY) === null) placeStore.setState({ place })
}

/** As if the window were new: another account begins where its day begins, and nothing of the one before comes back. */
export function beginAgain(): void {
  sessionStorage.clear()
  placeStore.setState({ place: 'search' })
}

function stored(): Place {
  const kept = sessionStorage.getItem(KEY)
  return PLACES.find(({ place }) => place === kept)?.place ?? 'search'
}
