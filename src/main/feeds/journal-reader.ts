import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { guardStorage } from '../storage/guard-storage.ts'
import { numberIn } from '../storage/read-row.ts'
import { journalFiles } from './journal-files.ts'
import { type JournalMessage, readJournalLine } from './journal-line.ts'

/** A piece of a journal, in its order. */
export interface JournalPiece {
  messages: JournalMessage[]
  /** Sentences about lines that are damaged; the rest was read on. */
  problems: string[]
  /** Nothing more is there at the moment. */
  isAtEnd: boolean
  /** Remembers that the piece is stored; before that it would be read again. */
  keepPlace(): void
}

export interface JournalReader {
  /** Reads on from where it was. Throws what the file system throws, ENOENT where there is no journal. */
  readOn(): JournalPiece
}

const PIECE_BYTES = 1024 * 1024
const NEWLINE = 0x0a

/** Reads a journal that another program writes; writes nothing there, and keeps its place in the database of the feed. */
export function createJournalReader(file: string, database: DatabaseSync): JournalReader {
  const select = database.prepare('SELECT read_to FROM journal_places WHERE file = ?')
  const insert = database.prepare('INSERT OR REPLACE INTO journal_places VALUES (?, ?)')
  const placeIn = (one: string): number => {
    const row = guardStorage(database, () => select.get(one))
    return row === undefined ? 0 : numberIn(row, 'read_to')
  }
  const keep = (one: string, readTo: number): void => {
    guardStorage(database, () => insert.run(one, readTo))
  }
  return {
    readOn: () => {
      const files = journalFiles(file)
      if (files.length === 0) throw Object.assign(new Error(`there is no journal ${file}`), { code: 'ENOENT' })
      for (const [index, one] of files.entries()) {
        const isLast = index === files.length - 1
        const { lines, readTo, isShorter } = readLines(one, placeIn(one), isLast)
        if (lines.length === 0 && !isShorter) continue
        const problems = isShorter ? [`${one} is shorter than it was: it is read from its beginning again.`] : []
        return { ...readAll(one, lines, problems), isAtEnd: false, keepPlace: () => keep(one, readTo) }
      }
      return { messages: [], problems: [], isAtEnd: true, keepPlace: () => undefined }
    },
  }
}

function readAll(
  file: string,
  lines: JournalLine[],
  problems: string[],
): { messages: JournalMessage[]; problems: string[] } {
  const messages: JournalMessage[] = []
  for (const { start, line } of lines) {
    const message = readJournalLine(line)
    if (message !== undefined) messages.push(message)
    else if (line.length > 0) problems.push(`A line of ${file} (at byte ${start}) is damaged and was passed over.`)
  }
  return { messages, problems }
}

interface JournalLine {
  start: number
  line: Buffer
}

interface JournalLines {
  lines: JournalLine[]
  /** Where the next piece begins. */
  readTo: number
  /** Somebody has put another file in its place. */
  isShorter: boolean
}

/**
 * Whole lines of at least a piece of a file. A last line without its end is still being written, unless another file follows
 * it: then it never will be whole.
 */
function readLines(file: string, place: number, isLast: boolean): JournalLines {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const isShorter = size < place
    const from = isShorter ? 0 : place
    const bytes = readPiece(descriptor, from, size)
    const isRest = from + bytes.length === size
    const lines = splitLines(bytes, from, isRest && !isLast)
    const last = lines.at(-1)
    const readTo = last === undefined ? from : Math.min(size, last.start + last.line.length + 1)
    return { lines, readTo, isShorter }
  } finally {
    closeSync(descriptor)
  }
}

/** More than a piece where a single line is longer. */
function readPiece(descriptor: number, from: number, size: number): Buffer {
  for (let wanted = PIECE_BYTES; ; wanted *= 2) {
    const bytes = Buffer.alloc(Math.min(wanted, size - from))
    const read = readSync(descriptor, bytes, 0, bytes.length, from)
    const isAll = read < wanted
    if (isAll || bytes.includes(NEWLINE)) return bytes.subarray(0, read)
  }
}

function splitLines(bytes: Buffer, from: number, takesRest: boolean): JournalLine[] {
  const lines: JournalLine[] = []
  let start = 0
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    lines.push({ start: from + start, line: bytes.subarray(start, end) })
    start = end + 1
  }
  if (takesRest && start < bytes.length) lines.push({ start: from + start, line: bytes.subarray(start) })
  return lines
}
