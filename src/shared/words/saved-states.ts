/** The documents of a set, or of all sets of a line, and how many of them are saved. */
export interface SavedCounts {
  /** Null while the service has not listed them. */
  readonly documents: number | null
  readonly savedDocuments: number
  /** How many of the saved ones were saved before the set changed. */
  readonly changedDocuments: number
}

/** What a list can be narrowed to; null for a set without documents. */
export function savedState({ documents, savedDocuments, changedDocuments }: SavedCounts): string | null {
  if (documents === 0) return null
  if (savedDocuments === 0) return SAVED_STATES.none
  if (changedDocuments > 0) return SAVED_STATES.changed
  return documents === null || savedDocuments < documents ? SAVED_STATES.some : SAVED_STATES.all
}

/** The documents of several sets; null while the service has not listed those of one of them (T4). */
export function totalDocuments(sets: readonly Pick<SavedCounts, 'documents'>[]): number | null {
  return sets.reduce<number | null>(
    (sum, { documents }) => (sum === null || documents === null ? null : sum + documents),
    0,
  )
}

export const SAVED_STATES = {
  none: 'Not saved',
  some: 'Partly saved',
  changed: 'Changed since saved',
  all: 'Saved',
} as const
