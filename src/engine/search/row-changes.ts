import type { DatabaseSync } from 'node:sqlite'
import type { ParcelSet } from '../../shared/model/parcel-set.ts'
import { parseJson } from '../exchange/parse-json.ts'
import { readSet } from '../exchange/parse-set.ts'
import { guardStorage } from '../storage/database.ts'
import { textIn } from '../storage/read-row.ts'

/** The fields whose change matters to somebody who has read the set before. State and date of change are told otherwise. */
const FIELDS = [
  'parcelRef',
  'shipmentRef',
  'signature',
  'billOfLadingDate',
  'vesselName',
  'loadPort',
  'destinationName',
  'destinationCountry',
  'cargoName',
  'quantity',
  'consignorCompanyName',
  'consigneeCompanyName',
] as const satisfies readonly (keyof ParcelSet)[]

export type ComparedField = (typeof FIELDS)[number]

/** What one search showed differently from the one before it. */
export interface RowChange {
  /** When the later search saw it; the change may have happened long before. */
  seenAt: string
  /** As received. A field that the later search did not send at all is no change. */
  fields: { field: ComparedField; before: string | null; after: string }[]
}

const SELECT = 'SELECT seen_at, received FROM set_versions WHERE base_url = ? AND set_id = ? ORDER BY rowid'

/** Reads what changed in the rows of a set, oldest first; a trigger of the database keeps the earlier rows (`storage/schema.ts`). */
export function createRowChangeReader(
  database: DatabaseSync,
  baseUrl: string,
): (setId: string, current: ParcelSet) => RowChange[] {
  const select = database.prepare(SELECT)
  return (setId, current) => {
    const kept = guardStorage(database, () => select.all(baseUrl, setId))
    const versions = kept.map((row) => ({
      seenAt: textIn(row, 'seen_at'),
      set: readSet(parseJson(textIn(row, 'received')), undefined),
    }))
    return versions.flatMap(({ seenAt, set: before }, at) => {
      const after = versions[at + 1]?.set ?? current
      const fields = before === undefined ? [] : changedFields(before, after)
      return fields.length === 0 ? [] : [{ seenAt, fields }]
    })
  }
}

function changedFields(before: ParcelSet, after: ParcelSet): RowChange['fields'] {
  return FIELDS.flatMap((field) => {
    const now = after[field]
    return now === null || now === before[field] ? [] : [{ field, before: before[field], after: now }]
  })
}
