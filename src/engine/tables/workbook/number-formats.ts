import { getFormatInfo, isValidFormat } from 'numfmt'
import { MAX_STYLES } from '../table.ts'
import { parseXml } from './parse-xml.ts'

/** How a style shows a number. */
export interface NumberFormat {
  code: string
  /**
   * `plain`: as it is. `exact`: with zeros, letters and marks around its digits. `moment`: as a day or a time. `day`, `day-time`:
   * as one too, in the order and language of whoever looks. `other`: with digits left out or set apart, as in 1.2E+05, 12%, 1,234.
   */
  kind: 'plain' | 'exact' | 'moment' | 'day' | 'day-time' | 'other'
  /** So many digits after the point. */
  decimals: number
}

/** Of a style that the workbook does not describe, or in a code that no program reads. */
const UNKNOWN_FORMAT: NumberFormat = { code: '', kind: 'other', decimals: 0 }
/** Of every number without a style of its own. */
const PLAIN_FORMAT: NumberFormat = { code: 'General', kind: 'plain', decimals: 0 }
/** Number formats that every workbook has without naming them (ECMA-376, 18.8.30). */
const BUILT_IN = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [37, '#,##0 ;(#,##0)'],
  [38, '#,##0 ;[Red](#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;[Red](#,##0.00)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
])
/** Those that show a day as the computer is set, those of East Asian versions included. */
const LOCAL_DAYS = new Set([14, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58])
const LOCAL_DAY_TIME = 22
/** As the computer is set too: [$-F800] is its long day, [$-F400] its time. */
const LOCAL_MARK = /\[\$-F[48]00\]/i
const NO_STYLES = Buffer.from('<styleSheet/>')
/** A spreadsheet takes no longer one. */
const MAX_CODE_LENGTH = 255
/** Programs have left the names that the standard format has in other languages. */
const STANDARD = /^(?:general|standard|@|)$/i

/** The format of a style, by its position; read when a cell has it, because a hostile workbook may have any number of them. */
export type NumberFormats = (style: number) => NumberFormat

/** The formats of a workbook's styles. */
export function numberFormats(styles: Uint8Array | undefined): NumberFormats {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let isInCellStyles = false
  parseXml(styles ?? NO_STYLES, {
    onOpen: (name, attributes) => {
      if (name === 'numFmt' && codes.size < MAX_STYLES)
        codes.set(Number(attributes()['numFmtId']), attributes()['formatCode'] ?? '')
      if (name === 'cellXfs') isInCellStyles = true
      if (name === 'xf' && isInCellStyles && ids.length < MAX_STYLES) ids.push(Number(attributes()['numFmtId'] ?? 0))
    },
    onClose: (name) => {
      if (name === 'cellXfs') isInCellStyles = false
    },
  })
  const formats = new Map<number, NumberFormat>()
  return (style) => {
    const id = ids[style] ?? (style === 0 ? 0 : undefined)
    if (id === undefined) return UNKNOWN_FORMAT
    const format = formats.get(id) ?? formatOf(id, codes.get(id))
    formats.set(id, format)
    return format
  }
}

function formatOf(id: number, own: string | undefined): NumberFormat {
  const code = own ?? BUILT_IN.get(id)
  if (code === undefined && LOCAL_DAYS.has(id)) return { ...PLAIN_FORMAT, kind: 'day' }
  if (code === undefined && id === LOCAL_DAY_TIME) return { ...PLAIN_FORMAT, kind: 'day-time' }
  if (code === undefined || STANDARD.test(code)) return PLAIN_FORMAT
  if (code.length > MAX_CODE_LENGTH || !isValidFormat(code)) return UNKNOWN_FORMAT
  const { type, scale, maxDecimals: decimals } = getFormatInfo(code)
  if (['date', 'time', 'datetime'].includes(type))
    return { code, kind: LOCAL_MARK.test(code) ? 'day-time' : 'moment', decimals }
  const isExact = scale === 1 && ['number', 'currency', 'general', 'text'].includes(type)
  return { code, kind: isExact ? 'exact' : 'other', decimals }
}
