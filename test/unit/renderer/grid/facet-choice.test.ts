import { describe, expect, it } from 'vitest'
import { chooseListed, facetId, listValues } from '../../../../src/renderer/grid/FacetPanel.tsx'

const valuesOf = (...values: (string | null)[]) => values.map((value) => ({ value, count: 1, isChosen: false }))
const VESSELS = valuesOf('MV Ærøskøbing', 'MV Golden Harvest', null)

describe('the values of a facet', () => {
  it('are found by letters without accents, in any case', () => {
    expect(listValues(VESSELS, 'aeroSKO').listed.map(({ value }) => value)).toEqual(['MV Ærøskøbing'])
  })

  it('are all listed while nothing is typed, the unknown one too', () => {
    expect(listValues(VESSELS, '')).toEqual({ listed: VESSELS, more: 0 })
  })

  it('are listed up to 200, and counted beyond', () => {
    const many = valuesOf(...Array.from({ length: 1_240 }, (_, at) => `MV ${at}`))
    const { listed, more } = listValues(many, 'mv')
    expect([listed.length, more]).toEqual([200, 1_040])
  })
})

describe('a choice in the panel', () => {
  it('keeps what was chosen before and is not listed for what is typed now', () => {
    const { listed } = listValues(VESSELS, 'golden')
    expect(chooseListed(['MV Ærøskøbing'], listed, new Set(['MV Golden Harvest']))).toEqual([
      'MV Ærøskøbing',
      'MV Golden Harvest',
    ])
  })

  it('drops what is listed and not chosen any more', () => {
    expect(chooseListed(['MV Golden Harvest', null], VESSELS, new Set([facetId({ value: null })]))).toEqual([null])
  })

  it('tells the unknown value from a set whose value is an empty text', () => {
    const values = valuesOf('', null)
    expect(chooseListed([], values, new Set([facetId({ value: '' })]))).toEqual([''])
  })
})
