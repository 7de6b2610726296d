import type { NumberFormat } from './number-formats.ts'
import { parseXml } from './parse-xml.ts'
import { MAX_CELL_LENGTH, MAX_CELLS, MAX_CHARACTERS, MAX_COLUMNS, MAX_ROWS, tooLarge } from './table.ts'

/** What a sheet refers to in the rest of its workbook. */
export interface SheetContext {
  source: string
  texts: readonly string[]
  /** By style. */
  formats: readonly NumberFormat[]
  is1904: boolean
}

interface OpenCell {
  row: number
  column: number
  type: string
  style: number
  value: string
}

/**
 * The stored values of a sheet, row by row: of a formula its last result, of a date the day it means, of a number the leading
 * zeros that are shown. A cell that was merged over several rows has its value in each of them, because each of them is a line
 * of that reference. Fails with bad-usage.
 */
export function readSheet(xml: Uint8Array, context: SheetContext): string[][] {
  const rows = createRows(context.source)
  let row = -1
  let column = -1
  let cell: OpenCell | undefined
  let [isValue, isReading] = [false, false]
  parseXml(xml, {
    onOpen: (name, attributes) => {
      if (name === 'row') {
        row = Number(attributes()['r'] ?? row + 2) - 1
        column = -1
      } else if (name === 'c') {
        const { r: address, t: type = 'n', s: style = '0' } = attributes()
        column = address === undefined ? column + 1 : columnOf(address)
        cell = { row, column, type, style: Number(style), value: '' }
      } else if (name === 'mergeCell') rows.repeat(attributes()['ref'] ?? '')
      else if (name === 'rPh') isReading = true
      else if (name === 'v' || name === 't') isValue = !isReading
    },
    onText: (text) => {
      if (isValue && cell !== undefined && cell.value.length < MAX_CELL_LENGTH)
        cell.value += text.slice(0, MAX_CELL_LENGTH)
    },
    onClose: (name) => {
      if (name === 'v' || name === 't') isValue = false
      if (name === 'rPh') isReading = false
      if (name !== 'c' || cell === undefined) return
      rows.put(cell.row, cell.column, shownValue(cell, context))
      cell = undefined
    },
  })
  return rows.all()
}

interface Rows {
  put(row: number, column: number, text: string): void
  /** Repeats the first cell of a merged range down its first column. */
  repeat(range: string): void
  all(): string[][]
}

/** Rows with holes, filled only when all are known: a cell far off must not cost what lies between. */
function createRows(source: string): Rows {
  const rows = new Map<number, string[]>()
  let [cells, characters, last] = [0, 0, -1]
  const put = (row: number, column: number, text: string): void => {
    if (text === '' || column >= MAX_COLUMNS || column < 0) return
    if (!(row >= 0 && row < MAX_ROWS)) throw tooLarge(source, `has more than ${MAX_ROWS.toLocaleString('en')} rows`)
    cells += 1
    if (cells > MAX_CELLS) throw tooLarge(source, `has more than ${MAX_CELLS.toLocaleString('en')} filled cells`)
    characters += text.length
    if (characters > MAX_CHARACTERS) throw tooLarge(source, 'is too large: its cells have more text than a list does')
    const before = rows.get(row) ?? []
    while (before.length < column) before.push('')
    before[column] = text
    rows.set(row, before)
    last = Math.max(last, row)
  }
  return {
    put,
    repeat: (range) => {
      const [from = '', to = ''] = range.split(':')
      const [column, first, end] = [columnOf(from), rowOf(from), Math.min(rowOf(to), last)]
      const text = rows.get(first)?.[column] ?? ''
      if (text === '') return
      for (let row = first + 1; row <= end; row += 1) put(row, column, text)
    },
    all: () => Array.from({ length: last + 1 }, (_, row) => rows.get(row) ?? ['']),
  }
}

function shownValue({ type, style, value }: OpenCell, { texts, formats, is1904 }: SheetContext): string {
  if (type === 's') return (texts[Number(value)] ?? '').trim()
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n' || value === '') return value.trim()
  const number = Number(value)
  if (Number.isNaN(number)) return value
  const { isDay, digits } = formats[style] ?? { isDay: false, digits: 0 }
  const day = isDay ? dayOf(number, is1904) : undefined
  if (day !== undefined) return day
  return Number.isSafeInteger(number) && number >= 0 ? String(number).padStart(digits, '0') : String(number)
}

/** Of an address such as AB12: 27. */
function columnOf(address: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(address.toUpperCase())?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Of an address such as AB12: 11. */
function rowOf(address: string): number {
  return Number(/\d+$/.exec(address)?.[0] ?? 0) - 1
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Day 0 of the two calendars of spreadsheets, as UTC. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30)
const EPOCH_1904_MS = Date.UTC(1904, 0, 1)
/** 9999-12-31. */
const LAST_DAY = 2_958_465

/**
 * The day that a number of a sheet means: `2026-03-05`, or `2026-03-05 14:30` with a time; undefined for a number that is no
 * day. Before March 1900 spreadsheets count a day that never was, so those are no days here.
 */
function dayOf(serial: number, is1904: boolean): string | undefined {
  if (!(serial >= (is1904 ? 0 : 61) && serial <= LAST_DAY)) return undefined
  const at = new Date((is1904 ? EPOCH_1904_MS : EPOCH_1900_MS) + Math.round(serial * 24 * 60) * 60_000)
  const [day = '', time = ''] = at.toISOString().split('T')
  return at.getTime() % DAY_MS === 0 ? day : `${day} ${time.slice(0, 5)}`
}
