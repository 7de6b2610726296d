import { isUtf8 } from 'node:buffer'
import { badUsage } from '../../shared/errors/app-error.ts'
import { unguardedCell } from '../../shared/text/csv-cell.ts'
import { MOST_TITLES, namesReferences } from './find-references.ts'
import { parseCells } from './parse-cells.ts'
import type { Table } from './table.ts'

const SAVE_AS_TEXT = 'Save the list as “CSV UTF-8” or as plain text, one reference per line.'
/** The first line that Excel writes for an unusual separator. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\n|\r|$)/i
/** The likeliest first. */
const SEPARATORS = ['\t', ';', ',', '|'] as const
const LINE_BREAK = /\r\n|\n|\r/
const GUESSED = 'It is no UTF-8 and was read as Western European: check letters such as é and ü.'

/**
 * The cells of text as a spreadsheet copies or saves it, row by row. Accepts UTF-8, UTF-16 with byte order mark and Windows-1252,
 * any line ends, and tabs, semicolons, commas or bars as separators, quoted or not. A blank line is a row with one empty cell.
 * Fails with bad-usage that names `source` and, if known, the line.
 */
export function readCsv(bytes: Buffer, source: string, separator?: string): Table {
  const { text, isGuessed } = decode(bytes, source)
  const announced = separator === undefined ? SEPARATOR_LINE.exec(text) : null
  const body = text.slice(announced?.[0].length ?? 0)
  const { rows, openLine } = parseCells(body, separator ?? announced?.[1] ?? separatorOf(body))
  if (openLine !== undefined) {
    const line = openLine + (announced === null ? 0 : 1)
    throw badUsage(`Line ${line} of ${source} cannot be read: a quotation mark is not closed.`, 'Close or remove it.')
  }
  const plain = rows.map((row) => row.map(plainCell))
  return isGuessed ? { rows: plain, note: GUESSED, isEncodingGuessed: true } : { rows: plain, note: null }
}

function decode(bytes: Buffer, source: string): { text: string; isGuessed: boolean } {
  if (bytes.length === 0) throw badUsage(`${source} is empty.`, 'Put one reference on each line.')
  const encoding = encodingOf(bytes)
  // Without `fatal`, broken text becomes replacement characters, which no reference contains.
  const text = new TextDecoder(encoding).decode(bytes)
  const damage = text.search(/[\0\uFFFD]/)
  if (damage === -1) return { text, isGuessed: false }
  const western = encoding === 'utf-8' ? westernText(bytes, text) : undefined
  if (western !== undefined) return { text: western, isGuessed: true }
  throw notText(source, encoding === 'utf-8' && !isUtf8(bytes) ? firstBadLine(bytes) : lineAt(text, damage))
}

/** What its bytes are in Windows-1252; undefined where they are damaged UTF-8, or no text at all. */
function westernText(bytes: Buffer, asUtf8: string): string | undefined {
  if (/[\0\u0080-\uFFFC]/.test(asUtf8)) return undefined
  const text = new TextDecoder('windows-1252').decode(bytes)
  return /[\u0080-\u009F]/.test(text) ? undefined : text
}

function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const mark = bytes.toString('latin1', 0, 2)
  if (mark === '\xFF\xFE') return 'utf-16le'
  return mark === '\xFE\xFF' ? 'utf-16be' : 'utf-8'
}

/** The separator on which the lines agree; undefined where one that only some lines have belongs to their text. */
function separatorOf(text: string): string | undefined {
  const judged = SEPARATORS.filter((separator) => text.includes(separator)).map((separator) => {
    return { separator, agreement: agreementOn(text, separator) }
  })
  const best = Math.max(0, ...judged.map(({ agreement }) => agreement))
  return best === 0 ? undefined : judged.find(({ agreement }) => agreement === best)?.separator
}

/** A heading that this separator sets apart says more than any count. */
const HEADED = 2
/** Of one that is taken only where no other cuts anything, so that the open quotation mark is told. */
const LEAST = 0.001
/** Of the lines with a cell in them; what comes before and after a comma of prose is one text. */
const MOST = { ofCells: 0.5, ofProse: 0.9 }

/** How many of the lines have as many cells as most of them, up to 1; 0 where too few are cut by this separator. */
function agreementOn(text: string, separator: string): number {
  const { rows: all, openLine } = parseCells(text, separator)
  const rows = all.filter((row) => row.some((cell) => cell.trim() !== ''))
  if (rows.slice(0, MOST_TITLES).some((row) => row.length > 1 && row.some(namesReferences))) return HEADED
  const cut = rows.filter((row) => row.length > 1)
  // Lines of nothing but separators are blank; where a quotation mark is left open, little of the text was cut at all.
  if (rows.length === 0) return openLine === undefined ? 1 : LEAST
  const isProse = separator !== '\t' && cut.every((row) => row.slice(1).every((cell) => /^\s/.test(cell)))
  if (cut.length === 0 || cut.length < rows.length * (isProse ? MOST.ofProse : MOST.ofCells)) return 0
  const counts = new Map<number, number>()
  for (const { length } of cut) counts.set(length, (counts.get(length) ?? 0) + 1)
  return openLine === undefined ? Math.max(...counts.values()) / rows.length : LEAST
}

/** Trimmed, and without what makes spreadsheets keep a text: ="…" for leading zeros, our own apostrophe before a formula. */
function plainCell(cell: string): string {
  const text = unguardedCell(cell)
  const trimmed = text.trim()
  return text === cell ? (/^="([^"]*)"$/.exec(trimmed)?.[1] ?? trimmed).trim() : trimmed
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
