import { badUsage } from '../../shared/errors/app-error.ts'
import { referencesInCell } from '../../shared/text/references.ts'
import { findReferences, type ReferenceTable } from './find-references.ts'
import { type ColumnRemark, noteOf, type Table } from './table.ts'

export interface ReadReferences {
  /** The column of the references has nothing but references: each line has one or none. */
  table: ReferenceTable
  /** What the user should know about what was taken; null if there is nothing. */
  note: string | null
  /** Places among the lines of those that the sheet hides. */
  hiddenLines: number[]
}

/** What a spreadsheet shows in the place of a value: no reference. A logical value is none either. */
const NO_VALUE = /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)|#+|TRUE|FALSE)$/i
/** A letter that some program could not read. */
const REPLACED = /\uFFFD/
const NOT_ASCII = /[^\0-\x7F]/
/** Such as 1.23457E+15, of which the other digits are gone, and numbers of which a spreadsheet kept 15 digits. */
const DAMAGED = /^(?:\d(?:[.,]\d+)?E\+\d+|\d{15}0+)$/i

/**
 * The references of a table, cleaned as the field of the search cleans them, and what is to be said of them. A cell with several
 * lines has several references, each on its own line. Fails with bad-usage if there are none.
 */
export function readReferences(table: Table, source: string): ReadReferences {
  const found = findIn(table, source)
  const { referenceColumn: column } = found
  const firstRow = table.rows.findLastIndex(isFilled) + 1 - found.lines.length
  const hiddenRows = new Set(table.hiddenRows)
  const lines: string[][] = []
  const hiddenLines: number[] = []
  const counts = { split: 0, noValue: 0, damaged: 0 }
  for (const [at, cells] of found.lines.entries()) {
    const cell = cells[column] ?? ''
    const isNoValue = NO_VALUE.test(cell)
    const references = isNoValue ? [] : referencesInCell(cell)
    const isUnsure = table.isEncodingGuessed === true ? NOT_ASCII : REPLACED
    if (references.some((reference) => isUnsure.test(reference))) throw unreadableLine(firstRow + at + 1, source)
    counts.noValue += Number(isNoValue)
    counts.split += Number(references.length > 1)
    counts.damaged += Number(references.some((reference) => DAMAGED.test(reference)))
    for (const reference of references.length === 0 ? [''] : references) {
      if (hiddenRows.has(firstRow + at)) hiddenLines.push(lines.length)
      lines.push(cells.with(column, reference))
    }
  }
  if (lines.every((cells) => cells[column] === '')) throw noReferences(table, source)
  const titles = table.rows.slice(0, Math.max(0, firstRow - 1)).filter(isFilled).length
  const note = noteOf([
    table.note,
    told(titles, 'line above the headings was left out', 'lines above the headings were left out'),
    told(
      counts.split,
      'cell holds several references, now each on a line',
      'cells hold several references, now each on a line',
    ),
    told(
      counts.noValue,
      'cell holds an error or a logical value, no reference',
      'cells hold errors or logical values, no references',
    ),
    told(counts.damaged, `reference looks ${SPOILT}`, `references look ${SPOILT}`),
    told(countOf(table, column, 'long'), `reference has ${TOO_LONG}`, `references have ${TOO_LONG}`),
    told(countOf(table, column, 'as-stored'), `reference is ${AS_STORED}`, `references are ${AS_STORED}`),
  ])
  return { table: { ...found, lines }, note, hiddenLines }
}

const SPOILT = 'damaged by a spreadsheet, as 1.23457E+15 is: its other digits are gone'
const TOO_LONG = 'more digits than the 15 that a spreadsheet keeps of a number: the list should hold texts'
const AS_STORED = 'taken as stored, not as the sheet shows it'

function told(count: number, one: string, several: string): string | null {
  if (count === 0) return null
  return count === 1 ? `1 ${one}.` : `${count.toLocaleString('en')} ${several}.`
}

function countOf({ remarks = [] }: Table, column: number, kind: ColumnRemark['kind']): number {
  return remarks.find((remark) => remark.column === column && remark.kind === kind)?.count ?? 0
}

function findIn(table: Table, source: string): ReferenceTable {
  try {
    return findReferences(table.rows, source)
  } catch (thrown) {
    throw table.note === null ? thrown : noReferences(table, source)
  }
}

/** What is to be said of the table may be why. */
function noReferences({ note }: Table, source: string): Error {
  return badUsage(`${source} holds no references.`, note ?? 'Put one reference on each line.')
}

function unreadableLine(line: number, source: string): Error {
  return badUsage(
    `Line ${line} of ${source} is no readable text.`,
    'Save the list as “CSV UTF-8”, or copy and paste it.',
  )
}

function isFilled(row: readonly string[]): boolean {
  return row.some((cell) => cell !== '')
}
