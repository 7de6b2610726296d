import { describe, expect, it } from 'vitest'
import { pastedLines } from '../../../../src/renderer/worklist/WorklistFoot.tsx'

describe('pastedLines', () => {
  it('says how many lines were merged, to explain why there are fewer references than lines', () => {
    expect(pastedLines(['A', '', 'B', 'A', 'A'])).toBe(' · 5 lines pasted, 2 repeated, 1 blank')
    expect(pastedLines(['A', '', 'B'])).toBe(' · 3 lines pasted, 1 blank')
  })

  it('is empty if every line is a separate reference, even two that differ only by case', () => {
    expect(pastedLines(['A', 'a', 'B'])).toBe('')
  })
})
