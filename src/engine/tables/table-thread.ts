import { type MessagePort, Worker } from 'node:worker_threads'
import { AppError, badUsage, failureOf, messageOf } from '../../shared/errors/app-error.ts'
import type { Failure } from '../../shared/errors/failure.ts'
import { withinTime } from '../base/async.ts'
import type { ClockPort } from '../ports/clock.ts'
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
      const answer = await ask(program, { act: 'read', bytes, source, separator }, clock)
      if (answer.kind === 'table') return answer.table
      throw unexpected(answer)
    },
    write: async (rows, sheet) => {
      if (program === undefined) return writeWorkbook(rows, sheet)
      const answer = await ask(program, { act: 'write', rows, sheet }, clock)
      if (answer.kind === 'bytes') return answer.bytes
      throw unexpected(answer)
    },
  }
}

type TableRequest =
  | { act: 'read'; bytes: Uint8Array; source: string; separator: string | undefined }
  | { act: 'write'; rows: readonly (readonly Cell[])[]; sheet: string }

type TableAnswer =
  | { kind: 'table'; table: Table }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'failed'; failure: Failure | undefined; message: string }

/** One thread for one table, so that nothing of a hostile file outlives its reading. */
async function ask(program: URL, request: TableRequest, clock: ClockPort): Promise<TableAnswer> {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
  try {
    const lateError = (): Error => tooMuch(request, 'it takes longer than a list does')
    return await withinTime(answerOf(worker, request), { clock, timeMs: MAX_READING_MS, lateError })
  } finally {
    await worker.terminate()
  }
}

function answerOf(worker: Worker, request: TableRequest): Promise<TableAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<TableAnswer>()
  worker.once('message', resolve)
  worker.once('error', () => reject(tooMuch(request, 'it takes more memory than a list does')))
  worker.once('exit', () => reject(new Error('the table thread ended early')))
  worker.postMessage(request, [])
  return promise
}

function tooMuch(request: TableRequest, why: string): Error {
  const what = request.act === 'read' ? `${request.source} cannot be read` : 'The workbook cannot be written'
  return badUsage(`${what}: ${why}.`, 'Copy the column and paste it, or use CSV.')
}

function unexpected(answer: TableAnswer): Error {
  if (answer.kind !== 'failed') return new Error('the table thread answered something else')
  return answer.failure === undefined ? new Error(answer.message) : new AppError(answer.failure)
}

/** Answers the one request of a thread. */
export function serveTableRequest(port: MessagePort): void {
  port.once('message', (request: TableRequest) => {
    try {
      port.postMessage(execute(request))
    } catch (thrown) {
      port.postMessage(failed(thrown))
    }
  })
}

function execute(request: TableRequest): TableAnswer {
  if (request.act === 'write') return { kind: 'bytes', bytes: writeWorkbook(request.rows, request.sheet) }
  // A structured clone of a buffer is a plain array of bytes.
  const { buffer, byteOffset, byteLength } = request.bytes
  return {
    kind: 'table',
    table: readTable(Buffer.from(buffer, byteOffset, byteLength), request.source, request.separator),
  }
}

function failed(thrown: unknown): TableAnswer {
  const message = messageOf(thrown)
  return { kind: 'failed', failure: failureOf(thrown), message }
}
