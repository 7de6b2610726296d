import { createElement } from 'react'
import type { Output } from '../../shared/contract/contract.ts'
import { parseModifiedDate, parsePlainDate, type PlainDate, type ServiceTime } from '../../shared/text/dates.ts'
import { cleanQuantity, parseSignature } from '../../shared/text/fields.ts'
import { foldState, KNOWN_STATES, stateLabel } from '../../shared/text/fold-state.ts'
import type { GridColumn } from '../grid/columns/grid-column.ts'
import { SavedCount } from '../parcel/SavedCount.tsx'
import { SignatureBar } from '../parcel/SignatureBar.tsx'
import { StateChip } from '../parcel/StateChip.tsx'
import { FILE_FORMATS, plainDayText, serviceTimeText } from '../ui/base/words.ts'

export type SetRow = Output<'search.rows'>['rows'][number]
type Column = GridColumn<SetRow>
type TextField = Exclude<
  { [Name in keyof SetRow]: SetRow[Name] extends string | null ? Name : never }[keyof SetRow],
  undefined
>

const nonBlank = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text)

function textColumn(id: TextField, title: string, more: Partial<Column> & { width: number }): Column {
  return { id, title, value: (row) => nonBlank(row[id]), ...more }
}

/** The states in the order of a parcel’s life; unknown ones last. */
const RANKS = new Map<string, number>(KNOWN_STATES.map(({ state }, rank) => [foldState(state), rank]))

const stateColumn: Column = {
  id: 'status',
  title: 'State',
  width: 124,
  value: ({ status }) => (nonBlank(status) === null ? null : stateLabel(status ?? '')),
  sortKey: ({ status }) => (nonBlank(status) === null ? null : (RANKS.get(foldState(status ?? '')) ?? RANKS.size)),
  received: ({ status }) => status,
  render: ({ status }) => createElement(StateChip, { state: status ?? '' }),
}

const signatureColumn: Column = {
  id: 'signature',
  title: 'Signed',
  width: 84,
  value: ({ signature }) => nonBlank(signature),
  sortKey: ({ signature }) => {
    const progress = parseSignature(signature ?? '')
    return progress === undefined ? null : progress.signed / progress.total
  },
  received: ({ signature }) => signature,
  render: ({ signature }) => createElement(SignatureBar, { signature: signature ?? '', isShort: true }),
}

const ladingColumn: Column = {
  id: 'billOfLadingDate',
  title: 'B/L date',
  width: 96,
  value: ({ billOfLadingDate }) => showDay(nonBlank(billOfLadingDate), plainDayText),
  exported: ({ billOfLadingDate }) => showDay(nonBlank(billOfLadingDate), FILE_FORMATS.day),
  // Text of the form YYYY-MM-DD sorts as it is; anything else would mix with it.
  sortKey: ({ billOfLadingDate }) => (parsePlainDate(billOfLadingDate ?? '') === undefined ? null : billOfLadingDate),
  received: ({ billOfLadingDate }) => billOfLadingDate,
}

const modifiedColumn: Column = {
  id: 'modifiedDate',
  title: 'Changed',
  width: 132,
  value: ({ modifiedDate }) => showTime(nonBlank(modifiedDate), serviceTimeText),
  exported: ({ modifiedDate }) =>
    showTime(nonBlank(modifiedDate), (time) => `${FILE_FORMATS.day(time)} ${FILE_FORMATS.time(time)}`),
  sortKey: ({ modifiedDate }) => {
    const time = parseModifiedDate(modifiedDate ?? '')
    return time === undefined ? null : Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute)
  },
  received: ({ modifiedDate }) => modifiedDate,
}

const quantityColumn: Column = {
  id: 'quantity',
  title: 'Quantity',
  width: 100,
  align: 'end',
  value: ({ quantity }) => nonBlank(cleanQuantity(quantity ?? '')),
  received: ({ quantity }) => quantity,
}

const documentsColumn: Column = {
  id: 'documents',
  title: 'Documents',
  width: 96,
  align: 'end',
  value: ({ documents }) => documents,
  received: ({ documents }) => (documents === null ? 'not listed by the service yet' : null),
  render: ({ documents, savedDocuments }) => createElement(SavedCount, { documents, savedDocuments }),
}

/** Every field of a set that fits into a row; what is seldom needed is hidden by default. */
export const setColumns: readonly Column[] = [
  textColumn('parcelRef', 'Parcel', { width: 112, isMono: true }),
  textColumn('shipmentRef', 'Shipment', { width: 120, isMono: true }),
  stateColumn,
  signatureColumn,
  textColumn('customerName', 'Customer', { width: 160 }),
  ladingColumn,
  textColumn('vesselName', 'Vessel', { width: 130 }),
  textColumn('loadPort', 'Load port', { width: 120 }),
  textColumn('destinationName', 'Destination', { width: 130 }),
  textColumn('cargoName', 'Cargo', { width: 140 }),
  quantityColumn,
  documentsColumn,
  modifiedColumn,
  textColumn('consigneeCompanyName', 'Consignee', { width: 160 }),
  textColumn('consignorCompanyName', 'Consignor', { width: 160, isHidden: true }),
  textColumn('destinationCountry', 'Country', { width: 110, isHidden: true }),
  textColumn('fromParty', 'From', { width: 140, isHidden: true }),
  textColumn('transactionId', 'Transaction', { width: 290, isMono: true, isHidden: true }),
  textColumn('setId', 'Set id', { width: 290, isMono: true, isHidden: true }),
]

/** “03 Mar 2026”: the day that the service meant, in no time zone (T16). Unreadable text is shown as received. */
function showDay(text: string | null, write: (day: PlainDate) => string): string | null {
  const day = parsePlainDate(text ?? '')
  return day === undefined ? text : write(day)
}

/** “03 Mar 2026 14:05” on the service’s clock, whose zone is unknown (T16). */
function showTime(text: string | null, write: (time: ServiceTime) => string): string | null {
  const time = parseModifiedDate(text ?? '')
  return time === undefined ? text : write(time)
}
