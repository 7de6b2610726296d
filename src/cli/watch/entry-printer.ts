import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { FeedStore } from '../../engine/feed/inbox/inbox-store.ts'
import type { ParcelSession } from '../../engine/parcel-desk.ts'
import { entryCells, entryRecord } from '../reports/records.ts'
import type { Screen } from '../terminal/screen.ts'
import type { OutputStream } from '../terminal/terminal.ts'

interface PrinterOptions {
  feed: FeedStore
  screen: Screen
  stdout: OutputStream
  isJson: boolean
  /** Gives the local index, for what a message lacks. */
  session: ParcelSession | undefined
}

export interface EntryPrinter {
  /** Queues entries, which are stored already, for printing. */
  add(entries: readonly FeedEntry[]): void
  /** Resolves when everything queued is printed. Fails with storage-failed where it cannot be written. */
  done(): Promise<void>
  /** Resolves when nothing more can be written: the reader has closed the pipe (`… | head`), or a disk is full. */
  isBroken: Promise<'unread'>
}

/** So many entries wait for a slow reader as they are, of the usual size; of more only the ids, which are read again. */
const KEPT_WHOLE = 2_000
const USUAL_CHARS = 4_000

/** Prints one line per entry. */
export function createEntryPrinter(options: PrinterOptions): EntryPrinter {
  const broken = Promise.withResolvers<'unread'>()
  options.stdout.on('error', () => broken.resolve('unread'))
  const waiting: (FeedEntry | number)[] = []
  let isWorking = false
  let working: Promise<void> = Promise.resolve()
  const work = async (): Promise<void> => {
    isWorking = true
    while (waiting.length > 0) await options.screen.text(linesOf(options, waiting))
    isWorking = false
  }
  return {
    add: (entries) => {
      for (const entry of entries) {
        const isKept = waiting.length < KEPT_WHOLE && entry.raw.length < USUAL_CHARS
        waiting.push(isKept ? entry : entry.id)
      }
      if (isWorking || waiting.length === 0) return
      working = work()
      // `done` throws it; until then it must not be an unhandled rejection.
      working.catch(() => broken.resolve('unread'))
    },
    done: async () => await working,
    isBroken: broken.promise,
  }
}

function* linesOf({ feed, session, isJson }: PrinterOptions, waiting: (FeedEntry | number)[]): Generator<string> {
  for (const one of waiting.splice(0)) {
    const entry = typeof one === 'number' ? feed.read(one) : one
    if (entry === undefined) continue
    const resolved = resolve(entry, feed, session)
    yield isJson ? `${JSON.stringify(entryRecord(resolved))}\n` : `${humanLine(resolved)}\n`
  }
}

/** Fills in the customer’s name and the shipment reference where this installation has seen the set (T44). */
function resolve(entry: FeedEntry, feed: FeedStore, session: ParcelSession | undefined): FeedEntry {
  if (session === undefined || entry.setId === null) return entry
  const [set] = session.sets.read([entry.setId])
  if (set === undefined) return entry
  const { customerName, shipmentRef } = set
  feed.resolve([{ setId: entry.setId, customerName, shipmentRef }])
  return { ...entry, customerName, shipmentRef }
}

function humanLine(entry: FeedEntry): string {
  return entryCells(entry)
    .map((cell) => plainText(cell ?? '–'))
    .join('  ')
}
