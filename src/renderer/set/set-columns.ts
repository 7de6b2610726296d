import { createElement } from 'react'
import type { Output } from '../../shared/contract/contract.ts'
import { parseModifiedDate, parsePlainDate, type PlainDate, type ServiceTime } from '../../shared/text/dates.ts'
import { cleanQuantity, foldState, KNOWN_STATES, parseSignature, stateLabel } from '../../shared/text/set-fields.ts'
import { isReadFromLeft } from '../../shared/text/plain-text.ts'
import { savedState } from '../../shared/words/saved-states.ts'
import type { CellValue, GridColumn } from '../grid/columns/grid-column.ts'
import { SavedCount } from '../parcel/SavedCount.tsx'
import { SignatureBar } from '../parcel/SignatureBar.tsx'
import { StateChip } from '../parcel/StateChip.tsx'
import { Foreign } from '../ui/base/Foreign.tsx'
import { FILE_FORMATS, plainDayText, remembered, serviceTimeText } from '../ui/base/words.ts'

export type SetRow = Output<'search.rows'>['rows'][number]
type Column = GridColumn<SetRow>
type TextField = Exclude<
  { [Name in keyof SetRow]: SetRow[Name] extends string | null ? Name : never }[keyof SetRow],
  undefined
>

/** Null for what is unknown or blank. */
function ofText<Made extends CellValue>(text: string | null, make: (text: string) => Made): Made | null {
  return text === null || text.trim() === '' ? null : make(text)
}

const nonBlank = (text: string | null): string | null => ofText(text, (known) => known)

function textColumn(id: TextField, title: string, more: Partial<Column> & { width: number }): Column {
  return { id, title, value: (row) => nonBlank(row[id]), ...more }
}

/** The states in the order of a parcel’s life; unknown ones last. */
const RANKS = new Map<string, number>(KNOWN_STATES.map(({ state }, rank) => [foldState(state), rank]))

const labelOf = remembered(stateLabel)
const rankOf = remembered((state) => RANKS.get(foldState(state)) ?? RANKS.size)

const stateColumn: Column = {
  id: 'status',
  title: 'State',
  isGroupable: true,
  width: 132,
  hasFacet: true,
  value: ({ status }) => ofText(status, labelOf),
  sortKey: ({ status }) => ofText(status, rankOf),
  received: ({ status }) => status,
  render: ({ status }) => createElement(StateChip, { state: status ?? '' }),
}

const signatureColumn: Column = {
  id: 'signature',
  title: 'Signed',
  width: 88,
  hasFacet: true,
  value: ({ signature }) => nonBlank(signature),
  sortKey: ({ signature }) => {
    const progress = parseSignature(signature ?? '')
    return progress === undefined ? null : progress.signed / progress.total
  },
  received: ({ signature }) => signature,
  render: ({ signature }) => createElement(SignatureBar, { signature: signature ?? '', isShort: true }),
}

const dayText = remembered((text) => showDay(text, plainDayText))
const timeText = remembered((text) => showTime(text, serviceTimeText))
/** Null where the time is unreadable. */
const timeOrder = remembered((text) => {
  const time = parseModifiedDate(text)
  return time === undefined ? null : Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute)
})

const ladingColumn: Column = {
  id: 'billOfLadingDate',
  title: 'B/L date',
  width: 100,
  value: ({ billOfLadingDate }) => ofText(billOfLadingDate, dayText),
  exported: ({ billOfLadingDate }) => ofText(billOfLadingDate, (text) => showDay(text, FILE_FORMATS.day)),
  // Text of the form YYYY-MM-DD sorts as it is; anything else would mix with it.
  sortKey: ({ billOfLadingDate }) => (parsePlainDate(billOfLadingDate ?? '') === undefined ? null : billOfLadingDate),
  received: ({ billOfLadingDate }) => billOfLadingDate,
  hasFacet: true,
  // By the month: “2026-03”.
  facet: ({ billOfLadingDate }) =>
    parsePlainDate(billOfLadingDate ?? '') === undefined ? null : (billOfLadingDate ?? '').slice(0, 7),
}

const modifiedColumn: Column = {
  id: 'modifiedDate',
  title: 'Changed',
  // “Mar 03, 2026 12:05 pm”
  width: 172,
  value: ({ modifiedDate }) => ofText(modifiedDate, timeText),
  exported: ({ modifiedDate }) => ofText(modifiedDate, fileTimeText),
  sortKey: ({ modifiedDate }) => ofText(modifiedDate, timeOrder),
  received: ({ modifiedDate }) => modifiedDate,
  hasFacet: true,
  facet: ({ modifiedDate }) => ageOf(ofText(modifiedDate, timeOrder), new Date()),
}

const DAY_MS = 86_400_000
/** How long ago a set changed, by days of the calendar, from the newest. */
export const AGES = ['Today', 'Yesterday', 'In the last 7 days', 'In the last 30 days', 'Earlier'] as const
const AGE_DAYS = [0, 1, 7, 30, Number.POSITIVE_INFINITY] as const

