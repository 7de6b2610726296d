import type { KeptReason, PackForm } from '../../shared/model/pack.ts'
import { csvFile } from '../../shared/text/csv-lines.ts'
import { type Cell, writeWorkbook } from '../tables/write-workbook.ts'
import type { PackedEntry } from './pack-task.ts'

/** A document as it is in the pack. */
export interface IndexLine extends Omit<PackedEntry, 'file' | 'signature'> {
  order: number
  /** Its name in the pack; null where only the index is made. */
  path: string | null
  /** In the merged PDF; null where it is not merged. */
  firstPage: number | null
  kept: KeptReason | null
  pages: number | null
  bytes: number
  sha256: string
  /** Of its set when the service sent it. */
  state: string | null
  fetchedAt: string
  signature: string
}

type Columns = readonly (readonly [heading: string, value: (line: IndexLine) => Cell])[]

const COLUMNS: Columns = [
  ['Order', ({ order }) => order],
  ['Title', ({ title }) => title],
  ['Customer', ({ customerName }) => customerName],
  ['Shipment', ({ shipmentRef }) => shipmentRef],
  ['Parcel', ({ parcelRef }) => parcelRef],
  ['Set', ({ setId }) => setId],
  ['File', ({ path }) => path],
  ['First page', ({ firstPage }) => firstPage],
  ['Not merged', ({ kept }) => kept],
  ['Pages', ({ pages }) => pages],
  ['Bytes', ({ bytes }) => bytes],
  ['SHA-256', ({ sha256 }) => sha256],
  ['State when fetched', ({ state }) => state],
  ['Fetched at', ({ fetchedAt }) => fetchedAt],
  ['Digital signature', ({ signature }) => signature],
]

/** The index in each of its forms. Nothing in it says when it was made: the same choice gives the same bytes. */
export function indexFiles(
  lines: readonly IndexLine[],
  { form, lacks }: { form: PackForm; lacks: readonly string[] },
): { name: string; bytes: Uint8Array }[] {
  const rows = [COLUMNS.map(([heading]) => heading), ...lines.map((line) => COLUMNS.map(([, value]) => value(line)))]
  const json = JSON.stringify({ form, lacks, documents: lines }, undefined, 2)
  return [
    { name: 'index.csv', bytes: Buffer.from([...csvFile(rows)].join('')) },
    { name: 'index.json', bytes: Buffer.from(`${json}\n`) },
    { name: 'index.xlsx', bytes: writeWorkbook(rows, 'Pack') },
  ]
}
