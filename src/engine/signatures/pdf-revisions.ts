import { readHead, readStream } from './pdf-streams.ts'
import { parseAt, type PdfSource } from './pdf-source.ts'
import { type Place, readTables, type Table } from './pdf-tables.ts'
import { countOf, dictOf, isReference, type PdfDict, PdfReader, type PdfValue, Unreadable } from './pdf-values.ts'

/** A document as one of its revisions left it. */
export interface Revision {
  root(): Promise<PdfDict | undefined>
  /** What a reference refers to, and any other value itself; null where there is no such object. */
  resolve(value: PdfValue | undefined): Promise<PdfValue>
}

const HEADER = '%PDF-'
/** What is kept, since revisions have most of their objects in common. */
const [MAX_OBJECTS, MAX_STREAMS] = [20_000, 8]
/** References to references, of which makers write none. */
const MAX_STEPS = 5
/** A value at the very end of a stream would look cut off. */
const END = Buffer.from('\n')

/** The revisions of a document, newest first. Reads what it is asked for, and fails with Unreadable. */
export async function readRevisions(source: PdfSource): Promise<Revision[]> {
  const start = await source.read(0, HEADER.length)
  if (start.toString('latin1') !== HEADER) throw new Unreadable('does not begin as a PDF')
  const tables = await readTables(source)
  const readObject = createObjectReader(source)
  return tables.map((_, place) => createRevision(tables.slice(place), readObject))
}

function createRevision(tables: readonly Table[], readObject: ReadObject): Revision {
  const first = (key: string): PdfValue | undefined =>
    tables.map(({ trailer }) => trailer.entries.get(key)).find((value) => value !== undefined)
  const find = (number: number): Place => {
    for (const table of tables) {
      const place = table.find(number)
      if (place !== undefined) return place
    }
    return 'free'
  }
  const resolve = async (value: PdfValue | undefined): Promise<PdfValue> => {
    let found = value ?? null
    for (let step = 0; isReference(found); step += 1) {
      if (step > MAX_STEPS) throw new Unreadable('has references that lead in a circle')
      found = await readObject(found.number, { find, resolve, isEncrypted: first('Encrypt') !== undefined })
    }
    return found
  }
  return { resolve, root: async () => dictOf(await resolve(first('Root'))) }
}

interface Lookup extends Pick<Revision, 'resolve'> {
  find(number: number): Place
  isEncrypted: boolean
}

type ReadObject = (number: number, lookup: Lookup) => Promise<PdfValue>

function createObjectReader(source: PdfSource): ReadObject {
  const objects = createMemory<PdfValue>(MAX_OBJECTS)
  const streams = createMemory<ObjectStream>(MAX_STREAMS)
  return async (number, { find, resolve, isEncrypted }) => {
    const place = find(number)
    if (place === 'free') return null
    if ('at' in place) return await objects.read(place.at, () => readDirect(source, place.at, number))
    const container = find(place.stream)
    // What holds other objects is not held itself.
    if (container === 'free' || !('at' in container)) return null
    if (isEncrypted) throw new Unreadable('is encrypted, and its signatures with it')
    const { at } = container
    const stream = await streams.read(at, async () => readObjectStream(await readStream(source, { at, resolve })))
    return stream(number)
  }
}

function createMemory<Kept>(most: number): { read(at: number, make: () => Promise<Kept>): Promise<Kept> } {
  const kept = new Map<number, Kept>()
  return {
    read: async (at, make) => {
      const known = kept.get(at)
      if (known !== undefined) return known
      const made = await make()
      const [oldest] = kept.keys()
      if (kept.size >= most && oldest !== undefined) kept.delete(oldest)
      kept.set(at, made)
      return made
    },
  }
}

async function readDirect(source: PdfSource, at: number, number: number): Promise<PdfValue> {
  return await parseAt(source, at, (reader) => {
    if (readHead(reader) !== number) throw new Unreadable('has a table of objects that does not fit them')
    return reader.value()
  })
}

type ObjectStream = (number: number) => PdfValue

/** Places in it are none of the file: nothing in it can be the bytes of a signature. */
function readObjectStream({ dict, data }: { dict: PdfDict; data: Buffer }): ObjectStream {
  const [count, first] = [countOf(dict.entries.get('N')) ?? 0, countOf(dict.entries.get('First')) ?? 0]
  const heads = new PdfReader(Buffer.concat([data.subarray(0, first), END]), Number.NaN)
  const places = new Map<number, number>()
  for (let object = 0; object < count; object += 1) places.set(Number(heads.token()), Number(heads.token()))
  return (number) => {
    const from = places.get(number)
    if (from === undefined) return null
    return new PdfReader(Buffer.concat([data.subarray(first + from), END]), Number.NaN).value()
  }
}
