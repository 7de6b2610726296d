import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import { badUsage } from '../../shared/errors/app-error.ts'

const SAVE_AS_TEXT = 'Save the list as “CSV UTF-8” or as plain text, one reference per line.'
/** The first line that Excel writes for an unusual separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n?/i
const LINE_BREAK = /\r\n|\n|\r/
const QUOTED = /"(?:[^"]|"")*"/g

/**
 * The cells of text as a spreadsheet copies or saves it, row by row. Accepts UTF-8, UTF-16 with byte order mark, any line ends,
 * and tabs, semicolons or commas as separators, quoted or not. A blank line is a row with one empty cell. Fails with bad-usage
 * that names `source` and, if known, the line.
 */
export function readCsv(bytes: Buffer, source: string): string[][] {
  const text = decode(bytes, source)
  const announced = SEPARATOR_LINE.exec(text)
  const body = announced === null ? text : text.slice(announced[0].length)
  let line = announced === null ? 1 : 2
  const rows: string[][] = []
  try {
    parse(body, {
      delimiter: announced?.[1] ?? separatorOf(body),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quote inside a cell is literal, as in 12"; one that opens a cell must be closed.
      relax_quotes: true,
      on_record: (record: string[]) => {
        rows.push(record.map(plainCell))
        // Counted here: the parser counts CRLF inside quotes twice, and reports the end of the file instead of the open quote.
        line += record.join('').split(LINE_BREAK).length
        return null
      },
    })
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown
    throw badUsage(`Line ${line} of ${source} cannot be read: a quotation mark is not closed.`, 'Close or remove it.')
  }
  return rows
}

function decode(bytes: Buffer, source: string): string {
  if (bytes.length === 0) throw badUsage(`${source} is empty.`, 'Put one reference on each line.')
  const encoding = encodingOf(bytes)
  if (encoding === 'utf-8' && !isUtf8(bytes)) throw notText(source, firstBadLine(bytes))
  // Without `fatal`, broken UTF-16 becomes replacement characters, which no reference contains.
  const text = new TextDecoder(encoding).decode(bytes)
  const damage = text.search(/[\0\uFFFD]/)
  if (damage !== -1) throw notText(source, lineAt(text, damage))
  return text
}

function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const mark = bytes.toString('latin1', 0, 2)
  if (mark === '\xFF\xFE') return 'utf-16le'
  return mark === '\xFE\xFF' ? 'utf-16be' : 'utf-8'
}

/** Decided by the first line with a separator: a tab if it has one, else a semicolon, else a comma. */
function separatorOf(text: string): string {
  const line = text.replaceAll(QUOTED, '').match(/^.*[\t;,].*$/m)?.[0] ?? ''
  return ['\t', ';'].find((separator) => line.includes(separator)) ?? ','
}

/** Trimmed, and without ="…", which makes spreadsheets keep leading zeros. */
function plainCell(cell: string): string {
  const trimmed = cell.trim()
  return (/^="(.*)"$/s.exec(trimmed)?.[1] ?? trimmed).trim()
}

function firstBadLine(bytes: Buffer): number {
  let start = 0
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(0x0a, start)
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
  }
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split(LINE_BREAK).length
}

function notText(source: string, line: number): Error {
  return badUsage(`Line ${line} of ${source} is no readable text.`, SAVE_AS_TEXT)
}
