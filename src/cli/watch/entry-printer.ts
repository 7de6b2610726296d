import type { ParcelSession } from '../../engine/parcel-desk.ts'
import type { FeedStore } from '../../engine/feed/inbox/inbox-store.ts'
import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import { entryCells, entryRecord } from '../reports/records.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { Screen } from '../terminal/screen.ts'
import type { OutputStream } from '../terminal/terminal.ts'

interface PrinterOptions {
  feed: FeedStore
  screen: Screen
  stdout: OutputStream
  isJson: boolean
  /** For what the local index knows of a set. */
  session: ParcelSession | undefined
}

export interface EntryPrinter {
  /** Prints these entries of the store, after those that wait already. */
  add(ids: readonly number[]): void
  /** Resolves when all that was added is printed. Fails with storage-failed where it cannot be written. */
  done(): Promise<void>
  /** Resolves when nothing can be written any more: the reader has gone (`… | head`), or a disk is full. */
  isBroken: Promise<'unread'>
}

/**
 * Prints one line an entry, read from the store: what is not stored cannot be printed. Only ids wait for a reader that is
 * slow.
 */
export function createEntryPrinter(parts: PrinterOptions): EntryPrinter {
  const broken = Promise.withResolvers<'unread'>()
  parts.stdout.on('error', () => broken.resolve('unread'))
  const waiting: number[] = []
  let isWorking = false
  let working: Promise<void> = Promise.resolve()
  const work = async (): Promise<void> => {
    isWorking = true
    while (waiting.length > 0) await parts.screen.text(linesOf(parts, waiting))
    isWorking = false
  }
  return {
    add: (ids) => {
      for (const id of ids) waiting.push(id)
      if (isWorking || waiting.length === 0) return
      working = work()
      // Told by `done`; until then it is no error that nobody caught.
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

/** Customer’s name and shipment reference as far as this installation has seen the set (T44). */
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
