import { describe, expect, it } from 'vitest'
import { insertToken } from '../../../../src/renderer/saving/pattern/PatternField.tsx'

describe('putting a token into a name pattern', () => {
  it.each([
    ['at the caret', '{customer}/', { start: 11, end: 11 }, { pattern: '{customer}/{name}', caret: 17 }],
    ['in front', ' x', { start: 0, end: 0 }, { pattern: '{name} x', caret: 6 }],
    ['in place of what is marked', 'a old b', { start: 2, end: 5 }, { pattern: 'a {name} b', caret: 8 }],
  ])('goes %s, and the caret behind it', (...[, pattern, range, expected]) => {
    expect(insertToken(pattern, range, 'name')).toEqual(expected)
  })
})
