import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatBytes, formatDuration } from '../../../../src/shared/text/format.ts'

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [1540, '1.5 kB'],
    [9949, '9.9 kB'],
    [9950, '10 kB'],
    [999_499, '999 kB'],
    [999_960, '1.0 MB'],
    [12_300_000, '12 MB'],
    [2.5e12, '2.5 TB'],
    [5e15, '5000 TB'],
    [-1, 'unknown'],
    [NaN, 'unknown'],
    [Infinity, 'unknown'],
  ])('writes %d as %j', (bytes, expected) => {
    expect(formatBytes(bytes)).toBe(expected)
  })

  it('never needs more than three digits below a petabyte, so that columns stay narrow', () => {
    fc.assert(
      fc.property(fc.nat(9e14), (bytes) => {
        expect(formatBytes(bytes)).toMatch(/^(\d|\d\.\d|\d{2,3}) (B|kB|MB|GB|TB)$/)
      }),
    )
  })
})

describe('formatDuration', () => {
  it.each([
    [0, '0 s'],
    [499, '0 s'],
    [45_000, '45 s'],
    [59_600, '1 min'],
    [200_000, '3 min 20 s'],
    [3_599_600, '1 h'],
    [7_500_000, '2 h 5 min'],
    [86_399_000, '1 d'],
    [100 * 3_600_000, '4 d 4 h'],
    [-1, 'unknown'],
    [NaN, 'unknown'],
  ])('writes %d ms as %j', (durationMs, expected) => {
    expect(formatDuration(durationMs)).toBe(expected)
  })
})
