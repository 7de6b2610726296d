import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { parseAt, type PdfSource } from './pdf-source.ts'
import {
  countOf,
  dictOf,
  isName,
  itemsOf,
  type PdfDict,
  type PdfReader,
  type PdfValue,
  Unreadable,
} from './pdf-values.ts'

const unpack = promisify(inflate)

/** A table of millions of objects has less; what unpacks to more is made to fill the memory. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024

interface StreamPlace {
  at: number
  /** What an entry refers to; by default nothing may be referred to. */
  resolve?: (value: PdfValue | undefined) => Promise<PdfValue | undefined>
}

/** A stream of objects or of their places, unpacked. Fails with Unreadable. */
export async function readStream(
  source: PdfSource,
  { at, resolve }: StreamPlace,
): Promise<{ dict: PdfDict; data: Buffer }> {
  const { dict, from } = await parseAt(source, at, (reader) => {
    readHead(reader)
    const found = dictOf(reader.value())
    if (found === undefined || reader.token() !== 'stream') throw new Unreadable('has no stream where one is announced')
    // A line feed, or both.
    return { dict: found, from: at + reader.at + (reader.take(2) === '\r\n' ? 2 : 1) }
  })
  const written = dict.entries.get('Length')
  const length = countOf(resolve === undefined ? written : await resolve(written))
  if (length === undefined || length > MAX_UNPACKED_BYTES) throw tooMuch()
  const data = await decode(dict, await source.read(from, length))
  source.hold(data.length)
  return { dict, data }
}

/** The number of the object that begins here. */
export function readHead(reader: PdfReader): number {
  const [number, , word] = [Number(reader.token()), reader.token(), reader.token()]
  if (word !== 'obj') throw new Unreadable('has a table of objects that does not fit them')
  return number
}

async function decode(dict: PdfDict, data: Buffer): Promise<Buffer> {
  const [filter, parameters] = [only(dict.entries.get('Filter')), dictOf(only(dict.entries.get('DecodeParms')))]
  if (filter === undefined) return data
  if (!isName(filter) || filter.name !== 'FlateDecode') throw new Unreadable('packs its objects in an unusual way')
  const unpacked = await unpack(data, { maxOutputLength: MAX_UNPACKED_BYTES }).catch((thrown: unknown) => {
    if (thrown instanceof RangeError) throw tooMuch()
    throw new Unreadable('has packed objects that are damaged', { cause: thrown })
  })
  const predictor = parameters?.entries.get('Predictor') ?? 1
  if (predictor === 1) return unpacked
  if (typeof predictor !== 'number' || predictor < 10) throw new Unreadable('packs its objects in an unusual way')
  return unfilter(unpacked, countOf(parameters?.entries.get('Columns')) ?? 1)
}

/** The value, or that of a list of one. */
function only(value: PdfValue | undefined): PdfValue | undefined {
  const items = itemsOf(value)
  return items.length === 1 ? items[0] : (value ?? undefined)
}

/** Undoes the filters of PNG that makers of tables use (RFC 2083, 6): none, and the difference from the left or from above. */
function unfilter(filtered: Buffer, columns: number): Buffer {
  const rows = Math.floor(filtered.length / (columns + 1))
  const data = Buffer.alloc(rows * columns)
  for (let row = 0; row < rows; row += 1) {
    const [from, to] = [row * (columns + 1) + 1, row * columns]
    const filter = filtered[from - 1] ?? 0
    if (filter > 2) throw new Unreadable('packs its objects in an unusual way')
    for (let column = 0; column < columns; column += 1) {
      const left = filter === 1 && column > 0 ? (data[to + column - 1] ?? 0) : 0
      const above = filter === 2 ? (data[to + column - columns] ?? 0) : 0
      data[to + column] = (filtered[from + column] ?? 0) + left + above
    }
  }
  return data
}

function tooMuch(): Unreadable {
  return new Unreadable('has packed objects that are too large')
}
