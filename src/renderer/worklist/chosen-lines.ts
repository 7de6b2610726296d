import type { WorklistLine } from './worklist-line.ts'
import { worklistGrid } from './worklist-store.ts'

/** What “save” is about, as in Search: the lines that are selected, or, where none is, those that are shown. */
export function chosenLines(): readonly WorklistLine[] {
  const { selectedRows, shownRows, selectionCounts } = worklistGrid.actions
  return selectionCounts().selected > 0 ? selectedRows() : shownRows()
}

/** The sets of lines, each once. */
export function setsOf(lines: readonly WorklistLine[]): string[] {
  return [...new Set(lines.flatMap(({ setIds }) => setIds))]
}
