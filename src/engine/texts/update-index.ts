import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TextProcessPort } from '../ports/text-process.ts'
import type { SavedPlace, SavedPlaces } from '../saving/records/saved-places.ts'
import type { ReadDocument, TextIndex } from './text-index.ts'
import { createTextReader, type TextReader } from './text-reader.ts'

export interface UpdateOptions {
  /** Processes that read at once. Default: 1. */
  readers?: number
  /** Awaited before each document: what matters more goes first. */
  mayRead?: () => Promise<void>
  /** After each document; with how many were looked at so far. */
  onRead?: (documents: number) => void
  signal?: AbortSignal
}

interface Updating {
  index: TextIndex
  places: SavedPlaces
  start: TextProcessPort
}

/** Reads what the index lacks, each document once wherever it was saved. Stopped at any point, the next run goes on from there. */
export async function updateIndex(updating: Updating, options: UpdateOptions): Promise<void> {
  const { readers = 1, mayRead, onRead, signal } = options
  await forgetUnsaved(updating, signal)
  const waiting = unread(updating)
  let documents = 0
  const work = async (): Promise<void> => {
    const reader = createTextReader(updating.start)
    signal?.addEventListener('abort', reader.stop, { once: true })
    try {
      for (const places of waiting) {
        await mayRead?.()
        if (signal?.aborted === true) return
        const read = await readFirst(reader, places)
        if (read === undefined) return
        updating.index.add(read)
        onRead?.((documents += 1))
      }
    } finally {
      signal?.removeEventListener('abort', reader.stop)
      reader.stop()
    }
  }
  await Promise.all(Array.from({ length: readers }, work))
}

/** The places of each document that is to be read. */
function* unread({ index, places }: Updating): Generator<SavedPlace[]> {
  for (const hashes of places.hashes()) {
    const unknown = index.unknown(hashes)
    yield* places.of(unknown).values()
  }
}

/** Of the first file that still has the recorded bytes. Undefined where the reader was stopped. */
async function readFirst(reader: TextReader, places: readonly SavedPlace[]): Promise<ReadDocument | undefined> {
  const sha256 = places[0]?.sha256 ?? ''
  for (const { path } of places) {
    const answer = await reader.read({ path, sha256 })
    if (answer === undefined) return undefined
    if (answer.kind === 'read') return { sha256, pages: answer.pages, flaw: answer.flaw }
  }
  return { sha256, pages: [], flaw: null, isGone: true }
}

const AT_ONCE = 500

/** What was undone, or whose ledger was lost, leaves no text behind. */
async function forgetUnsaved({ index, places }: Updating, signal: AbortSignal | undefined): Promise<void> {
  for (const [place, sha256] of index.all().entries()) {
    if (place % AT_ONCE === 0) await nextTurn()
    if (signal?.aborted === true) return
    if (!places.has(sha256)) index.remove(sha256)
  }
}