/** Of a time as `timeOrder` has it; null where it is unknown. One that is still to come is of today. */
function ageOf(time: number | null, now: Date): (typeof AGES)[number] | null {
  if (time === null) return null
  const days = (Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - time) / DAY_MS
  return AGES[AGE_DAYS.findIndex((most) => days <= most)] ?? null
}

const quantityText = remembered(cleanQuantity)

const quantityColumn: Column = {
  id: 'quantity',
  title: 'Quantity',
  width: 92,
  align: 'end',
  value: ({ quantity }) => nonBlank(ofText(quantity, quantityText)),
  received: ({ quantity }) => quantity,
}

const documentsColumn: Column = {
  id: 'documents',
  title: 'Docs',
  width: 76,
  align: 'end',
  value: ({ documents }) => documents,
  received: ({ documents }) => (documents === null ? 'not listed by the service yet' : null),
  render: ({ documents, savedDocuments, changedDocuments }) =>
    createElement(SavedCount, { documents, savedDocuments, changedDocuments }),
  hasFacet: true,
  facet: savedState,
}

/** The words for the clipboard and for spreadsheets; on the screen the column of documents shows as much. */
const onDiskColumn: Column = {
  id: 'onDisk',
  title: 'On disk',
  width: 140,
  isHidden: true,
  isDerived: true,
  value: savedState,
}

const PORT_UNKNOWN = '–'

/** “Paranaguá → Tarragona”: each name isolated, so that one in a right-to-left script does not turn the arrow round. */
const routeColumn: Column = {
  id: 'route',
  title: 'Route',
  width: 150,
  flex: 3,
  hasFacet: true,
  isDerived: true,
  replaces: ['loadPort', 'destinationName'],
  value: (row) => routeOf(portsOf(row)),
  render: (row) => {
    const ports = portsOf(row)
    const route = routeOf(ports)
    if (route === null) return PORT_UNKNOWN
    if (isReadFromLeft(ports.join(''))) return route
    const [from, to] = ports
    const ends = [createElement(Foreign, { key: 'from', text: from }), createElement(Foreign, { key: 'to', text: to })]
    return createElement('span', null, ends[0], ' → ', ends[1])
  },
}

function routeOf(ports: readonly string[]): string | null {
  return ports.every((port) => port === PORT_UNKNOWN) ? null : ports.join(' → ')
}

function portsOf({ loadPort, destinationName }: SetRow): [from: string, to: string] {
  return [nonBlank(loadPort) ?? PORT_UNKNOWN, nonBlank(destinationName) ?? PORT_UNKNOWN]
}

/** Every field of a set that fits into a row, what decides first; what is seldom needed is hidden by default. */
export const setColumns: readonly Column[] = [
  textColumn('parcelRef', 'Parcel', { width: 120, isMono: true }),
  textColumn('shipmentRef', 'Shipment', { width: 92, isMono: true, isGroupable: true }),
  stateColumn,
  signatureColumn,
  documentsColumn,
  ladingColumn,
  modifiedColumn,
  textColumn('customerName', 'Customer', { width: 120, flex: 4, hasFacet: true, isGroupable: true }),
  textColumn('vesselName', 'Vessel', { width: 160, flex: 3, hasFacet: true, isGroupable: true }),
  routeColumn,
  quantityColumn,
  textColumn('cargoName', 'Cargo', { width: 92, flex: 2, hasFacet: true }),
  textColumn('consigneeCompanyName', 'Consignee', { width: 160, hasFacet: true, isHidden: true }),
  textColumn('loadPort', 'Load port', { width: 120, hasFacet: true, isHidden: true }),
  textColumn('destinationName', 'Destination', { width: 130, hasFacet: true, isHidden: true }),
  textColumn('consignorCompanyName', 'Consignor', { width: 160, hasFacet: true, isHidden: true }),
  textColumn('destinationCountry', 'Country', { width: 110, hasFacet: true, isHidden: true }),
  textColumn('fromParty', 'From', { width: 140, hasFacet: true, isHidden: true }),
  onDiskColumn,
  textColumn('transactionId', 'Transaction', { width: 290, isMono: true, isHidden: true }),
  textColumn('setId', 'Set id', { width: 290, isMono: true, isHidden: true }),
]

/** “03 Mar 2026”: the day that the service meant, in no time zone (T16). Unreadable text is shown as received. */
function showDay(text: string, write: (day: PlainDate) => string): string {
  const day = parsePlainDate(text)
  return day === undefined ? text : write(day)
}

/** “03 Mar 2026 14:05” on the service’s clock, whose zone is unknown (T16). */
function showTime(text: string, write: (time: ServiceTime) => string): string {
  const time = parseModifiedDate(text)
  return time === undefined ? text : write(time)
}

function fileTimeText(text: string): string {
  return showTime(text, (time) => `${FILE_FORMATS.day(time)} ${FILE_FORMATS.time(time)}`)
}
