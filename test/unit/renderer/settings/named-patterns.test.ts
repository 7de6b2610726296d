import { describe, expect, it } from 'vitest'
import { nameProblem, withPattern } from '../../../../src/renderer/settings/PatternsSection.tsx'

const bank = { name: 'Bank', pattern: '{name}' }
const own = { name: 'Own', pattern: '{customer}/{name}' }

describe('named patterns', () => {
  it('keep their place when one is changed or renamed', () => {
    const changed = { name: 'Banks', pattern: '{parcelRef}' }
    expect(withPattern([bank, own], 'Bank', changed)).toEqual([changed, own])
  })

  it('get a new one at the end', () => {
    expect(withPattern([bank], undefined, own)).toEqual([bank, own])
  })

  it('need unique names; one may keep its own', () => {
    expect(nameProblem([bank, own], ' ', undefined)).toBe('Give the pattern a name.')
    expect(nameProblem([bank, own], ' Own ', 'Bank')).toMatch(/^Another pattern has this name/)
    expect(nameProblem([bank, own], 'Bank', 'Bank')).toBeUndefined()
  })
})
