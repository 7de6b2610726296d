import { describe, expect, it } from 'vitest'
import { findSections } from '../../../../src/renderer/settings/section/sections.ts'

describe('finding a setting by words', () => {
  it.each([
    ['', 19, undefined],
    ['quiet', 1, 'alerts: Quiet hours'],
    ['LARGEST preview', 1, 'sizes: Largest document in the preview'],
    ['queue', 3, undefined],
    ['dark', 1, 'appearance: Dark, light, theme, density, compact, zoom, font'],
    ['followed', 1, 'followed: undefined'],
    ['zebra', 0, undefined],
  ])('“%s” finds %i', (query, count, first) => {
    const found = findSections(query)
    expect(found).toHaveLength(count)
    if (first !== undefined) expect(`${found[0]?.section}: ${found[0]?.setting}`).toBe(first)
  })
})
