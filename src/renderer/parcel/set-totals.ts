import { useDeferredValue, useMemo } from 'react'
import { useStore } from 'zustand'
import { totalDocuments } from '../../shared/words/saved-states.ts'
import { sumQuantities } from '../../shared/text/sum-quantities.ts'
import type { GridStore } from '../grid/store/create-grid-store.ts'
import { countOf, decimalText, numberText } from '../ui/base/words.ts'

interface SetContents {
  /** Null while the service has not listed them. */
  readonly documents: number | null
  /** As received. */
  readonly quantity: string | null
}

/** Adding up more than these is left until their ticks are drawn. */
const MANY_TICKS = 2_000

/**
 * What is in the ticked sets, for the foot of the list; empty without ticks, and while it is not yet that of these ticks: the
 * line is read out as it is. The same function at each render.
 */
export function useSetTotals<Row>(
  grid: GridStore<Row>,
  contentsOf: (ticked: readonly Row[]) => readonly SetContents[],
): string {
  const selection = useStore(grid, (state) => state.selection)
  const revision = useDeferredValue(useStore(grid, (state) => state.revision))
  const isLate = useDeferredValue(selection) !== selection && selection.size > MANY_TICKS
  return useMemo(
    () => totalsOf(contentsOf(isLate || revision === -1 || selection.size === 0 ? [] : grid.actions.selectedRows())),
    [grid, contentsOf, selection, revision, isLate],
  )
}

/** More units than these would not be read. */
const MAX_UNITS = 3

/** “ · 74 documents · 32,750.5 MT (3 not counted)” */
export function totalsOf(sets: readonly SetContents[]): string {
  if (sets.length === 0) return ''
  const documents = totalDocuments(sets)
  const { sums, uncounted } = sumQuantities(sets.map(({ quantity }) => quantity))
  const amounts = sums.map(({ total, unit }) => `${decimalText(total)}${unit === '' ? ' without a unit' : ` ${unit}`}`)
  return [
    documents === null ? ' · documents not all listed' : ` · ${countOf(documents, 'document')}`,
    amounts.length === 0 || amounts.length > MAX_UNITS ? '' : ` · ${amounts.join(' + ')}`,
    amounts.length > 0 && amounts.length <= MAX_UNITS && uncounted > 0 ? ` (${numberText(uncounted)} not counted)` : '',
  ].join('')
}
