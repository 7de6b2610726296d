import { posix } from 'node:path'
import { badUsage } from '../../../shared/errors/app-error.ts'
import { numberFormats } from './number-formats.ts'
import { readRelations, type RelatedPart } from './part-relations.ts'
import { parseXml } from './parse-xml.ts'
import { readSheet, type Sheet, type SheetContext } from './read-sheet.ts'
import { sheetText } from './sheet-text.ts'
import { MAX_CELL_LENGTH, MAX_CELLS, MAX_SHEETS, noteOf, type Table, tooLarge } from '../table.ts'
import { damaged, unpackWorkbook, type WorkbookParts } from './unpack-workbook.ts'

/**
 * The first sheet of an XLSX workbook that has anything in it; hidden ones are passed over. Nothing of the workbook is run or
 * followed: no formula, macro, link or entity. Fails with bad-usage that names `source`.
 */
export function readWorkbook(bytes: Buffer, source: string): Table {
  try {
    return readFirstSheet(unpackWorkbook(bytes, source), source)
  } catch (thrown) {
    throw thrown instanceof SyntaxError ? damaged(source) : thrown
  }
}

function readFirstSheet(parts: WorkbookParts, source: string): Table {
  const { sheets, is1904, read } = readContents(parts, source)
  const context: SheetContext = {
    source,
    texts: readTexts(read('sharedStrings'), source),
    formats: numberFormats(read('styles')),
    is1904,
  }
  for (const { name, part } of sheets) {
    const xml = part.read()
    // Read as empty, it would be a list without its references, or another sheet would be taken.
    if (xml === undefined) throw new SyntaxError(`the sheet ${part.path} is missing`)
    const sheet = readSheet(xml, context)
    if (sheet.rows.length === 0 && sheet.openFormulas === 0) continue
    const { rows, hiddenRows, remarks } = sheet
    const which =
      sheets.length === 1 ? null : `Of its ${sheets.length} sheets “${name}” was taken, the first with anything in it.`
    return {
      rows,
      note: noteOf([which, openFormulaWords(sheet), hiddenRowWords(sheet)]),
      ...(remarks.length === 0 ? {} : { remarks }),
      ...(hiddenRows.length === 0 ? {} : { hiddenRows }),
    }
  }
  throw badUsage(`${source} is empty.`, 'Put one reference on each line.')
}

function openFormulaWords({ openFormulas: count }: Sheet): string | null {
  if (count === 0) return null
  const what = count === 1 ? '1 formula has' : `${count.toLocaleString('en')} formulas have`
  return `${what} no value yet: open and save it in your spreadsheet program.`
}

function hiddenRowWords({ hiddenRows: { length } }: Sheet): string | null {
  if (length === 0) return null
  if (length === 1) return '1 row is hidden by a filter or by hand; it was taken too.'
  return `${length.toLocaleString('en')} rows are hidden by a filter or by hand; they were taken too.`
}

interface Contents {
  /** Those that are seen, and hold cells. */
  sheets: { name: string; part: RelatedPart }[]
  is1904: boolean
  /** The part of this type; undefined for a workbook without one. */
  read(type: string): Uint8Array | undefined
}

function readContents(parts: WorkbookParts, source: string): Contents {
  const path = readRelations(parts, '').find('officeDocument')?.path ?? 'xl/workbook.xml'
  const xml = parts.read(path)
  if (xml === undefined) {
    throw badUsage(`${source} is an archive, but no workbook.`, 'Choose a file that ends with .xlsx or .csv.')
  }
  const relations = readRelations(parts, path)
  const sheets: Contents['sheets'] = []
  let is1904 = false
  parseXml(xml, {
    onOpen: (tag, attributes) => {
      if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes()['date1904'] ?? '')
      if (tag !== 'sheet') return
      const { name = '', state = '', 'r:id': id = '' } = attributes()
      const part = relations.byId(id)
      const isHidden = ['hidden', 'veryhidden'].includes(state.toLowerCase())
      if (!isHidden && part.type === 'worksheet') sheets.push({ name: sheetText(name), part })
      if (sheets.length > MAX_SHEETS) throw tooLarge(source, `has more than ${MAX_SHEETS.toLocaleString('en')} sheets`)
    },
  })
  // A program may leave the relation out where the part has its usual name.
  const read = (type: string): Uint8Array | undefined =>
    relations.find(type)?.read() ?? parts.read(posix.join(posix.dirname(path), `${type}.xml`))
  return { sheets, is1904, read }
}

/** The texts that cells refer to by number, without how East Asian ones are read aloud. */
function readTexts(xml: Uint8Array | undefined, source: string): string[] {
  const texts: string[] = []
  if (xml === undefined) return texts
  let text = ''
  let isText = false
  let isReading = false
  parseXml(xml, {
    onOpen: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isReading = true
      if (name === 't') isText = !isReading
    },
    onText: (part) => {
      if (isText) text = (text + part).slice(0, MAX_CELL_LENGTH)
    },
    onClose: (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') isReading = false
      if (name !== 'si') return
      texts.push(sheetText(text).trim())
      if (texts.length > MAX_CELLS) throw tooLarge(source, `has more than ${MAX_CELLS.toLocaleString('en')} texts`)
    },
  })
  return texts
}
