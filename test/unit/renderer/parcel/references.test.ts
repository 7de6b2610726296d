import { describe, expect, it } from 'vitest'
import { mergeReferences, splitReferences } from '../../../../src/renderer/parcel/references.ts'

describe('references from pasted text', () => {
  it('are split at line breaks of every system, tabs, commas and semicolons', () => {
    expect(splitReferences('SHP-1\r\nSHP-2\nSHP-3\rSHP-4\tSHP-5,SHP-6;SHP-7')).toEqual([
      'SHP-1',
      'SHP-2',
      'SHP-3',
      'SHP-4',
      'SHP-5',
      'SHP-6',
      'SHP-7',
    ])
  })

  it('keep a blank inside, because a reference may contain one', () => {
    expect(splitReferences('SHP 0412 A\n  SHP 0413  ')).toEqual(['SHP 0412 A', 'SHP 0413'])
  })

  it('lose the empty cells of a column and appear once each, in order', () => {
    expect(splitReferences('B\n\n\nA\nB\n')).toEqual(['B', 'A'])
  })

  it('lose quotes, hard spaces and zero-width characters, which no service would find', () => {
    expect(splitReferences('"SHP-1"\n\u00A0SHP-2\u200B\n\uFEFFSHP-3')).toEqual(['SHP-1', 'SHP-2', 'SHP-3'])
  })

  it('are empty for blank text', () => {
    expect(splitReferences(' \n\t;, ')).toEqual([])
  })
})

describe('references added to others', () => {
  it('come after them, each once', () => {
    expect(mergeReferences(['A', 'B'], ['C', 'A'])).toEqual(['A', 'B', 'C'])
  })
})
