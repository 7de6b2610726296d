import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReferences } from '../../../../src/engine/tables/read-references.ts'
import { readTable } from '../../../../src/engine/tables/read-table.ts'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'
import { csvLines } from '../../../../src/shared/text/csv-lines.ts'

const read = (text: string, separator?: string): string[][] => readTable(Buffer.from(text), 'list.csv', separator).rows

function referencesIn(text: string | Buffer): string[] {
  const { table } = readReferences(readTable(Buffer.from(text), 'list.csv'), 'list.csv')
  return table.lines.flatMap((cells) => cells[table.referenceColumn] ?? [])
}

function refusal(text: string | Buffer): string {
  try {
    referencesIn(text)
  } catch (thrown) {
    const failure = failureOf(thrown)
    return failure?.tag === 'bad-usage' ? failure.message : String(thrown)
  }
  return 'accepted'
}

describe('the separator of a list', () => {
  it.each<[string, string, string[]]>([
    ['in one line of three', 'SHP-1\nSHP-2, part 2\nSHP-3', ['SHP-1', 'SHP-2, part 2', 'SHP-3']],
    ['in one line of three, without a blank', 'SHP-1\nSHP-2;SHP-3\nSHP-4', ['SHP-1', 'SHP-2;SHP-3', 'SHP-4']],
    ['in most lines, as prose', 'SHP-1, a\nSHP-2, b\nSHP-3', ['SHP-1, a', 'SHP-2, b', 'SHP-3']],
  ])('is none where it stands %s: it belongs to the text', (_where, text, references) => {
    expect(referencesIn(text)).toEqual(references)
  })

  it.each<[string, string, string[]]>([
    ['a title has another', 'Export, 12 March\nShipment ref;Customer\nSHP-1;Acme\nSHP-2;Beta', ['SHP-1', 'SHP-2']],
    ['a heading has another in its text', 'Ref,Note; see below\nSHP-1,x\nSHP-2,y', ['SHP-1', 'SHP-2']],
    ['amounts have a comma', 'Ref;Qty\nSHP-1;1,5', ['SHP-1']],
    ['a quoted cell has another', 'Ref,Note\nSHP-1,"a;b"\nSHP-2,c', ['SHP-1', 'SHP-2']],
    ['tabs are between cells with semicolons', 'SHP-1; old\tx\nSHP-2\ty', ['SHP-1; old', 'SHP-2']],
    ['bars are between cells', 'SHP-1|x, y\nSHP-2|z', ['SHP-1', 'SHP-2']],
    ['the first cell is quoted', '"SHP-1"|"x, y"\n"SHP-2"|"z; w"', ['SHP-1', 'SHP-2']],
    ['the first cell has several lines', '"SHP-1\nold"|x\n"SHP-2"|y', ['SHP-1', 'old', 'SHP-2']],
  ])('is the one on which the lines agree where %s', (_where, text, references) => {
    expect(referencesIn(text)).toEqual(references)
  })

  it('is the tab alone in what was pasted: a spreadsheet copies a comma only inside of a cell', () => {
    expect(read('SHP-1, part 2\nSHP-2, part 2\nx;y', '\t')).toEqual([['SHP-1, part 2'], ['SHP-2, part 2'], ['x;y']])
    expect(read('"SHP-1\nSHP-2"\tMV A', '\t')).toEqual([['SHP-1\nSHP-2', 'MV A']])
  })
})

describe('a quotation mark', () => {
  it.each<[string, string, string[][]]>([
    [
      'opens a cell after a blank',
      'Ref,N\n "SHP-1",x\nSHP-2, "y, z"',
      [
        ['Ref', 'N'],
        ['SHP-1', 'x'],
        ['SHP-2', 'y, z'],
      ],
    ],
    [
      'closes before further text',
      'Ref,N\n"SHP-1"abc,x',
      [
        ['Ref', 'N'],
        ['SHP-1abc', 'x'],
      ],
    ],
    [
      'is a letter inside of a cell',
      'Ref,N\nSHP-1,12" pipe\nSHP-2,"13"" pipe"',
      [
        ['Ref', 'N'],
        ['SHP-1', '12" pipe'],
        ['SHP-2', '13" pipe'],
      ],
    ],
  ])('%s', (_what, text, rows) => {
    expect(read(text)).toEqual(rows)
  })

  it.each([
    ['is never closed', 'Ref,N\n"SHP-1,x\nSHP-2,y\nSHP-3,z\n'],
    ['is closed by one that was to open a cell', 'Ref,N\n"SHP-1,x\nSHP-2,y\n"SHP-3,z\n'],
    ['is followed by megabytes', `Ref,N\n"${'SHP-1,x\n'.repeat(1_100_000)}`],
  ])('names its line where it %s', (_what, text) => {
    expect(refusal(text)).toBe('Line 2 of list.csv cannot be read: a quotation mark is not closed.')
  })
})

