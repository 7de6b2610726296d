import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../../../src/shared/errors/app-error.ts'
import type { Failure } from '../../../../../src/shared/errors/failure.ts'
import { DEFAULT_NAME_PATTERN, PATTERN_PRESETS } from '../../../../../src/shared/model/name-patterns.ts'
import {
  closeGaps,
  EXAMPLE_FIELDS,
  findToken,
  GAP,
  type NameFields,
  parseNamePattern,
  renderName,
  TOKENS,
  VALUE,
} from '../../../../../src/engine/saving/names/name-pattern.ts'
import { arbitraryName } from '../../../../support/arbitrary-name.ts'
import { HOSTILE_NAMES, HOSTILE_VALUES } from '../../../../support/hostile-names.ts'
import { illegality } from '../../../../support/legal-name.ts'

const FIELDS: NameFields = {
  customerName: 'Acme Ltd',
  shipmentRef: 'S/17',
  parcelRef: 'P-1',
  docType: 'BILL_OF_LADING',
  name: 'BL 1 of 3.pdf',
  documentId: '1a2b3c4d-0000-4000-8000-00000000000a',
}

describe('parseNamePattern', () => {
  it('separates folders from the file by slashes', () => {
    const pattern = parseNamePattern(DEFAULT_NAME_PATTERN)
    expect([pattern.folders.length, pattern.file.length]).toEqual([2, 3])
  })

  it.each([
    ['{custmer}/x', 'There is no token {custmer} for the name pattern. Did you mean {customer}?'],
    ['{ParcelReff}', 'There is no token {ParcelReff} for the name pattern. Did you mean {parcelRef}?'],
    ['{qqqqqqqqqqqq}', 'There is no token {qqqqqqqqqqqq} for the name pattern.'],
    ['{}', 'There is no token {} for the name pattern.'],
    ['{name', 'The name pattern "{name" has a "{" without its partner.'],
    ['name}', 'The name pattern "name}" has a "}" without its partner.'],
    ['{name/x}', 'The name pattern "{name/x}" has a "{" without its partner.'],
    ['{customer}//{name}', 'The name pattern "{customer}//{name}" has an empty part.'],
    ['{customer}/', 'The name pattern "{customer}/" has an empty part.'],
    ['', 'The name pattern "" has an empty part.'],
    ['{customer}/ - /{name}', 'The name pattern "{customer}/ - /{name}" has an empty part.'],
    ['{customer}/../{name}', 'The name pattern "{customer}/../{name}" has ".." as a folder or file.'],
    ['./{name}', 'The name pattern "./{name}" has "." as a folder or file.'],
    ['/{name}', 'The name pattern "/{name}" is an absolute path.'],
    ['C:/{name}', 'The name pattern "C:/{name}" is an absolute path.'],
    ['\\\\server\\{name}', 'The name pattern "\\\\server\\{name}" is an absolute path.'],
    ['~/{name}', 'The name pattern "~/{name}" is an absolute path.'],
    ['{customer}\\{name}', 'The name pattern "{customer}\\{name}" has a backslash.'],
  ])('refuses %j', (text, message) => {
    expect(refusalOf(text)).toMatchObject({ tag: 'bad-usage', message })
  })

  it('refuses a pattern that no name could show, in a sentence', () => {
    expect(refusalOf('x'.repeat(2_000))).toMatchObject({
      tag: 'bad-usage',
      message: 'The name pattern has 2,000 characters; 1,000 are allowed.',
    })
    expect(refusalOf('x'.repeat(1_000))).toBeUndefined()
  })

  it('lists the tokens where an unknown one was used', () => {
    const refusal = refusalOf('{x}')
    expect(refusal?.tag === 'bad-usage' && refusal.next).toContain('{shipmentRef}')
  })
})

