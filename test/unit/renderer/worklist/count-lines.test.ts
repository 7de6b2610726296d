import { describe, expect, it } from 'vitest'
import { pastedLines } from '../../../../src/renderer/worklist/WorklistFoot.tsx'

describe('what was pasted', () => {
  it('says how many lines were merged, so that fewer references than lines are no riddle', () => {
    expect(pastedLines(['A', '', 'B', 'A', 'A'])).toBe(' · 5 lines pasted, 2 repeated, 1 blank')
    expect(pastedLines(['A', '', 'B'])).toBe(' · 3 lines pasted, 1 blank')
  })

  it('says nothing where every line is a reference of its own, two that differ by case alone included', () => {
    expect(pastedLines(['A', 'a', 'B'])).toBe('')
  })
})
