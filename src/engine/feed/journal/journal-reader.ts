import { type FileHandle, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { formatBytes } from '../../../shared/text/format.ts'
import { openUntrusted } from '../../files/open-untrusted.ts'
import type { ClockPort } from '../../ports/clock.ts'
import { guardStorage } from '../../storage/database.ts'
import { numberIn } from '../../storage/read-row.ts'
import { journalFiles, type JournalMessage, readJournalLine } from './journal-format.ts'

/** The next messages of a journal, in order. */
export interface JournalPiece {
  messages: JournalMessage[]
  /** Sentences about damaged lines, which were skipped. */
  problems: string[]
  /** There is nothing more to read at the moment. */
  isAtEnd: boolean
  /** Records that the piece is stored; without that it is read again after a restart. */
  savePosition(): void
}

export interface JournalReader {
  /**
   * Reads on from the saved position. Throws what the file system throws, ENOENT where there is no journal, and
   * UntrustedFileError where the name leads to something other than a file (W-M3).
   */
  readNext(): Promise<JournalPiece>
}

/** Per piece: a file that is not a journal has nothing but damaged lines. */
const MAX_PROBLEMS = 20

interface JournalReaderOptions {
  file: string
  database: DatabaseSync
  clock: Pick<ClockPort, 'now'>
  /** In bytes; a longer line is skipped. */
  longestLine?: number
}

/** Reads a journal that another program writes, without writing there; its position is saved in the feed’s database. */
export function createJournalReader({ file, database, clock, longestLine }: JournalReaderOptions): JournalReader {
  const positions = createPositions(database)
  const readPiece = createPieceReader(longestLine)
  return {
    readNext: async () => {
      const files = journalFiles(file, await readdir(path.dirname(file)))
      if (files.length === 0) throw Object.assign(new Error(`there is no journal ${file}`), { code: 'ENOENT' })
      for (const [index, one] of files.entries()) {
        const isLast = index === files.length - 1
        const piece = await readPiece({ file: one, offset: positions.read(one), isLast })
        if (piece === undefined) continue
        const savePosition = (): void => positions.keep(one, piece.nextOffset)
        return { ...parseLines(one, piece, clock.now()), isAtEnd: false, savePosition }
      }
      return { messages: [], problems: [], isAtEnd: true, savePosition: () => undefined }
    },
  }
}

function createPositions(database: DatabaseSync): {
  read(file: string): number
  keep(file: string, readTo: number): void
} {
  const select = database.prepare('SELECT read_to FROM journal_places WHERE file = ?')
  const insert = database.prepare('INSERT OR REPLACE INTO journal_places VALUES (?, ?)')
  return {
    read: (file) => {
      const row = guardStorage(database, () => select.get(file))
      return row === undefined ? 0 : numberIn(row, 'read_to')
    },
    keep: (file, readTo) => {
      guardStorage(database, () => insert.run(file, readTo))
    },
  }
}

function parseLines(file: string, piece: FilePiece, now: Date): { messages: JournalMessage[]; problems: string[] } {
  const messages: JournalMessage[] = []
  const problems = [...piece.problems]
  for (const { start, line } of piece.lines) {
    const message = readJournalLine(line, now)
    if (message !== undefined) messages.push(message)
    else if (line.length > 0 && problems.length < MAX_PROBLEMS)
      problems.push(`A line of ${file} (at byte ${start}) is damaged and was skipped.`)
  }
  return { messages, problems }
}

interface JournalLine {
  start: number
  /** Without its line end. */
  line: Buffer
}

/** The next lines of one file of a journal. */
interface FilePiece {
  lines: JournalLine[]
  problems: string[]
  /** Where the next piece begins. */
  nextOffset: number
}

interface PieceRequest {
  file: string
  /** Where to begin: the last piece’s `nextOffset`. */
  offset: number
  /** Whether no other file follows this one. */
  isLast: boolean
}

const PIECE_BYTES = 1024 * 1024
/** The size at which a journal starts a new file; only a single message can be larger. */
const MAX_LINE_BYTES = 64 * 1024 * 1024
const NEWLINE = 0x0a

/**
 * Returns a function that reads the next whole lines of a file, about a megabyte of them, or undefined where there are none
 * yet. A last line without a line end is still being written, unless another file follows: then it never will be whole. A
 * line longer than any journal is skipped piece by piece, and no call reads again what the one before it scanned: a file
 * without line ends costs neither memory nor time (W-M4). Throws what the file system throws, and UntrustedFileError.
 */
function createPieceReader(longestLine = MAX_LINE_BYTES): (request: PieceRequest) => Promise<FilePiece | undefined> {
  /** There is no line end between `from` and `to`. */
  let scanned = { file: '', from: 0, to: 0 }
  /** Where the rest of an oversized line begins. */
  let oversized = { file: '', at: 0 }
  return async ({ file, offset, isLast }) => {
    const handle = await openUntrusted(file)
    try {
      const { size } = await handle.stat()
      // Someone has replaced the file.
      const isShorter = size < offset
      const from = isShorter ? 0 : offset
      const problems = isShorter ? [`${file} is shorter than it was: it is read from its beginning again.`] : []
      const isScanned = scanned.file === file && scanned.from === from && scanned.to <= size
      const isSkipping = oversized.file === file && oversized.at === from && from > 0
      const until = Math.min(size, from + longestLine)
      const end = await lineEnd(handle, isScanned ? scanned.to : from, until)
      if (end !== undefined) {
        const bytes = await readBytes(handle, from, Math.max(end, Math.min(from + PIECE_BYTES, size)))
        const lines = splitLines(bytes, from)
        return { lines: isSkipping ? lines.slice(1) : lines, problems, nextOffset: afterLast(lines, from) }
      }
      scanned = { file, from, to: until }
      if (until < size) {
        oversized = { file, at: until }
        if (!isSkipping) problems.push(`A line of ${file} is longer than ${formatBytes(longestLine)} and was skipped.`)
        return { lines: [], problems, nextOffset: until }
      }
      if (isLast || from === size) return isShorter ? { lines: [], problems, nextOffset: from } : undefined
      const rest = { start: from, line: await readBytes(handle, from, size) }
      return { lines: isSkipping ? [] : [rest], problems, nextOffset: size }
    } finally {
      await handle.close()
    }
  }
}

/** The offset after the first line end; undefined where there is none before `until`. */
async function lineEnd(handle: FileHandle, from: number, until: number): Promise<number | undefined> {
  for (let at = from, read = -1; at < until && read !== 0; at += read) {
    const bytes = await readBytes(handle, at, Math.min(at + PIECE_BYTES, until))
    const found = bytes.indexOf(NEWLINE)
    if (found !== -1) return at + found + 1
    read = bytes.length
  }
  return undefined
}

/** Returns fewer bytes where the file has become shorter meanwhile. */
async function readBytes(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from)
  let length = 0
  for (let read = -1; read !== 0 && length < bytes.length; length += read) {
    read = (await handle.read(bytes, length, bytes.length - length, from + length)).bytesRead
  }
  return bytes.subarray(0, length)
}

function splitLines(bytes: Buffer, from: number): JournalLine[] {
  const lines: JournalLine[] = []
  let start = 0
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    lines.push({ start: from + start, line: bytes.subarray(start, end) })
    start = end + 1
  }
  return lines
}

function afterLast(lines: readonly JournalLine[], from: number): number {
  const last = lines.at(-1)
  return last === undefined ? from : last.start + last.line.length + 1
}
