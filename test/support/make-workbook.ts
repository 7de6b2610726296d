import { strToU8, zipSync } from 'fflate/browser'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

export interface WorkbookSample {
  /** By name, the XML of its rows; or text for several cells a row. */
  sheets: Readonly<Record<string, string | readonly (readonly string[])[]>>
  hidden?: readonly string[]
  /** After the rows of every sheet: merged cells. */
  after?: string
  texts?: readonly string[]
  /** The XML inside `styleSheet`. */
  styles?: string
  is1904?: boolean
  /** Further parts by path, such as a macro. */
  parts?: Readonly<Record<string, Uint8Array>>
}

/** A workbook as spreadsheet programs save it, down to its XML, so that a test can have what no library writes. */
export function makeWorkbook(sample: WorkbookSample): Buffer {
  const { sheets, hidden = [], after = '', texts = [], styles = '', is1904 = false, parts = {} } = sample
  const named = Object.entries(sheets)
  const list = named.map(([name], at) => {
    const state = hidden.includes(name) ? ' state="hidden"' : ''
    return `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"${state}/>`
  })
  const relations = named.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const entries = named.map(([, rows], at): [string, Uint8Array] => {
    const xml = typeof rows === 'string' ? rows : rows.map(textRow).join('')
    return [`xl/worksheets/sheet${at + 1}.xml`, part('worksheet', `<sheetData>${xml}</sheetData>${after}`)]
  })
  const workbook = `<workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${list.join('')}</sheets>`
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': part('workbook', workbook),
      'xl/_rels/workbook.xml.rels': strToU8(
        `${DECLARATION}<Relationships xmlns="${PACKAGE}">${relations.join('')}</Relationships>`,
      ),
      'xl/sharedStrings.xml': part('sst', texts.map((text) => `<si><t>${text}</t></si>`).join('')),
      'xl/styles.xml': part('styleSheet', styles),
      ...Object.fromEntries(entries),
      ...parts,
    }),
  )
}

/** Overwrites the sizes that an archive states of a part of this many bytes. */
export function understateSize(archive: Buffer, actualBytes: number, statedBytes: number): Buffer {
  const lying = Buffer.from(archive)
  const actual = Buffer.alloc(4)
  actual.writeUInt32LE(actualBytes)
  for (let at = lying.indexOf(actual); at !== -1; at = lying.indexOf(actual, at + 1))
    lying.writeUInt32LE(statedBytes, at)
  return lying
}

function textRow(cells: readonly string[]): string {
  return `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
}

function part(root: string, content: string): Uint8Array {
  return strToU8(`${DECLARATION}<${root} xmlns="${MAIN}" xmlns:r="${RELATIONS}">${content}</${root}>`)
}
