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
  /** Queues these entries of the store for printing. */
  add(ids: readonly number[]): void
  /** Resolves when everything queued is printed. Fails with storage-failed where it cannot be written. */
  done(): Promise<void>
  /** Resolves when nothing more can be written: the reader has closed the pipe (`… | head`), or a disk is full. */
  isBroken: Promise<'unread'>
}

/**
 * Prints one line per entry, read from the store, so that only what is stored is printed. Only ids wait for a slow reader.
 */
export function createEntryPrinter(options: PrinterOptions): EntryPrinter {
  const broken = Promise.withResolvers<'unread'>()
  options.stdout.on('error', () => broken.resolve('unread'))
  const waiting: number[] = []
  let isWorking = false
  let working: Promise<void> = Promise.resolve()
  const work = async (): Promise<void> => {
    isWorking = true
    while (waiting.length > 0) await options.screen.text(linesOf(options, waiting))
    isWorking = false
  }
  return {
    add: (ids) => {
      for (const id of ids) waiting.push(id)
      if (isWorking || waiting.length === 0) return
      working = work()
      // `done` throws it; until then it must not be an unhandled rejection.
      working.catch(() => broken.resolve('unread'))
    },
    done: async () => await working,
    isBroken: broken.promise,
  }
}

function* linesOf({ feed, session, isJson }: PrinterOptions, waiting: number[]): Generator<string> {
  const ids = waiting.splice(0)
  for (const id of ids) {
    const entry = feed.read(id)
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
