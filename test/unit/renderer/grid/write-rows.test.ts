import { describe, expect, it } from 'vitest'
import { toTable, toTabSeparated } from '../../../../src/renderer/grid/store/write-rows.ts'
import { sampleColumns, sampleRows, type SampleRow } from './sample-grid.ts'

const hostile: SampleRow = { id: 'x', reference: '=HYPERLINK("x")', port: 'a\tb\nc', tonnes: -5 }

describe('rows as text', () => {
  it('puts a header line before rows for the clipboard, and leaves unknown cells empty', () => {
    expect(toTabSeparated(sampleRows.slice(1, 3), sampleColumns)).toBe(
      'Reference\tPort\tTonnes\r\nPR-9\tGdańsk\t\r\nPR-100\t\t5',
    )
  })

  it('writes the columns given, in the order given', () => {
    const [reference, , tonnes] = sampleColumns
    expect(
      toTabSeparated(
        sampleRows.slice(0, 1),
        [tonnes, reference].filter((one) => one !== undefined),
      ),
    ).toBe('Tonnes\tReference\r\n30\tPR-10')
  })

  it('runs nothing as a formula when pasted, and keeps cells in place (T21)', () => {
    expect(toTabSeparated([hostile], sampleColumns)).toBe(`Reference\tPort\tTonnes\r\n'=HYPERLINK("x")\ta b c\t-5`)
  })

  it('quotes a cell that begins with a quote, because a spreadsheet would run it together with the next', () => {
    expect(toTabSeparated([{ ...hostile, reference: '"Ærø"' }], sampleColumns)).toContain('"""Ærø"""\t')
  })

  it('are values after their headings for a file, whose writer guards them', () => {
    expect(toTable([hostile], sampleColumns)).toEqual([
      ['Reference', 'Port', 'Tonnes'],
      ['=HYPERLINK("x")', 'a\tb\nc', -5],
    ])
  })
})
