import { describe, expect, it } from 'vitest'
import { fuzzyFilter } from '../../../../src/renderer/palette/fuzzy-filter.ts'

const TITLES = ['Go to Search', 'Save documents', 'Show keyboard shortcuts', 'Choose columns', 'Resume save']

const found = (query: string): string[] => fuzzyFilter(TITLES, query, (title) => title).map(({ item }) => item)

describe('the filter of the palette', () => {
  it('keeps the order while the query is empty', () => {
    expect(found(' ')).toEqual(TITLES)
  })

  it('finds by the first letters of words', () => {
    expect(found('sd')[0]).toBe('Save documents')
    expect(found('sks')[0]).toBe('Show keyboard shortcuts')
  })

  it('puts a word at the beginning before the same word later', () => {
    expect(found('save').slice(0, 2)).toEqual(['Save documents', 'Resume save'])
  })

  it('finds letters from anywhere, but only in order', () => {
    expect(found('clmns')).toEqual(['Choose columns'])
    expect(found('snmlc')).toEqual([])
  })

  it('reports the matched letters, so that they can be marked', () => {
    expect(fuzzyFilter(['Save documents'], 'sd', (title) => title)[0]?.places).toEqual([0, 5])
  })

  it('tries a later start if it gives a better match', () => {
    expect(fuzzyFilter(['Choose columns'], 'col', (title) => title)[0]?.places).toEqual([7, 8, 9])
  })
})
