import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { strToU8 } from 'fflate/browser'
import { describe, expect, it } from 'vitest'
import { readTable } from '../../../src/engine/tables/read-table.ts'
import { writeWorkbook } from '../../../src/engine/tables/write-workbook.ts'
import { csvLines } from '../../../src/shared/text/csv-lines.ts'
import { makeWorkbook } from '../../support/make-workbook.ts'
import { hasOpenpyxl, PYTHON } from '../../support/system-packages.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const run = promisify(execFile)
const CELLS_OF_WORKBOOKS = `
import json, sys, warnings, openpyxl
warnings.simplefilter('ignore')
read = lambda path: [['' if cell is None else str(cell) for cell in row]
  for row in openpyxl.load_workbook(path, data_only=True).worksheets[0].iter_rows(values_only=True)]
print(json.dumps([read(path) for path in sys.argv[1:]]))`
const CELLS_OF_CSV = `
import csv, json, sys
print(json.dumps([list(csv.reader(open(path, newline='', encoding='utf-8-sig'), strict=True)) for path in sys.argv[1:]]))`
const WRITE_WORKBOOKS = `
import sys, json, openpyxl
for path, rows in zip(sys.argv[2:], json.loads(sys.argv[1])):
  book = openpyxl.Workbook()
  for row in rows: book.active.append([cell if cell != '' else None for cell in row])
  book.save(path)`

/** Texts that one maker or another writes in a way of its own. */
const TEXTS = [
  'SHP-1',
  '007',
  'a & b <c>',
  "it's",
  '"q"',
  ' x',
  'Größe',
  '漢字',
  'SHP_x0041_',
  '1E5',
  '12,5',
  'a;b',
  '=x',
  'TRUE',
] as const
const TABLES = 30

/** The same tables at each run: a fault that is found can be found again. */
function tableAt(seed: number): string[][] {
  return Array.from({ length: 2 + (seed % 5) }, (_, row) =>
    Array.from(
      { length: 1 + (seed % 3) },
      (__, column) => TEXTS[(seed * 7 + row * 5 + column * 3) % TEXTS.length] ?? '',
    ),
  )
}

async function python(script: string, args: readonly string[]): Promise<string> {
  return (await run(PYTHON, ['-c', script, ...args], { maxBuffer: 50_000_000 })).stdout
}

async function write(files: Readonly<Record<string, Uint8Array | string>>): Promise<string[]> {
  const folder = await tempFolder()
  const paths = Object.keys(files).map((name) => join(folder, name))
  await Promise.all(Object.values(files).map((content, at) => writeFile(paths[at] ?? folder, content)))
  return paths
}

const tables = Array.from({ length: TABLES }, (_, seed) => tableAt(seed))

// Off Debian it may not be there: what it would compare is then not compared.
describe.skipIf(!hasOpenpyxl())('tables beside openpyxl and Python’s csv', () => {
  it('are read from what openpyxl writes as they were given to it', async () => {
    const plain = tables.map((rows) => rows.map((row) => row.map((cell) => (cell.startsWith('=') ? 'x' : cell))))
    const folder = await tempFolder()
    const paths = plain.map((_, at) => join(folder, `${at}.xlsx`))
    await python(WRITE_WORKBOOKS, [JSON.stringify(plain), ...paths])
    const read = await Promise.all(paths.map(async (path) => readTable(await readFile(path), 'list.xlsx').rows))
    // It writes what every spreadsheet decodes without encoding it.
    const shown = (cell: string): string => cell.trim().replace('SHP_x0041_', 'SHPA')
    expect(read).toEqual(plain.map((rows) => rows.map((row) => row.map(shown))))
  })

  it('are read by openpyxl as they were written', async () => {
    const files = tables.map((rows, at) => [`${at}.xlsx`, writeWorkbook(rows, 'S')] as const)
    const read: unknown = JSON.parse(await python(CELLS_OF_WORKBOOKS, await write(Object.fromEntries(files))))
    // It decodes no _xHHHH_ itself: it sees what stands in the file.
    expect(read).toEqual(
      tables.map((rows) => rows.map((row) => row.map((cell) => cell.replace('_x0041_', '_x005F_x0041_')))),
    )
  })

  it('are one and the same to both, in whatever way a workbook is put together', async () => {
    const shared =
      '<row r="2"><c r="B2" t="s"><v>1</v></c></row><row r="4"><c r="A4" t="str"><f>A1</f><v>SHP-4</v></c></row>'
    const samples = {
      'shared.xlsx': makeWorkbook({ sheets: { One: shared }, texts: ['no', 'SHP-2 &amp; 3'], parts: rootParts() }),
      'rich.xlsx': makeWorkbook({
        sheets: { One: '<row><c t="inlineStr"><is><r><t>SHP</t></r><r><t>-1</t></r></is></c></row>' },
        parts: rootParts(),
      }),
      'hidden.xlsx': makeWorkbook({
        sheets: { One: '<row hidden="1"><c><v>12345</v></c></row><row><c><v>0.5</v></c></row>' },
        parts: rootParts(),
      }),
    }
    const read: unknown = JSON.parse(await python(CELLS_OF_WORKBOOKS, await write(samples)))
    const ours = Object.values(samples).map((bytes) => {
      const { rows } = readTable(bytes, 'list.xlsx')
      const widest = Math.max(...rows.map((row) => row.length))
      return rows.map((row) => Array.from({ length: widest }, (_, at) => row[at] ?? ''))
    })
    expect(ours).toEqual(read)
  })

  it('are read by a strict reader of CSV as they were written, but for the guards', async () => {
    const hostile = [
      ...tables,
      [
        ['a\nb', 'c\rd', 'e\r\nf'],
        ['"', ',', ' x '],
      ],
      [
        ['x;y', 'x\ty', '\u2028'],
        ['1', '2', '3'],
      ],
    ]
    const files = hostile.map((rows, at) => [`${at}.csv`, `\uFEFF${csvLines(rows)}`] as const)
    const read: unknown = JSON.parse(await python(CELLS_OF_CSV, await write(Object.fromEntries(files))))
    expect(read).toEqual(
      hostile.map((rows) => rows.map((row) => row.map((cell) => (cell.startsWith('=') ? `'${cell}` : cell)))),
    )
  })
})

/** What openpyxl wants of a workbook beyond what its sheets need. */
function rootParts(): Record<string, Uint8Array> {
  const schemas = 'http://schemas.openxmlformats.org'
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return {
    '_rels/.rels': strToU8(
      `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="rId1" Type="${schemas}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    '[Content_Types].xml': strToU8(
      `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    ),
  }
}
