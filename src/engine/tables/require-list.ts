import { badUsage } from '../../shared/errors/app-error.ts'

const SAVE_AS = 'Open it in your spreadsheet program and save it as “Excel Workbook (.xlsx)” or as CSV.'
const NO_LIST = 'Choose a list, or copy the column and paste it.'

/** How files begin that hold markup or no text at all: line by line, it would be asked of the service. */
const OTHERS: readonly (readonly [start: RegExp, message: string, next: string])[] = [
  [
    /^<(?:!doctype html|!--|html|head|meta|title|style|body|table|div|span|p\b|x-claris)/i,
    'is a web page, whatever its name says',
    SAVE_AS,
  ],
  [/^<.*urn:schemas-microsoft-com:office:spreadsheet/s, 'is an XML spreadsheet of 2003', SAVE_AS],
  [/^</, 'is XML', SAVE_AS],
  [/^\{\\rtf/i, 'is formatted text (RTF)', SAVE_AS],
  [/^ID;P/, 'is a file of Multiplan (SYLK)', SAVE_AS],
  [/^TABLE\r?\n0,1\r?\n/i, 'is a file of VisiCalc (DIF)', SAVE_AS],
  [/^MIME-Version:/i, 'is a web archive', SAVE_AS],
  [/^%(?:PDF-|!PS)/, 'is a document to be printed, no list', NO_LIST],
  [/^(?:\{\s*"|\[\s*[[{"])/, 'is JSON', 'Save it as CSV, one reference on each line.'],
  [/^(?:\u0089PNG|\u00FF\u00D8\u00FF|GIF8|BM..\0\0|II\*\0|MM\0\*|RIFF)/s, 'is a picture', NO_LIST],
  [/^(?:Rar!|7z\u00BC\u00AF|BZh|\u00FD7zXZ)/, 'is an archive, but no workbook', 'Unpack it and choose the list in it.'],
]

/** Fails with bad-usage for a file that is told by its first bytes to be no list; others may be one. */
export function requireList(bytes: Buffer, source: string): void {
  const start = firstText(bytes)
  for (const [pattern, message, next] of OTHERS) {
    if (pattern.test(start)) throw badUsage(`${source} ${message}.`, next)
  }
}

/** Its first letters, without a byte order mark and blanks before them. */
function firstText(bytes: Buffer): string {
  const start = bytes.subarray(0, 1_000)
  const mark = start.toString('latin1', 0, 2)
  const isUtf16 = mark === '\xFF\xFE' || mark === '\xFE\xFF'
  const text = isUtf16
    ? new TextDecoder(mark === '\xFF\xFE' ? 'utf-16le' : 'utf-16be').decode(start)
    : start.toString('latin1')
  return text.replace(/^\u00EF\u00BB\u00BF/, '').replace(/^[\uFEFF\s]+(?=[<{[%A-Z])/i, '')
}
