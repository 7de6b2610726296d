import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { ClockPort } from '../../ports/clock.ts'
import { guardStorage } from '../../storage/database.ts'
import { numberIn } from '../../storage/read-row.ts'
import { journalFiles, type JournalMessage, readJournalLine } from './journal-format.ts'
import { createPieceReader, type FilePiece } from './journal-pieces.ts'

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
