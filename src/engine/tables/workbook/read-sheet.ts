import type { NumberFormats } from './number-formats.ts'
import { parseXml } from './parse-xml.ts'
import { sheetText } from './sheet-text.ts'
import { KEPT_DIGITS, shownNumber } from './show-number.ts'
import {
  type ColumnRemark,
  MAX_CELL_LENGTH,
  MAX_CELLS,
  MAX_CHARACTERS,
  MAX_COLUMNS,
  MAX_ROWS,
  tooLarge,
} from '../table.ts'

/** What a sheet refers to in the rest of its workbook. */
export interface SheetContext {
  source: string
  texts: readonly string[]
  formats: NumberFormats
  is1904: boolean
}

export interface Sheet {
  rows: string[][]
  /** Places of the rows that are not seen. */
  hiddenRows: number[]
  /** Formulas that no program has calculated yet. */
  openFormulas: number
  remarks: ColumnRemark[]
}

interface OpenCell {
  row: number
  column: number
  type: string
  style: number
  value: string
  hasFormula: boolean
  hasValue: boolean
}

/**
 * The cells of a sheet as it shows them, row by row: of a formula its last result, of a number what its format makes of it. A
 * cell that was merged over several rows has its value in each of them, because each of them is a line of that reference. Fails
 * with bad-usage, and with SyntaxError where a text is missing.
 */
export function readSheet(xml: Uint8Array, context: SheetContext): Sheet {
  const rows = createRows(context.source)
  const remarks = new Map<string, ColumnRemark>()
  const hidden = new Set<number>()
  const formulas = { uncalculated: 0, emptyTexts: 0 }
  let row = -1
  let column = -1
  let cell: OpenCell | undefined
  let [isValue, isReading] = [false, false]
  const remark = (kind: ColumnRemark['kind'], at: number): void => {
    const key = `${kind} ${at}`
    remarks.set(key, { column: at, kind, count: (remarks.get(key)?.count ?? 0) + 1 })
  }
  const close = (closed: OpenCell): void => {
    if (closed.hasFormula && closed.value === '') {
      // A formula may well give an empty text; a program that writes formulas without calculating them writes all of them so.
      if (closed.type === 'str' && closed.hasValue) formulas.emptyTexts += 1
      else formulas.uncalculated += 1
    }
    const { text, isAsShown, isLong } = shownValue(closed, context)
    if (!isAsShown) remark('as-stored', closed.column)
    if (isLong) remark('long', closed.column)
    rows.put(closed.row, closed.column, text)
  }
  parseXml(xml, {
    onOpen: (name, attributes) => {
      if (name === 'row') {
        const { r: number = row + 2, hidden: isHidden } = attributes()
        row = Number(number) - 1
        column = -1
        if (isHidden === '1' || isHidden === 'true') hidden.add(row)
      } else if (name === 'c') {
        const { r: address, t: type = 'n', s: style = '0' } = attributes()
        column = address === undefined ? column + 1 : columnOf(address)
        cell = { row, column, type, style: Number(style), value: '', hasFormula: false, hasValue: false }
      } else if (name === 'mergeCell') rows.repeat(attributes()['ref'] ?? '')
      else if (name === 'rPh') isReading = true
      else if (name === 'f' && cell !== undefined) cell.hasFormula = true
      else if (name === 'v' || name === 't') {
        isValue = !isReading
        if (cell !== undefined) cell.hasValue = true
      }
    },
    onText: (text) => {
      if (isValue && cell !== undefined) cell.value = (cell.value + text).slice(0, MAX_CELL_LENGTH)
    },
    onClose: (name) => {
      if (name === 'v' || name === 't') isValue = false
      if (name === 'rPh') isReading = false
      if (name !== 'c' || cell === undefined) return
      close(cell)
      cell = undefined
    },
  })
  const all = rows.all()
  return {
    rows: all,
    hiddenRows: [...hidden].filter((at) => all[at]?.some((text) => text !== '') === true),
    openFormulas: formulas.uncalculated === 0 ? 0 : formulas.uncalculated + formulas.emptyTexts,
    remarks: [...remarks.values()],
  }
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
    if (characters > MAX_CHARACTERS) {
      throw tooLarge(source, `is too large: its cells have more than ${MAX_CHARACTERS.toLocaleString('en')} characters`)
    }
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

interface ShownValue {
  text: string
  isAsShown: boolean
  isLong: boolean
}

function shownValue({ type, style, value }: OpenCell, { texts, formats, is1904 }: SheetContext): ShownValue {
  if (type === 's') return asText(sharedText(texts, value))
  if (type === 'b') return asText(value === '1' ? 'TRUE' : 'FALSE')
  if (type === 'd') return asText(value.replace(/T(?:00:00:00(?:\.0+)?Z?)?$/, ''))
  if (type !== 'n' || value === '') return asText(sheetText(value).trim())
  const { text, isAsShown } = shownNumber(value, formats(style), is1904)
  return { text, isAsShown, isLong: text.replace(/^-?0*/, '').length > KEPT_DIGITS && /^-?\d+$/.test(text) }
}

function asText(text: string): ShownValue {
  return { text, isAsShown: true, isLong: false }
}

/** A number of no text is damage: as an empty cell it would be a reference that nobody misses. */
function sharedText(texts: readonly string[], value: string): string {
  const text = value.trim() === '' ? '' : texts[Number(value)]
  if (text === undefined) throw new SyntaxError('a cell refers to a text that is not there')
  return text
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
