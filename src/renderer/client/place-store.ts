import { createStore } from 'zustand/vanilla'

const PLACES = ['inbox', 'search', 'worklist', 'downloads', 'settings'] as const
export type Place = (typeof PLACES)[number]

const KEY = 'place'

/** The place on the screen. A reload of the window returns to it. */
export const placeStore = createStore<{ place: Place }>(() => ({ place: stored() }))

export function goTo(place: Place): void {
  sessionStorage.setItem(KEY, place)
  placeStore.setState({ place })
}

/** The first place of a user who has not gone anywhere yet. */
export function startAt(place: Place): void {
  if (sessionStorage.getItem(KEY) === null) placeStore.setState({ place })
}

/** As in a new window: another account starts at its own first place, and nothing of the previous one is restored. */
export function resetPlace(): void {
  sessionStorage.clear()
  placeStore.setState({ place: 'search' })
}

function stored(): Place {
  const kept = sessionStorage.getItem(KEY)
  return PLACES.find((place) => place === kept) ?? 'search'
}
