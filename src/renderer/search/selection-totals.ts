import { useDeferredValue, useMemo } from 'react'
import { useStore } from 'zustand'
import { sumQuantities } from '../../shared/text/sum-quantities.ts'
import { totalDocuments } from '../parcel/SavedCount.tsx'
import type { SetRow } from '../set/set-columns.ts'
import { countOf, decimalText, numberText } from '../ui/base/words.ts'
import { searchStore } from './search-store.ts'

const { grid } = searchStore

/** What is in the ticked sets, for the foot of the list; empty without ticks. */
export function useSelectionTotals(): string {
  // Deferred: adding up a hundred thousand rows may wait until their ticks are drawn.
  const selection = useDeferredValue(useStore(grid, (state) => state.selection))
  const revision = useDeferredValue(useStore(grid, (state) => state.revision))
  return useMemo(
    () => totalsOf(revision === -1 || selection.size === 0 ? [] : grid.actions.selectedRows()),
    [selection, revision],
  )
}

/** More units than these would not be read. */
const MAX_UNITS = 3

/** “ · 74 documents · 32,750.5 MT (3 not counted)” */
function totalsOf(rows: readonly Pick<SetRow, 'documents' | 'quantity'>[]): string {
  if (rows.length === 0) return ''
  const documents = totalDocuments(rows)
  const { sums, uncounted } = sumQuantities(rows.map(({ quantity }) => quantity))
  const amounts = sums.map(({ total, unit }) => `${decimalText(total)}${unit === '' ? ' without a unit' : ` ${unit}`}`)
  return [
    documents === null ? ' · documents not all listed' : ` · ${countOf(documents, 'document')}`,
    amounts.length === 0 || amounts.length > MAX_UNITS ? '' : ` · ${amounts.join(' + ')}`,
    amounts.length > 0 && amounts.length <= MAX_UNITS && uncounted > 0 ? ` (${numberText(uncounted)} not counted)` : '',
  ].join('')
}
