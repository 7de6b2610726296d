import { CATALOG, PAGES, pdf, stream } from './write-pdf.ts'

/** Widths of bars and spaces in modules, by the value of a character of Code 128; the last three start a code of set B and C and end it. */
const PATTERNS = `
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221
223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321
112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131
311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114
122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141
214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112`
  .trim()
  .split(/\s+/)
const START_B = 104
const STOP = 106
const POINTS_PER_MM = 72 / 25.4

/** A page of bar codes below one another, with modules of these widths. */
export function codePdf(codes: readonly { text: string; moduleMm: number }[]): Buffer {
  const drawn = codes.map(({ text, moduleMm }, place) => bars(text, moduleMm * POINTS_PER_MM, 750 - 60 * place))
  return pdf([
    CATALOG,
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    stream(Buffer.from(drawn.join('\n'))),
  ])
}

function bars(text: string, module: number, y: number): string {
  const values = [...text].map((letter) => (letter.codePointAt(0) ?? 0) - 32)
  const check = values.reduce((sum, value, place) => sum + value * (place + 1), START_B) % 103
  const widths = [START_B, ...values, check, STOP].map((value) => PATTERNS[value] ?? '').join('')
  let x = 90
  return [...widths]
    .map((modules, place) => {
      const width = Number(modules) * module
      const drawn = place % 2 === 0 ? `${x.toFixed(3)} ${y} ${width.toFixed(3)} 28 re f` : ''
      x += width
      return drawn
    })
    .join('\n')
}
