import {
  changesOfLine,
  LINE_STATE_LABELS,
  onDisk,
  setsOfLine,
  signedOfLine,
  statesOfLine,
} from '../../../shared/words/worklist-words.ts'
import type { Cell } from '../../../engine/tables/write-workbook.ts'
import type { WorklistLine } from './describe-lines.ts'
import type { StoredWorklist } from '../../../engine/worklists/worklist-rows.ts'

type Found = readonly (readonly [heading: string, value: (line: WorklistLine) => Cell])[]

/** What was found, after the columns of the list itself. */
const FOUND: Found = [
  ['Found', ({ state }) => (state === 'blank' ? null : LINE_STATE_LABELS[state])],
  ['Sets', setsOfLine],
  ['State', statesOfLine],
  ['Signed', signedOfLine],
  ['Documents', ({ documents }) => documents],
  ['On this disk', onDisk],
  ['Customer', ({ customers }) => (customers.length === 0 ? null : customers.join(', '))],
  ['Changed', changesOfLine],
]

/** A line of headings, then every line of the list in its place, so that the table lines up with the one it came from. */
export function tableOfLines({ headings, referenceColumn }: StoredWorklist, lines: readonly WorklistLine[]): Cell[][] {
  const own = headings.map((heading, column) => (column === referenceColumn && heading === '' ? 'Reference' : heading))
  // Two columns of one name could not be told apart by a formula or a pivot table.
  const named = (heading: string): string => (own.includes(heading) ? `${heading} (Parcel Desk)` : heading)
  return [
    [...own, ...FOUND.map(([heading]) => named(heading))],
    ...lines.map((line) => [
      ...own.map((_, column) => line.cells[column] ?? null),
      ...FOUND.map(([, value]) => value(line)),
    ]),
  ]
}
