import { describe, expect, it } from 'vitest'
import { closeGaps, GAP, VALUE } from '../../../../../src/engine/saving/names/name-pattern.ts'

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
