import { describe, expect, it } from 'vitest'
import { createLag } from '../../support/slow-host.ts'

describe('a slow host', () => {
  const drawn = (seed: string): number[] => {
    const lag = createLag(seed)
    return Array.from({ length: 50 }, () => lag?.('call') ?? 0)
  }

  it('is as slow again by the same seed, and otherwise by another', () => {
    expect(drawn('1')).toEqual(drawn('1'))
    expect(drawn('1')).not.toEqual(drawn('2'))
  })

  it('keeps most of what passes for no time, and the rest for up to a quarter of a second', () => {
    const times = drawn('1')
    expect(times.filter((time) => time === 0).length).toBeGreaterThan(25)
    expect(Math.max(...times)).toBeGreaterThan(100)
  })
})
