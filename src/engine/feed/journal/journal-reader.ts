import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { ClockPort } from '../../ports/clock.ts'
import { guardStorage } from '../../storage/database.ts'
import { numberIn } from '../../storage/read-row.ts'
import { journalFiles, type JournalMessage, readJournalLine } from './journal-format.ts'
import { createPieceReader, type FilePiece } from './journal-pieces.ts'

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
  /**
   * Reads on from where it was. Throws what the file system throws, ENOENT where there is no journal, and UntrustedFileError
   * where something else has its name (W-M3).
   */
  readOn(): Promise<JournalPiece>
}

/** Of a piece: a file of something else may have nothing but damaged lines. */
const MOST_PROBLEMS = 20

interface Parts {
  file: string
  database: DatabaseSync
  clock: Pick<ClockPort, 'now'>
  /** In bytes; a longer line is passed over. */
  longestLine?: number
}

/** Reads a journal that another program writes; writes nothing there, and keeps its place in the database of the feed. */
export function createJournalReader({ file, database, clock, longestLine }: Parts): JournalReader {
  const places = createPlaces(database)
  const readPiece = createPieceReader(longestLine)
  return {
    readOn: async () => {
      const files = journalFiles(file, await readdir(path.dirname(file)))
      if (files.length === 0) throw Object.assign(new Error(`there is no journal ${file}`), { code: 'ENOENT' })
      for (const [index, one] of files.entries()) {
        const isLast = index === files.length - 1
        const piece = await readPiece({ file: one, place: places.read(one), isLast })
        if (piece === undefined) continue
        const keepPlace = (): void => places.keep(one, piece.readTo)
        return { ...readAll(one, piece, clock.now()), isAtEnd: false, keepPlace }
      }
      return { messages: [], problems: [], isAtEnd: true, keepPlace: () => undefined }
    },
  }
}

function createPlaces(database: DatabaseSync): {
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

function readAll(file: string, piece: FilePiece, now: Date): { messages: JournalMessage[]; problems: string[] } {
  const messages: JournalMessage[] = []
  const problems = [...piece.problems]
  for (const { start, line } of piece.lines) {
    const message = readJournalLine(line, now)
    if (message !== undefined) messages.push(message)
    else if (line.length > 0 && problems.length < MOST_PROBLEMS)
      problems.push(`A line of ${file} (at byte ${start}) is damaged and was passed over.`)
  }
  return { messages, problems }
}
