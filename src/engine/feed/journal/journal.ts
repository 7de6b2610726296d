import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/errors/app-error.ts'
import { errorCode, makeFolder } from '../../files/file-system.ts'
import { openUntrustedSync } from '../../files/open-untrusted.ts'
import type { ClockPort } from '../../ports/clock.ts'
import { storageFailed } from '../../storage/database.ts'
import { type Lease, LeaseHeldError, takeLease } from '../../storage/lease-file.ts'
import { fileAfter, journalFiles, journalLine, type JournalMessage, readJournalLine } from './journal-format.ts'
import { type JournalRecord, messageKey, openJournalRecord } from './journal-record.ts'

/** Small enough to copy and to open in an editor. */
const MAX_BYTES = 64 * 1024 * 1024
const PIECE_BYTES = 1024 * 1024
/** How many messages are written again in one append. */
const REWRITE_BATCH = 500
const NEWLINE = 0x0a

/** What one desk writes and others follow: every message that it took from the queue, in order, append-only. */
export interface Journal {
  /** The inbox keeps it with each entry that went into this journal (`Arrival.journal`). */
  readonly id: number
  /**
   * Appends and flushes to disk; once it returns, the messages are durable. Where the file that followers read is no longer
   * the one that was written to, what this installation wrote is first written again (D-C1). Fails with storage-failed,
   * journal-held: then part of them may be in the file, which readers skip, or count as repetitions when they come again.
   */
  append(messages: readonly JournalMessage[]): void
  close(): void
}

export interface JournalOptions {
  clock: ClockPort
  /** A file that would grow beyond this is followed by the next one. */
  largestBytes?: number
}

/**
 * Opens a journal for writing in a folder where others may write: no link is followed, and no other user’s file is appended
 * to (W-H3). Its record is kept in the feed’s database. Fails with journal-held where another program writes to it,
 * storage-failed.
 */
export function openJournal(
  file: string,
  database: DatabaseSync,
  { clock, largestBytes = MAX_BYTES }: JournalOptions,
): Journal {
  const record = openJournalRecord(database, file)
  const state: WriterState = { file, largestBytes, clock, lease: undefined, open: undefined, isIncomplete: false }
  guarded(file, () => {
    // A share that is not mounted must not be replaced by a local folder of its name.
    const isNew = record.messages().next().done === true
    if (isNew) makeFolder(path.dirname(file))
    try {
      ensureOpen(state)
    } catch (thrown) {
      close(state)
      throw thrown
    }
  })
  return {
    id: record.id,
    append: (messages) => {
      if (messages.length === 0) return
      guarded(file, () => {
        ensureOpen(state)
        if (state.isIncomplete) rewriteMissing(state, record)
        write(state, messages)
      })
    },
    close: () => close(state),
  }
}

interface WriterState {
  readonly file: string
  readonly largestBytes: number
  readonly clock: ClockPort
  lease: Lease | undefined
  open: OpenFile | undefined
  /** The file is new, or not the one that was written to: what that one contained must be written again. */
  isIncomplete: boolean
}

interface OpenFile {
  readonly file: string
  readonly descriptor: number
  bytes: number
  /** It ends in half a line: the writer was interrupted, or the disk was full. */
  isTorn: boolean
}

function close(state: WriterState): void {
  closeFile(state)
  state.lease?.close()
  state.lease = undefined
}

function closeFile(state: WriterState): void {
  if (state.open !== undefined) closeSync(state.open.descriptor)
  state.open = undefined
}

/** Ensures that the journal’s last file is open, is the one that followers read, and that no one else writes to it. */
function ensureOpen(state: WriterState): void {
  if (state.open !== undefined && !isStillThere(state.open)) {
    state.isIncomplete = true
    closeFile(state)
  }
  if (state.open !== undefined && state.lease?.isHeld() === true) return
  close(state)
  if (!existsSync(path.dirname(state.file))) {
    throw new AppError({ tag: 'storage-failed', file: state.file, reason: 'its folder is not there' })
  }
  state.lease = holdJournal(state)
  openFile(state, filesOf(state.file).at(-1) ?? state.file)
  state.isIncomplete ||= state.open?.bytes === 0
}

