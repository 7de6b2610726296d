import { badUsage } from '../../shared/errors/app-error.ts'
import { readCsv } from './read-csv.ts'
import { readWorkbook } from './read-workbook.ts'
import { MAX_COLUMNS, requireSmall, type Table } from './table.ts'

const ZIP = 'PK\u0003\u0004'
/** The container of old Office files, and of new ones behind a password. */
const COMPOUND_FILE = '\u00D0\u00CF\u0011\u00E0'
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/**
 * The cells of pasted text, a CSV file or an XLSX workbook, told by their first bytes and not by a name. Fails with bad-usage
 * that names `source`.
 */
export function readTable(bytes: Buffer, source: string): Table {
  requireSmall(bytes.length, source)
  const signature = bytes.toString('latin1', 0, 4)
  if (signature === COMPOUND_FILE) throw oldOrLocked(bytes, source)
  const { rows, note } = signature === ZIP ? readWorkbook(bytes, source) : { rows: readCsv(bytes, source), note: null }
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (widest <= MAX_COLUMNS) return { rows, note }
  const cut = `Its first ${MAX_COLUMNS} columns were taken.`
  return { rows: rows.map((row) => row.slice(0, MAX_COLUMNS)), note: note === null ? cut : `${note} ${cut}` }
}

function oldOrLocked(bytes: Buffer, source: string): Error {
  return bytes.includes(ENCRYPTED)
    ? badUsage(`${source} is protected by a password.`, 'Save a copy without one, or copy the column and paste it.')
    : badUsage(`${source} is a workbook of the old kind (.xls).`, 'Save it as “Excel Workbook (.xlsx)” or as CSV.')
}
