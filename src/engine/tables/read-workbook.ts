import { posix } from 'node:path'
import { badUsage } from '../../shared/errors/app-error.ts'
import { numberFormats } from './number-formats.ts'
import { parseXml } from './parse-xml.ts'
import { readSheet, type SheetContext } from './read-sheet.ts'
import { MAX_CELL_LENGTH, MAX_CELLS, MAX_SHEETS, type Table, tooLarge } from './table.ts'
import { damaged, unpackWorkbook, type WorkbookParts } from './unpack-workbook.ts'

const WORKBOOK = 'xl/workbook.xml'

/**
 * The first sheet of an XLSX workbook that has anything in it; hidden ones are passed over. Nothing of the workbook is run or
 * followed: no formula, macro, link or entity. Fails with bad-usage that names `source`.
 */
export function readWorkbook(bytes: Uint8Array, source: string): Table {
  try {
    return readFirstSheet(unpackWorkbook(bytes, source), source)
  } catch (thrown) {
    throw thrown instanceof SyntaxError ? damaged(source) : thrown
  }
}

function readFirstSheet(parts: WorkbookParts, source: string): Table {
  const { sheets, is1904 } = readContents(parts, source)
  const context: SheetContext = {
    source,
    texts: readTexts(parts, source),
    formats: numberFormats(parts.read('xl/styles.xml')),
    is1904,
  }
  for (const { name, part } of sheets) {
    const xml = parts.read(part)
    const rows = xml === undefined ? [] : readSheet(xml, context)
    if (rows.length === 0) continue
    const note =
      sheets.length === 1 ? null : `Of its ${sheets.length} sheets “${name}” was taken, the first with anything in it.`
    return { rows, note }
  }
  throw badUsage(`${source} is empty.`, 'Put one reference on each line.')
}

interface Contents {
  sheets: { name: string; part: string }[]
  is1904: boolean
}

function readContents(parts: WorkbookParts, source: string): Contents {
  const requireFew = (count: number): void => {
    if (count > MAX_SHEETS) throw tooLarge(source, `has more than ${MAX_SHEETS.toLocaleString('en')} sheets`)
  }
  const targets = new Map<string, string>()
  parseXml(parts.read('xl/_rels/workbook.xml.rels') ?? new Uint8Array(), {
    onOpen: (name, attributes) => {
      if (name !== 'Relationship') return
      const { Id: id = '', Target: target = '' } = attributes()
      targets.set(id, posix.resolve('/xl', target).slice(1))
      requireFew(targets.size)
    },
  })
  const contents: Contents = { sheets: [], is1904: false }
  parseXml(parts.read(WORKBOOK) ?? new Uint8Array(), {
    onOpen: (tag, attributes) => {
      if (tag === 'workbookPr') contents.is1904 = ['1', 'true'].includes(attributes()['date1904'] ?? '')
      if (tag !== 'sheet') return
      const { name = '', state = 'visible', 'r:id': id = '' } = attributes()
      if (state === 'visible') contents.sheets.push({ name, part: targets.get(id) ?? '' })
      requireFew(contents.sheets.length)
    },
  })
  return contents
}

/** The texts that cells refer to by number, without how East Asian ones are read aloud. */
function readTexts(parts: WorkbookParts, source: string): string[] {
  const xml = parts.read('xl/sharedStrings.xml')
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
      if (isText && text.length < MAX_CELL_LENGTH) text += part.slice(0, MAX_CELL_LENGTH)
    },
    onClose: (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') isReading = false
      if (name !== 'si') return
      texts.push(text)
      if (texts.length > MAX_CELLS) throw tooLarge(source, `has more than ${MAX_CELLS.toLocaleString('en')} texts`)
    },
  })
  return texts
}