/** Whether the name still leads to the open file, and the file has not been truncated. */
function isStillThere({ file, descriptor, bytes }: OpenFile): boolean {
  const there = statSync(file, { throwIfNoEntry: false, bigint: true })
  const ours = fstatSync(descriptor, { bigint: true })
  return there !== undefined && there.ino === ours.ino && there.dev === ours.dev && there.size >= BigInt(bytes)
}

function filesOf(file: string): string[] {
  return journalFiles(file, readdirSync(path.dirname(file)))
}

function holdJournal({ file, clock }: WriterState): Lease {
  try {
    return takeLease(`${file}.holder`, clock)
  } catch (thrown) {
    if (!(thrown instanceof LeaseHeldError)) throw thrown
    throw new AppError({ tag: 'journal-held', file, holder: thrown.holder }, { cause: thrown })
  }
}

function openFile(state: WriterState, file: string): void {
  closeFile(state)
  const descriptor = openOrCreate(file, state.lease?.userId ?? 0)
  const { size } = fstatSync(descriptor)
  const last = Buffer.alloc(1)
  if (size > 0) readSync(descriptor, last, 0, 1, size - 1)
  else flushName(file)
  state.open = { file, descriptor, bytes: size, isTorn: size > 0 && last[0] !== NEWLINE }
}

function openOrCreate(file: string, userId: number): number {
  try {
    return openUntrustedSync(file, { appends: true, ownedBy: [userId] })
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT') throw thrown
    return openSync(file, 'ax+')
  }
}

/** The name of a new file must survive a power cut too. Shares that cannot flush a folder persist names on their own. */
function flushName(file: string): void {
  try {
    const folder = openSync(path.dirname(file), 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch {
    // Windows cannot flush a folder.
  }
}

/** Writes what the inbox has and the journal lacks. Followers recognise by its body what they already have. */
function rewriteMissing(state: WriterState, record: JournalRecord): void {
  const present = keysIn(filesOf(state.file), state.clock.now())
  let missing: JournalMessage[] = []
  for (const message of record.messages()) {
    if (present.has(messageKey(message))) continue
    missing.push(message)
    if (missing.length < REWRITE_BATCH) continue
    write(state, missing)
    missing = []
  }
  if (missing.length > 0) write(state, missing)
  state.isIncomplete = false
}

function keysIn(files: readonly string[], now: Date): Set<string> {
  const keys = new Set<string>()
  for (const file of files) {
    for (const line of linesOf(file)) {
      const message = readJournalLine(line, now)
      if (message !== undefined) keys.add(messageKey(message))
    }
  }
  return keys
}

/** A line longer than a whole journal file was not written by a journal, and ends the reading. */
function* linesOf(file: string): Generator<Buffer> {
  const descriptor = openUntrustedSync(file)
  try {
    let rest = Buffer.alloc(0)
    const piece = Buffer.alloc(PIECE_BYTES)
    for (let read = -1; read !== 0 && rest.length <= MAX_BYTES;) {
      read = readSync(descriptor, piece, 0, piece.length, null)
      const bytes = Buffer.concat([rest, piece.subarray(0, read)])
      let start = 0
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
        yield bytes.subarray(start, end)
        start = end + 1
      }
      rest = bytes.subarray(start)
    }
  } finally {
    closeSync(descriptor)
  }
}

function write(state: WriterState, messages: readonly JournalMessage[]): void {
  const lines = Buffer.from(messages.map(journalLine).join(''))
  const { open } = state
  if (open !== undefined && open.bytes > 0 && open.bytes + lines.length > state.largestBytes) {
    openFile(state, fileAfter(state.file, open.file))
  }
  if (state.open !== undefined) append(state.open, lines)
}

/** Half a line is ended and left in place, not truncated: a reader may already be past it. */
function append(open: OpenFile, lines: Buffer): void {
  const piece = open.isTorn ? Buffer.concat([Buffer.of(NEWLINE), lines]) : lines
  open.isTorn = true
  appendFileSync(open.descriptor, piece)
  fsyncSync(open.descriptor)
  open.bytes += piece.length
  open.isTorn = false
}

function guarded<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (thrown) {
    throw storageFailed(file, thrown)
  }
}
