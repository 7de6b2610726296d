import { readStream } from './pdf-streams.ts'
import { parseAt, type PdfSource } from './pdf-source.ts'
import { countOf, dictOf, itemsOf, type PdfDict, type PdfReader, Unreadable } from './pdf-values.ts'

/** Where an object is: in the file, or within a stream of objects. */
export type Place = { at: number } | { stream: number } | 'free'

/** One table of objects (ISO 32000-2, 7.5.4 and 7.5.8), as each revision of a document adds one. */
export interface Table {
  trailer: PdfDict
  /** Undefined where the table does not tell of the object. */
  find(objectNumber: number): Place | undefined
}

/** A document that is amended more often is not looked through. */
const MAX_TABLES = 500
/** Within this distance of the end stands where the newest table is; whoever appends more has to write a table. */
const END_BYTES = 64 * 1024
const ROW_CHARS = 18
/** Of memory, for which a table may have no more than one row. */
const PART_BYTES = 400
const ROW = /^\d{10} \d{5} [nf]/

/** The tables by their places in the file, newest first. Fails with Unreadable. */
export async function readTables(source: PdfSource): Promise<Map<number, Table>> {
  const tables = new Map<number, Table>()
  let at: number | undefined = await newestTable(source)
  while (at !== undefined) {
    if (tables.has(at)) throw new Unreadable('has tables of objects that lead in a circle')
    if (tables.size >= MAX_TABLES) throw new Unreadable(`was amended more than ${MAX_TABLES} times`)
    const table: Table = await readTable(source, at)
    tables.set(at, table)
    at = countOf(table.trailer.entries.get('Prev'))
  }
  return tables
}

async function newestTable(source: PdfSource): Promise<number> {
  const end = (await source.read(Math.max(0, source.bytes - END_BYTES), END_BYTES)).toString('latin1')
  const [, place] = /^startxref[\0\t\n\f\r ]+(\d{1,15})/.exec(end.slice(end.lastIndexOf('startxref'))) ?? []
  if (place === undefined) throw new Unreadable('does not say where its table of objects is')
  return Number(place)
}

async function readTable(source: PdfSource, at: number): Promise<Table> {
  const table = await parseAt(source, at, (reader) => (reader.token() === 'xref' ? readPlainTable(reader) : undefined))
  if (table === undefined) return await readStreamTable(source, at)
  const hidden = countOf(table.trailer.entries.get('XRefStm'))
  if (hidden === undefined) return table
  // For older readers the table calls free what only the stream knows.
  const newer = await readStreamTable(source, hidden)
  return { trailer: table.trailer, find: (number) => newer.find(number) ?? table.find(number) }
}

interface Rows {
  first: number
  count: number
  find(row: number): Place
}

function readPlainTable(reader: PdfReader): Table {
  const parts: Rows[] = []
  for (let word = reader.token(); word !== 'trailer'; word = reader.token()) {
    const [first, count] = [Number(word), Number(reader.token())]
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count)) throw damagedTable()
    reader.hold(PART_BYTES)
    if (count > 0) parts.push({ first, count, find: readRows(reader, count) })
  }
  const trailer = dictOf(reader.value())
  if (trailer === undefined) throw damagedTable()
  return { trailer, find: findIn(parts) }
}

/** Rows have 20 bytes; some makers end them with one byte too few. */
function readRows(reader: PdfReader, count: number): Rows['find'] {
  const offset = reader.token()
  reader.at -= offset.length
  const start = reader.at
  const isShort = /\d/.test(reader.take(ROW_CHARS + 2).at(-1) ?? '')
  const rowBytes = isShort ? ROW_CHARS + 1 : ROW_CHARS + 2
  reader.at = start
  // Of its own, so that it does not keep all that was read with it.
  const rows = Buffer.from(reader.take(rowBytes * (count - 1) + ROW_CHARS), 'latin1')
  return (row) => {
    const text = rows.toString('latin1', row * rowBytes, row * rowBytes + ROW_CHARS)
    if (!ROW.test(text)) throw damagedTable()
    return text.endsWith('n') ? { at: Number(text.slice(0, 10)) } : 'free'
  }
}

async function readStreamTable(source: PdfSource, at: number): Promise<Table> {
  const { dict: trailer, data } = await readStream(source, { at })
  const widths = itemsOf(trailer.entries.get('W')).map((width) => countOf(width) ?? Infinity)
  const [kind = 0, second = 0, third = 0] = widths
  const rowBytes = kind + second + third
  const size = countOf(trailer.entries.get('Size')) ?? 0
  const listed = itemsOf(trailer.entries.get('Index')).map((value) => countOf(value) ?? Infinity)
  const index = listed.length === 0 ? [0, size] : listed
  if (widths.length !== 3 || rowBytes === 0) throw damagedTable()
  const parts: Rows[] = []
  let skipped = 0
  for (let place = 0; place < index.length; place += 2) {
    const [first = 0, count = 0, from] = [index[place], index[place + 1], skipped]
    const find = (row: number): Place => placeIn(data.subarray((from + row) * rowBytes), { kind, second, rowBytes })
    parts.push({ first, count, find })
    skipped += count
  }
  return { trailer, find: findIn(parts) }
}

function placeIn(row: Buffer, widths: { kind: number; second: number; rowBytes: number }): Place {
  const { kind, second, rowBytes } = widths
  if (row.length < rowBytes) throw damagedTable()
  const field = (from: number, length: number): number =>
    row.subarray(from, from + length).reduce((number, byte) => number * 256 + byte, 0)
  const [type, place] = [kind === 0 ? 1 : field(0, kind), field(kind, second)]
  if (type === 1) return { at: place }
  return type === 2 ? { stream: place } : 'free'
}

/** By halves: a table may have as many parts as rows. */
function findIn(unordered: readonly Rows[]): Table['find'] {
  const parts = unordered.toSorted((one, other) => one.first - other.first)
  return (number) => {
    let [low, high] = [0, parts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((parts[middle]?.first ?? 0) <= number) low = middle + 1
      else high = middle
    }
    const part = parts[low - 1]
    return part !== undefined && number < part.first + part.count ? part.find(number - part.first) : undefined
  }
}

function damagedTable(): Unreadable {
  return new Unreadable('has a damaged table of its objects')
}
