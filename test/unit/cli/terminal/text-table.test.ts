import { describe, expect, it } from 'vitest'
import { displayWidth, textTable } from '../../../../src/cli/terminal/text-table.ts'

describe('textTable', () => {
  it('aligns columns by display width, not by the number of characters', () => {
    const rows = [
      ['漢字', 'a'],
      ['e\u0301', 'b'],
      ['plain', null],
    ]
    expect([...textTable(['NAME', 'X'], rows)]).toEqual(['NAME   X\n', '漢字   a\n', 'e\u0301      b\n', 'plain  –\n'])
  })

  it('starts printing long before the last row is read', () => {
    let read = 0
    const rows = (function* () {
      for (; read < 100_000; read += 1) yield ['x']
    })()
    textTable(['A'], rows).next()
    expect(read).toBeLessThan(300)
  })

  it('prints every row, including those after the measured ones', () => {
    const rows = Array.from({ length: 500 }, (_item, index) => [String(index)])
    expect([...textTable(['A'], rows)]).toHaveLength(501)
  })

  it('does not let one very long cell push the others off the screen', () => {
    const [first = ''] = textTable(['A', 'B'], [['x'.repeat(500), 'y']])
    expect(first.indexOf('B')).toBeLessThan(70)
  })

  it('cuts only cuttable cells, widest first, to fit a terminal', () => {
    const rows = [['SHP-2026-0001', '华东粮油贸易有限公司', 'to be released and signed']]
    const room = { columns: 44, cuttable: ['CUSTOMER', 'STATUS'] }
    const lines = [...textTable(['SHIPMENT', 'CUSTOMER', 'STATUS'], rows, room)]
    expect(lines).toEqual(['SHIPMENT       CUSTOMER       STATUS\n', 'SHP-2026-0001  华东粮油贸易…  to be release…\n'])
  })

  it('cuts nothing without a terminal, because a script reads it', () => {
    const rows = [['x'.repeat(50)]]
    expect([...textTable(['A'], rows, { columns: undefined, cuttable: ['A'] })][1]).toBe(`${'x'.repeat(50)}\n`)
  })

  it('prints no headings without rows', () => {
    expect([...textTable(['A'], [])]).toEqual([])
  })
})

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['漢', 2],
    ['ｆ', 2],
    ['é', 1],
    ['e\u0301', 1],
    ['🚢', 2],
  ])('counts %j as %i', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })
})
