import { basename, parse } from 'node:path'
import type { Input } from '../../../shared/contract/contract.ts'
import { AppError, badUsage } from '../../../shared/errors/app-error.ts'
import { errorCode } from '../../../engine/files/file-system.ts'
import { openUntrusted, UntrustedFileError } from '../../../engine/files/open-untrusted.ts'
import type { ReferenceTable } from '../../../engine/tables/find-references.ts'
import { readReferences } from '../../../engine/tables/read-references.ts'
import { requireSmall } from '../../../engine/tables/table.ts'
import type { Tables } from '../../../engine/tables/table-thread.ts'
import type { FoldersPort } from '../desk-ports.ts'

export type LineSource = Input<'worklists.create'>['source']

export interface ImportedLines {
  table: ReferenceTable
  /** What to call a worklist of them. */
  name: string
  /** What the user should know about what was taken; null if there is nothing. */
  note: string | null
  /** Places of the lines that the sheet hides. */
  hiddenLines: number[]
}

/** One call of the service for each reference, at least: these take some minutes. */
const MAX_LINES = 20_000

/** Between the cells that a spreadsheet copies as text. A comma or a semicolon belongs to its cell. */
const CLIPBOARD_SEPARATOR = '\t'

interface ImportLinesOptions {
  folders: Pick<FoldersPort, 'chooseFile'>
  tables: Tables
}

/** Reads lines from wherever the user has them; null if the dialog was closed. Fails with bad-usage. */
export function createLineImport({ folders, tables }: ImportLinesOptions) {
  const readBytes = async (bytes: Buffer, source: string, separator?: string): Promise<Omit<ImportedLines, 'name'>> => {
    const read = readReferences(await tables.read(bytes, source, separator), source)
    requireFew(read.table, source)
    return read
  }
  const readFile = async (bytes: Buffer, file: string): Promise<ImportedLines> => ({
    name: parse(file).name.slice(0, 100),
    ...(await readBytes(bytes, file)),
  })
  return async (source: LineSource): Promise<ImportedLines | null> => {
    if (source.kind === 'references') {
      const table = { headings: [''], referenceColumn: 0, lines: source.references.map((reference) => [reference]) }
      return { table, note: null, hiddenLines: [], name: nameOf(table) }
    }
    if (source.kind === 'text') {
      const read = await readBytes(Buffer.from(source.text), 'What was pasted', CLIPBOARD_SEPARATOR)
      return { ...read, name: nameOf(read.table) }
    }
    if (source.kind === 'file') return await readFile(Buffer.from(source.base64, 'base64'), basename(source.name))
    const path = await folders.chooseFile('List of references', ['xlsx', 'csv', 'txt', 'tsv'])
    return path === undefined ? null : await readFile(await readChosen(path), basename(path))
  }
}

function requireFew({ lines }: ReferenceTable, source: string): void {
  if (lines.length <= MAX_LINES) return
  const [count, most] = [lines.length.toLocaleString('en'), MAX_LINES.toLocaleString('en')]
  throw badUsage(
    `${source} has ${count} lines; a worklist takes ${most}, because the service is asked once for every reference.`,
    'Split the list and make a worklist of each part.',
  )
}

/** “SHP-0412 and 45 more”. */
function nameOf({ lines, referenceColumn }: ReferenceTable): string {
  const references = new Set(lines.map((cells) => cells[referenceColumn] ?? '').filter((reference) => reference !== ''))
  const [first = 'Worklist'] = references
  const name = first.slice(0, 60)
  return references.size > 1 ? `${name} and ${(references.size - 1).toLocaleString('en')} more` : name
}

/** Reads the file that the user chose. Fails with bad-usage. */
async function readChosen(path: string): Promise<Buffer> {
  const file = basename(path)
  try {
    const handle = await openUntrusted(path, { followsLinks: true })
    try {
      const { size } = await handle.stat()
      requireSmall(size, file)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size))
      return buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    const why = thrown instanceof UntrustedFileError ? thrown.reason : `cannot be read (${errorCode(thrown)})`
    throw badUsage(`${file} ${why}.`, 'Choose another file, or copy the column and paste it.')
  }
}
