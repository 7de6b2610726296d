import { createStore } from 'zustand/vanilla'
import type { Worklist } from './store/save-state.ts'

/** What is to be saved, as it was when that was asked: a list that is read again meanwhile changes nothing of it. */
export interface SaveSelection {
  /** Null for sets that no search of theirs shows. */
  readonly searchId: string | null
  /** Null takes all results of the search. */
  readonly setIds: readonly string[] | null
  /** Some of the sets, for an example with real names. */
  readonly sampleSetIds: readonly string[]
  readonly sets: number
  /** How many of them a filter hides. */
  readonly hidden?: number
  /** Null while the service has not listed them all. */
  readonly documents: number | null
  /** The list of references that the sets were chosen in; it names the save in Downloads. */
  readonly worklist?: Worklist
}

/** What the save dialog is open for: one for the whole desk, whatever place asks. */
export const saveRequest = createStore<{ readonly selection: SaveSelection | undefined }>(() => ({
  selection: undefined,
}))

export function askToSave(selection: SaveSelection | undefined): void {
  saveRequest.setState({ selection })
}

/** Sets that the desk has seen, wherever they are shown. */
export function askToSaveSets(setIds: readonly string[], documents: number | null): void {
  askToSave({ searchId: null, setIds, sampleSetIds: setIds.slice(0, 5), sets: setIds.length, documents })
}
