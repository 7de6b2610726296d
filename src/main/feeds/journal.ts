import {
  appendFileSync,
  closeSync,
  fsyncSync,
  fstatSync,
  openSync,
  readSync,
  writeFileSync,
  readFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { AppError } from '../../shared/errors/app-error.ts'
import { holdFile } from '../storage/hold-file.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { storageFailed } from '../storage/open-database.ts'
import { sqliteCode } from '../storage/sqlite-code.ts'
import { fileAfter, journalFiles } from './journal-files.ts'
import { journalLine, type JournalMessage } from './journal-line.ts'

const SQLITE_BUSY = 5
/** Small enough to copy and to look into. */
const LARGEST_BYTES = 64 * 1024 * 1024
const NEWLINE = 0x0a

/** What one desk writes and others follow: every message that it took from the queue, in order, only ever appended. */
export interface Journal {
  /**
   * Appends and flushes to the disk; once it returns, the messages may be acknowledged. Fails with storage-failed: then part
   * of them may be there, which readers pass over or count as repetitions when it is tried again.
   */
  append(messages: readonly JournalMessage[]): void
  close(): void
}

export interface JournalOptions {
  /** A file that would grow beyond this is followed by the next one. */
  largestBytes?: number
}

/** Opens a journal for writing. Fails with journal-held where another program writes to it, storage-failed. */
export function openJournal(file: string, { largestBytes = LARGEST_BYTES }: JournalOptions = {}): Journal {
  return guarded(file, () => {
    makeFolder(path.dirname(file))
    const lock = holdJournal(file)
    try {
      return startJournal(file, largestBytes, lock)
    } catch (thrown) {
      lock.close()
      throw thrown
    }
  })
}

function startJournal(file: string, largestBytes: number, lock: { close(): void }): Journal {
  let open = openLast(journalFiles(file).at(-1) ?? file)
  return {
    append: (messages) => {
      if (messages.length === 0) return
      guarded(open.file, () => {
        const lines = Buffer.from(messages.map(journalLine).join(''))
        if (open.bytes > 0 && open.bytes + lines.length > largestBytes) {
          closeSync(open.descriptor)
          open = openLast(fileAfter(file, open.file))
        }
        open = write(open, lines)
      })
    },
    close: () => {
      closeSync(open.descriptor)
      lock.close()
    },
  }
}

interface OpenFile {
  file: string
  descriptor: number
  bytes: number
  /** It ends in half a line, of a writer that was stopped in the middle or of a full disk. */
  isTorn: boolean
}

function openLast(file: string): OpenFile {
  const descriptor = openSync(file, 'a+')
  const { size } = fstatSync(descriptor)
  const last = Buffer.alloc(1)
  if (size > 0) readSync(descriptor, last, 0, 1, size - 1)
  else flushName(file)
  return { file, descriptor, bytes: size, isTorn: size > 0 && last[0] !== NEWLINE }
}

/** Also the name of a new file must outlive a power cut. Folders that cannot be flushed, as some shares, do it by themselves. */
function flushName(file: string): void {
  try {
    const folder = openSync(path.dirname(file), 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch {
    // Windows flushes no folder.
  }
}

/** What is torn is closed off and left there, not cut off: a reader may already be behind it. */
function write(open: OpenFile, lines: Buffer): OpenFile {
  const piece = open.isTorn ? Buffer.concat([Buffer.of(NEWLINE), lines]) : lines
  open.isTorn = true
  appendFileSync(open.descriptor, piece)
  fsyncSync(open.descriptor)
  return { ...open, bytes: open.bytes + piece.length, isTorn: false }
}

function holdJournal(file: string): { close(): void } {
  const [lockFile, holderFile] = [`${file}.lock`, `${file}.holder`]
  try {
    const held = holdFile(lockFile)
    writeFileSync(holderFile, `process ${process.pid} on ${hostname()}, since ${new Date().toISOString()}`)
    return held
  } catch (thrown) {
    if (sqliteCode(thrown) !== SQLITE_BUSY) throw thrown
    throw new AppError({ tag: 'journal-held', file, holder: holderIn(holderFile) }, { cause: thrown })
  }
}

function holderIn(holderFile: string): string {
  try {
    return readFileSync(holderFile, 'utf8').slice(0, 200)
  } catch {
    return 'process not known'
  }
}

function guarded<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (thrown) {
    throw storageFailed(file, thrown)
  }
}
