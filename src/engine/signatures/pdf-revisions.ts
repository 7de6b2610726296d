import { readHead, readStream } from './pdf-streams.ts'
import { parseAt, type PdfSource } from './pdf-source.ts'
import { type Place, readTables, type Table } from './pdf-tables.ts'
import { countOf, dictOf, isReference, type PdfDict, PdfReader, type PdfValue, Unreadable } from './pdf-values.ts'

/** A document as one of its revisions left it. */
export interface Revision {
  /** Where its table stands in the file. */
  at: number
  root(): Promise<PdfDict | undefined>
  /** What a reference refers to, and any other value itself; null where there is no such object. */
  resolve(value: PdfValue | undefined): Promise<PdfValue>
}

/** Some makers write a line or a mark in front of it; where it has to stand, all readers agree (ISO 32000-1, annex H.3). */
const [HEADER, HEADER_WITHIN_BYTES] = ['%PDF-', 1024]
/** References to references, of which makers write none. */
const MAX_STEPS = 5
/** A value at the very end of a stream would look cut off. */
const END = Buffer.from('\nendobj\n')
const PLACE_BYTES = 50

/** The revisions of a document, newest first. Reads what it is asked for, and fails with Unreadable. */
export async function readRevisions(source: PdfSource): Promise<Revision[]> {
  const start = await source.read(0, HEADER_WITHIN_BYTES)
  if (!start.includes(HEADER)) throw new Unreadable('does not begin as a PDF')
  const tables = await readTables(source)
  const [readObject, newestFirst] = [createObjectReader(source), [...tables.values()]]
  return [...tables.keys()].map((at, place) => ({ at, ...createRevision(newestFirst.slice(place), readObject) }))
}

function createRevision(tables: readonly Table[], readObject: ReadObject): Omit<Revision, 'at'> {
  const first = (key: string): PdfValue | undefined =>
    tables.map(({ trailer }) => trailer.entries.get(key)).find((value) => value !== undefined)
  const isEncrypted = first('Encrypt') !== undefined
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
      found = await readObject(found.number, { find, resolve, isEncrypted })
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
  const objects = new Map<string, PdfValue>()
  const streams = new Map<number, ObjectStream>()
  return async (number, { find, resolve, isEncrypted }) => {
    const place = find(number)
    if (place === 'free') return null
    if ('at' in place) return await once(objects, `${place.at}`, () => readDirect(source, place.at, number))
    const container = find(place.stream)
    // What holds other objects is not held itself.
    if (container === 'free' || !('at' in container)) return null
    if (isEncrypted) throw new Unreadable('is encrypted, and its signatures with it')
    const { at } = container
    const open = async (): Promise<ObjectStream> => readObjectStream(await readStream(source, { at, resolve }), source)
    return await once(objects, `${number} in ${at}`, async () => (await once(streams, at, open))(number))
  }
}

/** Revisions have most of their objects in common. All that is kept was held. */
async function once<Key, Kept>(kept: Map<Key, Kept>, key: Key, make: () => Promise<Kept>): Promise<Kept> {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = await make()
  kept.set(key, made)
  return made
}

async function readDirect(source: PdfSource, at: number, number: number): Promise<PdfValue> {
  return await parseAt(source, at, (reader) => {
    if (readHead(reader) !== number) throw new Unreadable('has a table of objects that does not fit them')
    return reader.value()
  })
}

type ObjectStream = (number: number) => PdfValue

/** Places in it are none of the file: nothing in it can be the bytes of a signature. */
function readObjectStream({ dict, data }: { dict: PdfDict; data: Buffer }, { hold }: PdfSource): ObjectStream {
  const [count, first] = [countOf(dict.entries.get('N')) ?? 0, countOf(dict.entries.get('First')) ?? 0]
  const reader = new PdfReader(Buffer.concat([data, END]), Number.NaN, hold)
  const places = new Map<number, number>()
  for (let object = 0; object < count; object += 1) {
    hold(PLACE_BYTES)
    places.set(Number(reader.token()), Number(reader.token()))
  }
  return (number) => {
    const from = places.get(number)
    if (from === undefined) return null
    reader.at = first + from
    const value = reader.value()
    hold(reader.at - first - from)
    return value
  }
}
