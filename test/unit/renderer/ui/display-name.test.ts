import { describe, expect, it } from 'vitest'
import { displayName } from '../../../../src/renderer/ui/base/words.ts'

describe('displayName', () => {
  it.each([null, '', '  '])('says that %j is none, so that no cell is an empty hole', (name) => {
    expect(displayName(name)).toBe('No name')
    expect(displayName(name, 'Document without a name')).toBe('Document without a name')
  })

  it('shows what is hidden in a name', () => {
    expect(displayName('\u202Efdp.exe')).toBe('⟨RLO⟩fdp.exe')
  })
})
