import { describe, expect, it } from 'vitest'
import { displayName } from '../../../../src/renderer/ui/base/words.ts'

describe('displayName', () => {
  it.each([null, '', '  '])('names %j “No name”, so that no cell is blank', (name) => {
    expect(displayName(name)).toBe('No name')
    expect(displayName(name, 'Document without a name')).toBe('Document without a name')
  })

  it('makes hidden characters visible', () => {
    expect(displayName('\u202Efdp.exe')).toBe('⟨RLO⟩fdp.exe')
  })
})
