import type { GridColumn } from '../../../../src/renderer/grid/columns/grid-column.ts'
import { StateChip } from '../../../../src/renderer/parcel/StateChip.tsx'
import type { ParcelSet } from '../../../../src/shared/model/parcel-set.ts'
import { foldState, KNOWN_STATES, stateLabel } from '../../../../src/shared/text/fold-state.ts'
import { parseModifiedDate } from '../../../../src/shared/text/dates.ts'

type SetColumn = GridColumn<ParcelSet>
type TextField = Exclude<keyof ParcelSet, 'documents' | 'received'>

/** Eighteen columns as the search has them, with a drawn one and keys of their own where text would sort wrongly. */
export const SET_COLUMNS: readonly SetColumn[] = [
  text('parcelRef', 92, { title: 'Parcel', isMono: true }),
  text('shipmentRef', 96, { title: 'Shipment', isMono: true }),
  text('status', 132, {
    title: 'State',
    value: ({ status }) => (status === null ? null : stateLabel(status)),
    sortKey: ({ status }) => KNOWN_STATES.findIndex(({ state }) => foldState(state) === foldState(status ?? '')),
    render: ({ status }) => <StateChip state={status ?? ''} />,
    received: ({ status }) => status,
  }),
  text('signature', 64, { title: 'Signed' }),
  text('billOfLadingDate', 92, { title: 'B/L date' }),
  text('vesselName', 140, { title: 'Vessel' }),
  text('cargoName', 112, { title: 'Cargo' }),
  text('quantity', 84, {
    title: 'Quantity',
    align: 'end',
    sortKey: ({ quantity }) => Number.parseFloat(quantity ?? ''),
  }),
  text('loadPort', 112, { title: 'Load port' }),
  text('destinationName', 104, { title: 'Destination' }),
  text('destinationCountry', 96, { title: 'Country' }),
  text('customerName', 150, { title: 'Customer' }),
  text('consignorCompanyName', 150, { title: 'Consignor' }),
  text('consigneeCompanyName', 150, { title: 'Consignee' }),
  text('fromParty', 150, { title: 'From' }),
  text('modifiedDate', 160, { title: 'Changed', sortKey: ({ modifiedDate }) => timeKey(modifiedDate ?? '') }),
  text('transactionId', 120, { title: 'Transaction', isMono: true }),
  text('setId', 280, { title: 'Set', isMono: true }),
]

function text(id: TextField, width: number, more: Partial<SetColumn> & { readonly title: string }): SetColumn {
  return { id, width, value: (row) => row[id], ...more }
}

function timeKey(modifiedDate: string): number | null {
  const time = parseModifiedDate(modifiedDate)
  return time === undefined ? null : Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute)
}
