import { badUsage } from '../../shared/errors/app-error.ts'
import type { ClockPort } from '../ports/clock.ts'
import { askThread } from '../threads/ask-thread.ts'
import { readTable } from './read-table.ts'
import type { Table } from './table.ts'
import { type Cell, writeWorkbook } from './write-workbook.ts'

/** Reads and writes tables without holding up anything else. */
export interface Tables {
  /** As `readTable`; a file that takes too long is refused. */
  read(bytes: Buffer, source: string, separator?: string): Promise<Table>
  /** As `writeWorkbook`. */
  write(rows: readonly (readonly Cell[])[], sheet: string): Promise<Uint8Array>
}

/** The largest list takes a second; a file that takes longer was made to. */
const MAX_READING_MS = 20_000
/** In megabytes; beyond it the thread ends, and nothing else. A second guard, for Electron does not test it: table.ts has the first. */
const MAX_HEAP_MB = 1_024
/** Smaller text is read at once: it takes less time than a thread takes to start. A paste of 5,000 lines of three columns has half of it. */
const MAX_DIRECT_BYTES = 500_000
const ZIP_OR_COMPOUND = /^(?:PK|\u00D0\u00CF)/

interface TablesOptions {
  /** The entry of the thread (`table-worker.ts`); without it, tables are read and written on this thread. */
  program: URL | undefined
  clock: ClockPort
}

export function createTables({ program, clock }: TablesOptions): Tables {
  return {
    read: async (bytes, source, separator) => {
      const isSmallText = bytes.length <= MAX_DIRECT_BYTES && !ZIP_OR_COMPOUND.test(bytes.toString('latin1', 0, 2))
      if (program === undefined || isSmallText) return readTable(bytes, source, separator)
      return await ask<Table>(program, { act: 'read', bytes, source, separator }, clock)
    },
    write: async (rows, sheet) => {
      if (program === undefined) return writeWorkbook(rows, sheet)
      return await ask<Uint8Array>(program, { act: 'write', rows, sheet }, clock)
    },
  }
}

type TableRequest =
  | { act: 'read'; bytes: Uint8Array; source: string; separator: string | undefined }
  | { act: 'write'; rows: readonly (readonly Cell[])[]; sheet: string }

async function ask<Answer>(program: URL, request: TableRequest, clock: ClockPort): Promise<Answer> {
  const lateError = (): Error => tooMuch(request, 'it takes longer than a list does')
  return await askThread<Answer>(program, request, {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    limit: { clock, timeMs: MAX_READING_MS, lateError },
    crashed: () => tooMuch(request, 'it takes more memory than a list does'),
  })
}

function tooMuch(request: TableRequest, why: string): Error {
  const what = request.act === 'read' ? `${request.source} cannot be read` : 'The workbook cannot be written'
  return badUsage(`${what}: ${why}.`, 'Copy the column and paste it, or use CSV.')
}

/** What the thread does. */
export function executeTableTask(request: TableRequest): Table | Uint8Array {
  if (request.act === 'write') return writeWorkbook(request.rows, request.sheet)
  // A structured clone of a buffer is a plain array of bytes.
  const { buffer, byteOffset, byteLength } = request.bytes
  return readTable(Buffer.from(buffer, byteOffset, byteLength), request.source, request.separator)
}
