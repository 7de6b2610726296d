import { createStore } from 'zustand/vanilla'

/** Something that a screen can open, found in the palette by its name. */
export interface FindableItem {
  /** `saved-search 7`; unique among all finders. */
  readonly id: string
  readonly title: string
  /** What tells it from others of that name: a date, a state. */
  readonly detail?: string
  readonly run: () => void
}

/** What is asked each time the palette opens, because lists like these change all the time and are long. */
export interface Finder {
  /** Their heading: “Saved searches”. */
  readonly group: string
  readonly items: () => readonly FindableItem[]
}

/** In the order of registration. */
export const findersStore = createStore<{ readonly finders: readonly Finder[] }>()(() => ({ finders: [] }))

/** Adds finders until the returned function is called. */
export function registerFinders(added: readonly Finder[]): () => void {
  findersStore.setState(({ finders }) => ({ finders: [...finders, ...added] }))
  return () => {
    const gone = new Set(added)
    findersStore.setState(({ finders }) => ({ finders: finders.filter((finder) => !gone.has(finder)) }))
  }
}
