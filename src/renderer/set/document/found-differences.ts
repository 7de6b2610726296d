import { createStore } from 'zustand/vanilla'
import type { SetView } from '../set-store.ts'

type Sighting = Omit<SetView['timeline'][number], 'kind'> & {
  readonly kind: SetView['timeline'][number]['kind'] | 'compared'
}

/** What comparing versions has found since the page was opened, by set. */
export const foundDifferences = createStore<Readonly<Record<string, readonly Sighting[]>>>(() => ({}))

export const NOTHING_FOUND: readonly Sighting[] = []

/** Adds a line to the timeline of a set; one that says the same goes. */
export function noteDifference(setId: string, text: string): void {
  const note: Sighting = { at: new Date().toISOString(), kind: 'compared', state: null, text }
  foundDifferences.setState((all) => ({ [setId]: [note, ...(all[setId] ?? []).filter((one) => one.text !== text)] }))
}
