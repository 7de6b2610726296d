import { describe, expect, it } from 'vitest'
import { nameSelection } from '../../../../../src/main/desk/search/saved-searches.ts'

const all = { customers: [], shipmentRefs: [], filters: {}, states: [] }

describe('the description of a search', () => {
  it.each([
    [{}, 'every customer'],
    [{ customers: ['a'] }, '1 customer'],
    [{ shipmentRefs: ['A', 'B', 'C', 'D', 'E'] }, 'A, B, C and 2 more, every customer'],
    [{ states: ['TITLE_HELD'], filters: { vesselName: 'Aurora' } }, 'every customer, Title held, Aurora'],
  ])('describes the selection: %o', (change, name) => {
    expect(nameSelection({ ...all, ...change })).toBe(name)
  })
})
