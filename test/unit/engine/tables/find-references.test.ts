import { describe, expect, it } from 'vitest'
import { findReferences } from '../../../../src/engine/tables/find-references.ts'

describe('findReferences', () => {
  it('keeps every line below the headings in its place, blank and repeated ones included', () => {
    const rows = [['Vessel', 'Shipment ref'], ['MV A', 'B'], [''], ['', 'A', 'note'], ['MV C', 'B'], ['']]
    expect(findReferences(rows, 'The list')).toEqual({
      headings: ['Vessel', 'Shipment ref', ''],
      referenceColumn: 1,
      lines: [
        ['MV A', 'B', ''],
        ['', '', ''],
        ['', 'A', 'note'],
        ['MV C', 'B', ''],
      ],
    })
  })

  it('takes the first column and every line if no heading names the references', () => {
    expect(findReferences([[''], ['SHP-1', 'MV A']], 'The list')).toEqual({
      headings: ['', ''],
      referenceColumn: 0,
      lines: [
        ['', ''],
        ['SHP-1', 'MV A'],
      ],
    })
  })

  it('takes no note for a heading', () => {
    expect(findReferences([['SHP-1', 'Your ref'], ['SHP-2']], 'The list')).toMatchObject({
      referenceColumn: 0,
      headings: ['', ''],
    })
  })

  it('prefers the shipment’s reference, by which the service finds sets', () => {
    expect(
      findReferences(
        [
          ['Our ref', 'Shipment No.'],
          ['1', 'SHP-1'],
        ],
        'The list',
      ).referenceColumn,
    ).toBe(1)
  })

  it('refuses a list without references', () => {
    expect(() =>
      findReferences(
        [
          ['Shipment', 'Vessel'],
          ['', ''],
        ],
        'The list',
      ),
    ).toThrow('The list holds no references.')
  })
})