describe('the references of a list', () => {
  it('are cleaned as in the field of the search, and told of where a spreadsheet has spoilt them', () => {
    const text =
      'Ref\n="0012345"\n"=""0012346"""\n\'0012347\n1.23457E+15\nSHP-0001\u200B\nSHP\u00A00002\n\u2060SHP-0003\n#N/A\n###\n'
    expect(referencesIn(text)).toEqual([
      '0012345',
      '0012346',
      '0012347',
      '1.23457E+15',
      'SHP-0001',
      'SHP 0002',
      'SHP-0003',
      '',
      '',
    ])
    const { note } = readReferences(readTable(Buffer.from(text), 'list.csv'), 'list.csv')
    expect(note).toContain('1 reference looks damaged by a spreadsheet')
    expect(note).toContain('2 cells hold errors or logical values, no references.')
  })

  it('are parted by every line break that a program has, inside of a cell too', () => {
    expect(referencesIn('SHP-1\u2028SHP-2\u2029SHP-3\u0085SHP-4\vSHP-5')).toHaveLength(5)
    expect(referencesIn('Ref,N\n"SHP-1\nSHP-2",x')).toEqual(['SHP-1', 'SHP-2'])
    expect(referencesIn('SHP-1\r\nSHP-2\r\n\u001A')).toEqual(['SHP-1', 'SHP-2', ''])
  })

  it('are found wherever their column and their heading are', () => {
    expect(referencesIn('\tSHP-1\n\tSHP-2')).toEqual(['SHP-1', 'SHP-2'])
    expect(referencesIn('Export 12 March,\n,\nNo,Shipment reference\n1,SHP-1\n2,SHP-2')).toEqual(['SHP-1', 'SHP-2'])
    expect(referencesIn('SHP-1\nReference\nSHP-2')).toEqual(['SHP-1', 'Reference', 'SHP-2'])
  })

  it('are not guessed where the letters depend on a code page that the file does not name', () => {
    const western = Buffer.from('Ref;Customer\r\nSHP-1;M\u00FCller\r\nSHP-2;X\r\n', 'latin1')
    expect(readTable(western, 'list.csv')).toMatchObject({
      rows: [
        ['Ref', 'Customer'],
        ['SHP-1', 'Müller'],
        ['SHP-2', 'X'],
      ],
    })
    expect(readTable(western, 'list.csv').note).toContain('no UTF-8')
    expect(refusal(Buffer.from('Ref\nSHP-1\nM\u00FC-1', 'latin1'))).toBe('Line 3 of list.csv is no readable text.')
  })
})

describe('what is no list', () => {
  it.each([
    ['a web page', '<html><table><tr><td>SHP-1</td></tr></table></html>'],
    ['a web page after a mark and blanks', '\uFEFF \r\n<!DOCTYPE html><html></html>'],
    ['an XML spreadsheet', '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'],
    ['XML', '<list><ref>SHP-1</ref></list>'],
    ['RTF', '{\\rtf1\\ansi SHP-1}'],
    ['SYLK', 'ID;PWXL;N;E\r\nC;Y1;X1;K"SHP-1"\r\nE\r\n'],
    ['DIF', 'TABLE\r\n0,1\r\n"EXCEL"\r\n'],
    ['a web archive', 'MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\n'],
    ['PDF', '%PDF-1.7\n'],
    ['JSON', '[{"ref": "SHP-1"}]'],
    ['UTF-16 markup', Buffer.from('\uFEFF<html></html>', 'utf16le')],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
  ])('is refused by name where it is %s: its markup is never asked of the service', (_what, content) => {
    expect(refusal(Buffer.from(content))).toMatch(/^list\.csv is /)
  })

  it('is told by how it begins, which is no reference', () => {
    expect(referencesIn('TABLE-1\nID;1\nGIF-8')).toEqual(['TABLE-1', 'ID;1', 'GIF-8'])
  })
})

describe('an export', () => {
  it('is read back as it was, whatever its cells hold', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '7', '-', '=', '+', '@', ';', ',', '|', '"', '\n', '\r', '\u2028', ' ', 'é'),
      maxLength: 8,
    })
    const rows = fc.array(fc.tuple(fc.constant('x'), text, text), { minLength: 3, maxLength: 6 })
    fc.assert(
      fc.property(rows, (cells) => {
        const shown = cells.map((row) => row.map((cell) => cell.trim()))
        expect(read(`Ref,B,C\r\n${csvLines(shown)}`).slice(1)).toEqual(shown)
      }),
    )
  })
})
