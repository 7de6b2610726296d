import { createElement } from 'react'
import { stateLabel } from '../../shared/text/fold-state.ts'
import type { GridColumn } from '../grid/columns/grid-column.ts'
import { SavedCount } from '../parcel/SavedCount.tsx'
import { LineStatuses, LineStateMark, type WorklistLine, LINE_STATE_LABELS } from './LineState.tsx'

const listed = (texts: readonly string[]): string | null => (texts.length === 0 ? null : texts.join(', '))

/** One line of the spreadsheet: the reference, and what is known about it. */
export const worklistColumns: readonly GridColumn<WorklistLine>[] = [
  { id: 'reference', title: 'Reference', width: 150, isMono: true, value: ({ reference }) => reference },
  {
    id: 'found',
    title: 'Found',
    width: 110,
    value: ({ state }) => LINE_STATE_LABELS[state],
    render: ({ state }) => createElement(LineStateMark, { state }),
  },
  {
    id: 'sets',
    title: 'Sets',
    width: 64,
    align: 'end',
    value: ({ setIds, state }) => (state === 'waiting' || state === 'unknown' ? null : setIds.length),
  },
  {
    id: 'statuses',
    title: 'State',
    width: 170,
    value: ({ statuses }) => listed(statuses.map(stateLabel)),
    render: ({ statuses }) => createElement(LineStatuses, { statuses }),
  },
  {
    id: 'signatures',
    title: 'Signed',
    width: 90,
    value: ({ signatures }) => (signatures === null ? null : `${signatures.signed} of ${signatures.total}`),
    sortKey: ({ signatures }) => (signatures === null ? null : signatures.signed / signatures.total),
  },
  {
    id: 'documents',
    title: 'Documents',
    width: 100,
    align: 'end',
    value: ({ documents }) => documents,
    render: ({ documents, savedDocuments }) => createElement(SavedCount, { documents, savedDocuments }),
  },
  {
    id: 'saved',
    title: 'On this disk',
    width: 110,
    value: ({ documents, savedDocuments }) => onDisk(documents, savedDocuments),
  },
  { id: 'customers', title: 'Customer', width: 200, value: ({ customers }) => listed(customers) },
]

function onDisk(documents: number | null, saved: number): string | null {
  if (saved === 0) return documents === null || documents === 0 ? null : 'No'
  return documents !== null && saved >= documents ? 'Yes' : 'In part'
}
