import { parseXml } from './parse-xml.ts'
import { MAX_STYLES } from './table.ts'

/** How a style shows a number. */
export interface NumberFormat {
  isDay: boolean
  /** Zeros fill a whole number up to so many digits. */
  digits: number
}

/** Number formats of every spreadsheet that show a day or a time (ECMA-376, 18.8.30), those of East Asian versions included. */
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58])

/** The formats of a workbook's styles, by the position of the style. */
export function numberFormats(styles: Uint8Array | undefined): NumberFormat[] {
  if (styles === undefined) return []
  const ownFormats = new Map<number, string>()
  const formats: NumberFormat[] = []
  let isInCellStyles = false
  parseXml(styles, {
    onOpen: (name, attributes) => {
      if (name === 'numFmt' && ownFormats.size < MAX_STYLES)
        ownFormats.set(Number(attributes()['numFmtId']), attributes()['formatCode'] ?? '')
      if (name === 'cellXfs') isInCellStyles = true
      if (name !== 'xf' || !isInCellStyles || formats.length >= MAX_STYLES) return
      const id = Number(attributes()['numFmtId'])
      const own = ownFormats.get(id) ?? ''
      formats.push({ isDay: BUILT_IN_DATES.has(id) || showsDay(own), digits: digitsOf(own) })
    },
    onClose: (name) => {
      if (name === 'cellXfs') isInCellStyles = false
    },
  })
  return formats
}

/** Whether a format has a day or a year outside quotes, escapes and brackets such as [Red]. */
function showsDay(format: string): boolean {
  return /[dy]/i.test(format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))
}

/** As 0000000 has seven. No reference is longer than this, and a hostile workbook must not make every cell a large text. */
function digitsOf(format: string): number {
  return /^0{1,40}$/.test(format) ? format.length : 0
}
