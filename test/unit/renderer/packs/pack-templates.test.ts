import { describe, expect, it } from 'vitest'
import { moved, templateOf } from '../../../../src/renderer/packs/pack-templates.ts'

describe('templateOf', () => {
  it('keeps the order of titles, and lets numbers be others next time', () => {
    const titles = ['Bill of Lading', 'Invoice 4711-2', 'Invoice 9-1', '2026']
    expect(templateOf('Bank', titles)).toEqual({ name: 'Bank', patterns: ['Bill of Lading', 'Invoice *-*'] })
  })
})

describe('moved', () => {
  it('takes one to another place', () => {
    expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  })
})
