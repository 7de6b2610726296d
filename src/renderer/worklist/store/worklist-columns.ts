import { createElement, type ReactNode } from 'react'
import { parseSignature, stateLabel } from '../../../shared/text/set-fields.ts'
import {
  changesOfLine,
  LINE_STATE_LABELS,
  onDisk,
  setsOfLine,
  signedOfLine,
  statesOfLine,
  type WorklistLine,
} from '../../../shared/words/worklist-words.ts'
import type { CellValue, GridColumn } from '../../grid/columns/grid-column.ts'
import { SavedCount } from '../../parcel/SavedCount.tsx'
import { StateChip } from '../../parcel/StateChip.tsx'
import type { SetRow } from '../../set/set-columns.ts'
import { Foreign } from '../../ui/base/Foreign.tsx'
import { LineStateMark, LineStatuses, ReferenceCell } from '../LineState.tsx'
import type { WorklistRow } from './worklist-rows.ts'
import type { Worklist } from './worklist-state.ts'

interface ColumnSpec extends Pick<GridColumn<WorklistRow>, 'id' | 'title' | 'width' | 'align' | 'isMono' | 'isHidden'> {
  line(line: WorklistLine): CellValue
  /** If the text of a line would sort wrongly. */
  sort?(line: WorklistLine): CellValue
  /** Of a set below its line; without it the cell is empty, and a filter treats the set as its line. */
  set?(set: SetRow, line: WorklistLine): CellValue
  render?(row: WorklistRow): ReactNode
  /** Nothing is there without a value, which is then not unknown. */
  isBlankWithout?: boolean
}

/** Beside the reference, to know a line by; more of the pasted columns are hidden until they are chosen. */
const SHOWN_OWN_COLUMNS = 2

/** The columns of a worklist: its references, the other columns that were pasted, in their order, and what was found. */
export function worklistColumns(
  list: Pick<Worklist, 'headings' | 'referenceColumn'> | undefined,
  onToggle: (line: WorklistLine) => void,
): readonly GridColumn<WorklistRow>[] {
  const { headings, referenceColumn } = list ?? { headings: [], referenceColumn: 0 }
  const own = [...headings.keys()].filter((column) => column !== referenceColumn)
  const title = headings[referenceColumn] ?? ''
  return [
    referenceOf(title === '' ? 'Reference' : title, onToggle),
    ...own.map((column, place) =>
      columnOf({
        id: `cell-${column}`,
        title: columnTitle(headings, column),
        width: 120,
        isHidden: place >= SHOWN_OWN_COLUMNS,
        isBlankWithout: true,
        line: ({ cells }) => cells[column] ?? null,
      }),
    ),
    ...FOUND,
    ...FOR_FACETS,
  ]
}

/** As a spreadsheet calls a column without a heading: “Column C”. */
export function columnTitle(headings: readonly string[], column: number): string {
  const heading = headings[column] ?? ''
  return heading === '' ? `Column ${String.fromCodePoint(65 + (column % 26))}` : heading
}

function referenceOf(title: string, onToggle: (line: WorklistLine) => void): GridColumn<WorklistRow> {
  return columnOf({
    id: 'reference',
    title,
    width: 160,
    isMono: true,
    line: ({ reference }) => reference,
    set: ({ parcelRef }) => parcelRef,
    render: (row) => createElement(ReferenceCell, { row, onToggle }),
  })
}

const FOUND: readonly GridColumn<WorklistRow>[] = [
  columnOf({
    id: 'found',
    title: 'Found',
    width: 100,
    line: ({ state }) => LINE_STATE_LABELS[state],
    render: (row) => (row.kind === 'set' ? null : createElement(LineStateMark, { line: row.line })),
  }),
  columnOf({ id: 'sets', title: 'Sets', width: 56, align: 'end', line: setsOfLine }),
  columnOf({
    id: 'statuses',
    title: 'State',
    width: 190,
    line: statesOfLine,
    set: ({ status }) => (status === null ? null : stateLabel(status)),
    render: (row) => {
      if (row.kind === 'line') return createElement(LineStatuses, { statuses: row.line.statuses })
      return createElement(StateChip, { state: row.set?.status ?? '' })
    },
  }),
  columnOf({ id: 'changes', title: 'Changed', width: 130, line: changesOfLine, isBlankWithout: true }),
  columnOf({
    id: 'signatures',
    title: 'Signed',
    width: 76,
    line: signedOfLine,
    sort: ({ signatures }) => (signatures === null ? null : signatures.signed / signatures.total),
    set: ({ signature }) => signature,
  }),
  columnOf({
    id: 'documents',
    title: 'Documents',
    width: 92,
    align: 'end',
    line: ({ documents }) => documents,
    set: ({ documents }) => documents,
    render: (row) => {
      const { documents, savedDocuments, changedDocuments } =
        row.kind === 'line' ? row.line : (row.set ?? NOTHING_SAVED)
      return createElement(SavedCount, { documents, savedDocuments, changedDocuments })
    },
  }),
  columnOf({ id: 'saved', title: 'On this disk', width: 140, line: onDisk, set: onDisk }),
  columnOf({
    id: 'customers',
    title: 'Customer',
    width: 180,
    line: ({ customers }) => (customers.length === 0 ? null : customers.join(', ')),
    set: ({ customerName }) => customerName,
  }),
]

const NOTHING_SAVED = { documents: null, savedDocuments: 0, changedDocuments: 0 } as const

/** What the buttons above the list narrow it to; hidden, because the shown columns say the same in more words. */
const FOR_FACETS: readonly GridColumn<WorklistRow>[] = [
  columnOf({
    id: 'signing',
    title: 'All signed',
    width: 90,
    isHidden: true,
    line: allSigned,
    set: ({ signature }, line) =>
      allSigned(signature === null ? line : { signatures: parseSignature(signature) ?? null }),
  }),
  columnOf({
    id: 'news',
    title: 'Has changed',
    width: 90,
    isHidden: true,
    line: ({ changes }) => (changes.length > 0 ? 'Yes' : null),
  }),
  columnOf({
    id: 'outdated',
    title: 'Checked',
    width: 90,
    isHidden: true,
    line: ({ isOutdated }) => (isOutdated ? 'No' : null),
  }),
]

/** Whether every signature of a line is there: “Yes”, “No”, or null where nobody can tell. */
export function allSigned({ signatures }: Pick<WorklistLine, 'signatures'>): string | null {
  if (signatures === null) return null
  return signatures.signed >= signatures.total ? 'Yes' : 'No'
}

/** A set sorts as its line, so that it stays below it. */
function columnOf({
  line,
  sort = line,
  set,
  render,
  isBlankWithout = false,
  ...rest
}: ColumnSpec): GridColumn<WorklistRow> {
  const value = (row: WorklistRow): CellValue => {
    if (row.kind === 'line' || set === undefined) return line(row.line)
    return row.set === undefined ? null : set(row.set, row.line)
  }
  const drawn = (row: WorklistRow): ReactNode => {
    if (row.kind === 'line' ? row.line.state === 'blank' && rest.id !== 'found' : set === undefined) return null
    if (render !== undefined) return render(row)
    const shown = value(row)
    if (shown === null || shown === '') return isBlankWithout ? null : '–'
    return typeof shown === 'string' ? createElement(Foreign, { text: shown }) : shown
  }
  return { ...rest, value, sortKey: (row) => sort(row.line), render: drawn }
}
