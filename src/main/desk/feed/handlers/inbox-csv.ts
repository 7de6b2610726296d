import { stringify } from 'csv-stringify/sync'
import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import { csvCell } from '../../../../shared/text/csv-cell.ts'

/** Without it a spreadsheet takes the file for something else than UTF-8. */
const BOM = '\uFEFF'
const BLOCK_ROWS = 500

type Cell = string | number | boolean | null

const COLUMNS: readonly (readonly [string, (entry: ListedEntry) => Cell])[] = [
  ['Seen', ({ seenAt }) => seenAt],
  ['Source', ({ source }) => source],
  ['Customer', ({ customerName }) => customerName],
  ['Customer ID', ({ customerId }) => customerId],
  ['Parcel', ({ parcelReference }) => parcelReference],
  ['Shipment', ({ shipmentRef }) => shipmentRef],
  ['State', ({ newStatus }) => newStatus],
  ['State before', ({ stateBefore }) => stateBefore],
  ['Action', ({ action }) => action],
  ['Person', ({ actor }) => actor],
  ['Company', ({ actorCompany }) => actorCompany],
  ['Updated (as sent)', ({ updatedDate }) => updatedDate],
  ['Updated', ({ updatedAt }) => updatedAt],
  ['Instance', ({ instance }) => instance],
  ['Set ID', ({ setId }) => setId],
  ['Transaction ID', ({ transactionId }) => transactionId],
  ['Could not be read because', ({ reason }) => reason],
  ['Received', ({ received }) => received],
  ['Redelivered', ({ isRedelivered }) => isRedelivered],
  ['Outdated', ({ isOutdated }) => isOutdated],
  ['Read', ({ isRead }) => isRead],
  ['Done', ({ isDone }) => isDone],
  ['Flagged', ({ isFlagged }) => isFlagged],
]

/** Entries for a spreadsheet, some lines at a time; no cell is run as a formula (T21). */
export function* inboxCsv(entries: Iterable<ListedEntry>): Generator<string> {
  yield BOM + linesOf([COLUMNS.map(([heading]) => heading)])
  let rows: Cell[][] = []
  for (const entry of entries) {
    rows.push(COLUMNS.map(([, cellOf]) => cellOf(entry)))
    if (rows.length < BLOCK_ROWS) continue
    yield linesOf(rows)
    rows = []
  }
  if (rows.length > 0) yield linesOf(rows)
}

function linesOf(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((cells) => cells.map(textOf)),
    { record_delimiter: 'windows' },
  )
}

function textOf(cell: Cell): string {
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return cell === null ? '' : csvCell(String(cell))
}
