import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cleanQuantity,
  docTypeLabel,
  foldState,
  isSameState,
  isUuid,
  KNOWN_STATES,
  parseSignature,
  stateLabel,
} from '../../../../src/shared/text/set-fields.ts'
import { csvCell } from '../../../../src/shared/text/csv-cell.ts'

describe('foldState', () => {
  it.each(['TITLE_HELD', 'title_held', 'title held', 'Title-Held', ' title  held '])(
    'takes %j for TITLE_HELD, because its spelling varies',
    (text) => {
      expect(isSameState(text, 'TITLE_HELD')).toBe(true)
    },
  )

  it('keeps different states apart', () => {
    expect(new Set(KNOWN_STATES.map(({ state }) => foldState(state))).size).toBe(KNOWN_STATES.length)
    expect(isSameState('drafted', 'TRANSFER_DRAFTED')).toBe(false)
  })
})

describe('stateLabel', () => {
  it('names known states for people and passes unknown ones through as received', () => {
    expect(['transfer_drafted', 'SIGNED', 'To be Released'].map(stateLabel)).toEqual([
      'Transfer drafted',
      'Signed',
      'To be Released',
    ])
  })
})

describe('parseSignature', () => {
  it('parses how many have signed', () => {
    expect([parseSignature('1 of 3'), parseSignature('0 of 2'), parseSignature(' 3  Of 3 ')]).toEqual([
      { signed: 1, total: 3 },
      { signed: 0, total: 2 },
      { signed: 3, total: 3 },
    ])
  })

  it.each([
    '',
    '0 of 0',
    '4 of 3',
    '-1 of 3',
    '1.5 of 3',
    '1/3',
    '1 of',
    'one of three',
    '1 of 3 signed',
    '1 of 3\n2 of 3',
  ])('does not parse %j, which is then shown as text', (text) => {
    expect(parseSignature(text)).toBeUndefined()
  })
})

describe('cleanQuantity', () => {
  it.each([
    ['null null', ''],
    ['1000 null', '1000'],
    ['null MT', 'MT'],
    ['1000 MT', '1000 MT'],
    ['nullable NULL', 'nullable NULL'],
    ['  ', ''],
  ])('turns %j into %j, because a literal null is not a value', (text, expected) => {
    expect(cleanQuantity(text)).toBe(expected)
  })
})

describe('csvCell', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(1)', '\tx', '\rx', '\nx', ' =1', '\uff1d1', '\u200B=1', '"=1'])(
    'guards %j, because a spreadsheet might run it',
    (text) => {
      expect(csvCell(text)).toBe(`'${text}`)
    },
  )

  it.each([
    ["P;=1+cmd|'/C calc'!A0;x", "P;'=1+cmd|'/C calc'!A0;x"],
    ['x; \t=1;@a', "x; \t'=1;'@a"],
    ['a\n-b;c', "a\n'-b;c"],
    ['x;"=1+1&"";x', `x;'"=1+1&"";x`],
    ['a\t\u200B=1', "a\t'\u200B=1"],
  ])('guards %j inside too, for a spreadsheet that splits the line there', (text, expected) => {
    expect(csvCell(text)).toBe(expected)
  })

  it.each(['', 'BL 1', '0017', 'a=b', 'x-1', "'=1", '漢', 'a; b', 'a;b=c', 'a - b'])('leaves %j unchanged', (text) => {
    expect(csvCell(text)).toBe(text)
  })

  it('never yields text of which a part starts like a formula, wherever a reader splits it', () => {
    const pieces = fc.constantFrom(';', '\t', '\n', '\r', ' ', '"', '=', '+', '-', '@', "'", 'a', '\u200B', '\u00A0')
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(pieces, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) }),
        (text) => {
          for (const part of csvCell(text).split(/[;\t\r\n]/)) expect(part).not.toMatch(/^[\s\p{Cc}\p{Cf}"]*[=+\-@]/u)
        },
      ),
    )
  })
})

describe('isUuid', () => {
  it('recognises an id by its form, whatever version and case', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect([isUuid(id), isUuid(id.toUpperCase())]).toEqual([true, true])
      }),
    )
  })

  it.each([
    '',
    '..',
    '../..',
    'x'.repeat(36),
    '1a2b3c4d-0000-4000-8000-00000000000a/..',
    '1a2b3c4d-0000-4000-8000-00000000000a\n',
  ])('refuses %j, because it would go into a path', (text) => {
    expect(isUuid(text)).toBe(false)
  })
})

describe('docTypeLabel', () => {
  it.each([
    ['BILL_OF_LADING', 'Bill of lading'],
    ['uploadable_document', 'Uploadable document'],
    ['Bill of Lading', 'Bill of Lading'],
    ['EUR.1', 'EUR.1'],
    ['COO', 'COO'],
    ['_', '_'],
    ['', ''],
  ])('reads %s as %s', (docType, label) => {
    expect(docTypeLabel(docType)).toBe(label)
  })
})
