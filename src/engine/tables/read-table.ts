import { badUsage } from '../../shared/errors/app-error.ts'
import { readCsv } from './read-csv.ts'
import { readWorkbook } from './workbook/read-workbook.ts'
import { requireList } from './require-list.ts'
import { MAX_COLUMNS, noteOf, requireSmall, type Table } from './table.ts'

const ZIP = 'PK\u0003\u0004'
/** The container of old Office files, and of new ones behind a password. */
const COMPOUND_FILE = '\u00D0\u00CF\u0011\u00E0'
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/**
 * The cells of pasted text, a CSV file or an XLSX workbook, told by their first bytes and not by a name.
 * Text with a `separator` was pasted: it is cut there alone. Fails with bad-usage that names `source`.
 */
export function readTable(bytes: Buffer, source: string, separator?: string): Table {
  requireSmall(bytes.length, source)
  return inColumns(separator === undefined ? readFile(bytes, source) : readCsv(bytes, source, separator))
}

function readFile(bytes: Buffer, source: string): Table {
  const signature = bytes.toString('latin1', 0, 4)
  if (signature === COMPOUND_FILE) throw oldOrLocked(bytes, source)
  if (signature === ZIP) return readWorkbook(bytes, source)
  requireList(bytes, source)
  return readCsv(bytes, source)
}

function inColumns(table: Table): Table {
  const { rows, note } = table
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (widest <= MAX_COLUMNS) return table
  const cut = `Its first ${MAX_COLUMNS} columns were taken.`
  return { ...table, rows: rows.map((row) => row.slice(0, MAX_COLUMNS)), note: noteOf([note, cut]) }
}

function oldOrLocked(bytes: Buffer, source: string): Error {
  return bytes.includes(ENCRYPTED)
    ? badUsage(`${source} is protected by a password.`, 'Save a copy without one, or copy the column and paste it.')
    : badUsage(`${source} is a workbook of the old kind (.xls).`, 'Save it as “Excel Workbook (.xlsx)” or as CSV.')
}
