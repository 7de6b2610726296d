import { parseSignature } from '../../shared/text/set-fields.ts'
import { SAVED_STATES } from '../../shared/words/saved-states.ts'
import { AGES } from '../set/set-columns.ts'
import { searchStore } from './search-store.ts'

interface View {
  readonly id: string
  readonly title: string
  /** Whose values it narrows the results to. */
  readonly columnId: string
  readonly has: (value: string) => boolean
}

const UNSAVED: readonly string[] = [SAVED_STATES.none, SAVED_STATES.some, SAVED_STATES.changed]
const RECENT: readonly string[] = AGES.slice(0, 2)

/** What clerks look for every day among what a search found. */
export const VIEWS: readonly View[] = [
  {
    id: 'unsaved',
    title: 'Not saved yet, or changed since',
    columnId: 'documents',
    has: (value) => UNSAVED.includes(value),
  },
  { id: 'recent', title: 'Changed since yesterday', columnId: 'modifiedDate', has: (value) => RECENT.includes(value) },
  { id: 'unsigned', title: 'Not fully signed', columnId: 'signature', has: isPartlySigned },
]

function isPartlySigned(signature: string): boolean {
  const progress = parseSignature(signature)
  return progress !== undefined && progress.signed < progress.total
}

const { actions } = searchStore.grid

/** How many of the results it shows, as they are narrowed otherwise. */
export function countOfView(view: View): number {
  return valuesOf(view).reduce((sum, { count }) => sum + count, 0)
}

export function showView(view: View): void {
  actions.setFacet(
    view.columnId,
    valuesOf(view).map(({ value }) => value),
  )
}

function valuesOf({ columnId, has }: View): ReturnType<typeof actions.facetValues> {
  return actions.facetValues(columnId).filter(({ value }) => value !== null && has(value))
}