describe('renderName', () => {
  it('inserts the values and cleans them, so that none makes a folder', () => {
    expect(render(DEFAULT_NAME_PATTERN)).toEqual({
      folders: ['Acme Ltd', 'S-17'],
      file: 'P-1 Bill of lading BL 1 of 3.pdf',
    })
  })

  it.each([
    ['By shipment', 'Acme Ltd/S-17/P-1 Bill of lading BL 1 of 3.pdf'],
    ['Flat, by date', 'P-1 Bill of lading BL 1 of 3.pdf'],
    ['By parcel', 'Acme Ltd/P-1/P-1 Bill of lading BL 1 of 3.pdf'],
  ])('names documents by the preset %j as %j', (title, expected) => {
    const preset = PATTERN_PRESETS.find((one) => one.title === title)
    const { folders, file } = render(preset?.pattern ?? '')
    expect([...folders, file].join('/')).toBe(expected)
  })

  it.each<[string, NameFields, string, string]>([
    ['{parcelRef} - {docType} - {name}', { parcelRef: 'P', name: 'N' }, 'P - N.pdf', 'separators close up'],
    ['{name} ({status})', { name: 'N', status: null }, 'N.pdf', 'empty brackets go'],
    ['{shipmentRef}_{name}', { name: 'A - - B' }, 'A - - B.pdf', 'values keep their own separators'],
    ['{name}', {}, 'no document name.pdf', 'an empty name says what is missing'],
    ['{name}', { name: '///' }, 'no document name.pdf', 'a name of separators is empty'],
    ['{{{parcelRef}}}', { parcelRef: 'P' }, '{P}.pdf', 'doubled braces are braces'],
    ['{quantity}', { quantity: '1000 null' }, '1000.pdf', 'null is no quantity'],
    ['Q {quantity}', { quantity: 'null null' }, 'Q.pdf', 'null is no quantity'],
    ['{status}', { status: 'title_held' }, 'Title held.pdf', 'known states are spelled one way'],
    ['{status}', { status: 'FILED away' }, 'FILED away.pdf', 'unknown states pass through'],
    ['{year}-{month}', { billOfLadingDate: '2026-03-07' }, '2026-03.pdf', 'parts of a day'],
    ['{year} {name}', { billOfLadingDate: '2026-02-30', name: 'N' }, 'N.pdf', 'no year of a day that is none'],
    ['{modifiedDate}', { modifiedDate: '3 March 2026, 14:05' }, '2026-03-03 14.05.pdf', 'names sort by time'],
    ['{modifiedDate}', { modifiedDate: 'yesterday' }, 'yesterday.pdf', 'other text stays as written'],
    ['{shortId}', { documentId: '1a2b3c4d-0000' }, '1a2b3c4d.pdf', 'eight characters'],
    [
      '{consignorCompanyName} {Consignee}',
      { consignorCompanyName: 'A', consigneeCompanyName: 'B' },
      'A B.pdf',
      'aliases',
    ],
    ['{ name }', { name: 'N' }, 'N.pdf', 'spaces in braces do not matter'],
    ['{parcelRef}', { parcelRef: 42 }, '42.pdf', 'a number is readable'],
    ['{parcelRef} {name}', { parcelRef: ['x'], name: 'N' }, 'N.pdf', 'a list is no text'],
    ['ab:c {name}', { name: '$& $1' }, 'ab-c $& $1.pdf', 'values are no replacement patterns'],
  ])('renders %j with %j as %j: %s', (pattern, fields, expected) => {
    expect(render(pattern, fields).file).toBe(expected)
  })

  it('names what a folder lacks instead of leaving it out, so that the depth does not vary', () => {
    expect(render('{customer}/{shipmentRef}/{name}', { name: 'N', shipmentRef: ' ' }).folders).toEqual([
      'no customer',
      'no shipment reference',
    ])
  })

  it('puts the prefix before the file and not before folders', () => {
    expect(renderName(parseNamePattern('{customer}/{name}'), FIELDS, { prefix: 'TEST ' })).toEqual({
      folders: ['Acme Ltd'],
      file: 'TEST BL 1 of 3.pdf',
    })
  })

  it('keeps the depth of the pattern and gives legal names, whatever the values', () => {
    const pattern = parseNamePattern('{customer}/{shipmentRef} ({status})/{parcelRef}-{docType} {name}')
    const value = fc.oneof(arbitraryName, fc.constantFrom(...HOSTILE_VALUES))
    const fields = fc.record({ customerName: value, shipmentRef: value, status: value, parcelRef: value, name: value })
    fc.assert(
      fc.property(fields, (values) => {
        const { folders, file } = renderName(pattern, values)
        expect(folders).toHaveLength(2)
        expect([...folders, file].map(illegality).filter((verdict) => verdict !== undefined)).toEqual([])
        expect(file.endsWith('.pdf')).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('does so for the whole corpus in every field', () => {
    const pattern = parseNamePattern('{customer}/{name}')
    for (const name of [...HOSTILE_NAMES, ...HOSTILE_VALUES]) {
      const { folders, file } = renderName(pattern, { customerName: name, name })
      expect([...folders, file].map(illegality)).toEqual([undefined, undefined])
    }
  })
})

describe('TOKENS', () => {
  it.each(TOKENS)('renders the example of {$name}, so that help never shows an empty one', ({ name, label }) => {
    const { file } = renderName(parseNamePattern(`{${name}}`), EXAMPLE_FIELDS)
    expect(file).not.toBe(`no ${label}.pdf`)
  })

  it('accepts every field of a set and a document by its own name', () => {
    const fields = ['consigneeCompanyName', 'customerName', 'fromPartyId', 'loadPort', 'documentId', 'billOfLadingDate']
    expect(fields.map((field) => findToken(field)?.field)).toEqual(fields)
  })
})

function render(pattern: string, fields: NameFields = FIELDS): { folders: readonly string[]; file: string } {
  return renderName(parseNamePattern(pattern), fields)
}

function refusalOf(pattern: string): Failure | undefined {
  try {
    parseNamePattern(pattern)
  } catch (thrown) {
    return failureOf(thrown)
  }
  return undefined
}

describe('closeGaps', () => {
  it.each([
    ['V V', 'V V', 'nothing is missing'],
    ['V - G - V', 'V - V', 'one separator stays between two values'],
    ['V G V', 'V V', 'no double space stays'],
    ['V-G V', 'V-V', 'the telling separator stays'],
    ['VGV', 'VV', 'none is made up'],
    ['G_V', 'V', 'none stays in front'],
    ['V_G', 'V', 'none stays behind'],
    ['V (G)', 'V', 'no empty brackets'],
    ['V (G) V', 'V V', 'no empty brackets in the middle'],
    ['V [G G] - V', 'V - V', 'nor with two gaps in them'],
    ['V (draft G)', 'V (draft)', 'a bracket keeps its partner'],
    ['(G draft) V', '(draft) V', 'a bracket keeps its partner'],
    ['V (G draft) V', 'V (draft) V', 'a bracket keeps its partner'],
    ['G', '', 'nothing is left'],
    ['G - G', '', 'nothing is left'],
    ['Parcel G', 'Parcel', 'words are not separators'],
    ['V G.pdf', 'V.pdf', 'the extension keeps its dot'],
  ])('closes %j to %j: %s', (skeleton, expected) => {
    const marked = skeleton.replaceAll('G', GAP).replaceAll('V', VALUE)
    expect(closeGaps(marked).replaceAll(VALUE, 'V')).toBe(expected)
  })
})
