import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseByteRange } from '../../../../../src/main/desk/serving/serve-document.ts'

describe('a byte range', () => {
  it.each([
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=90-', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-1000', { first: 0, last: 99 }],
    ['bytes=95-1000', { first: 95, last: 99 }],
    [' bytes=99-99 ', { first: 99, last: 99 }],
  ])('reads %s of a hundred bytes', (header, range) => {
    expect(parseByteRange(header, 100)).toEqual(range)
  })

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('cannot serve %s of a hundred bytes', (header) => {
    expect(parseByteRange(header, 100)).toBe('unsatisfiable')
  })

  it.each([null, '', 'bytes=-', 'bytes=9-0', 'bytes=0-9,20-29', 'lines=0-9', 'bytes=a-b', 'bytes=0-99999999999999999'])(
    'answers %s with the whole file, as a server may for what it does not understand',
    (header) => {
      expect(parseByteRange(header, 100)).toBeUndefined()
    },
  )

  it('never leads out of the file', () => {
    fc.assert(
      fc.property(fc.tuple(fc.nat(1000), fc.nat(1000)), fc.nat(1000), ([from, to], bytes) => {
        for (const header of [`bytes=${from}-${to}`, `bytes=${from}-`, `bytes=-${to}`]) {
          const range = parseByteRange(header, bytes)
          if (range === undefined || range === 'unsatisfiable') continue
          expect(range.first).toBeGreaterThanOrEqual(0)
          expect(range.last).toBeLessThan(bytes)
          expect(range.first).toBeLessThanOrEqual(range.last)
        }
      }),
    )
  })
})
