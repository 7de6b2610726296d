import { describe, expect, it } from 'vitest'
import { decode, pdfMomentOf, timeOf } from '../../../../src/engine/signatures/asn1.ts'

const [UTC_TIME, GENERALIZED_TIME] = [0x17, 0x18]

function time(tag: number, text: string): string | undefined {
  return timeOf(decode(Buffer.from([tag, text.length, ...Buffer.from(text)])))?.toISOString()
}

describe('a time in a signature', () => {
  it.each([
    ['240203040506Z', '2024-02-03T04:05:06.000Z'],
    ['600203040506Z', '1960-02-03T04:05:06.000Z'],
    ['2402030405Z', '2024-02-03T04:05:00.000Z'],
    ['240203040506+0200', '2024-02-03T02:05:06.000Z'],
    ['241303040506Z', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ])('of two digits for the year, %s, is %s', (text, expected) => {
    expect(time(UTC_TIME, text)).toBe(expected)
  })

  it.each([
    ['20240203040506Z', '2024-02-03T04:05:06.000Z'],
    ['20240203040506.123456Z', '2024-02-03T04:05:06.123Z'],
    ['20240203040506-0530', '2024-02-03T09:35:06.000Z'],
    ['20240203040506', undefined],
    ['00000000000000Z', undefined],
  ])('of four digits for the year, %s, is %s', (text, expected) => {
    expect(time(GENERALIZED_TIME, text)).toBe(expected)
  })
})

describe('a time in a PDF', () => {
  it.each([
    ["D:20240203040506+01'00'", '2024-02-03T03:05:06.000Z'],
    ["D:20240203040506-05'30", '2024-02-03T09:35:06.000Z'],
    ["D:20240203040506Z00'00'", '2024-02-03T04:05:06.000Z'],
    ['D:20240203040506Z', '2024-02-03T04:05:06.000Z'],
    ['D:20240203040506', '2024-02-03T04:05:06.000Z'],
    ['D:20241303040506Z', undefined],
    ['', undefined],
  ])('is, where it says %s, %s', (text, expected) => {
    expect(pdfMomentOf(text)?.toISOString()).toBe(expected)
  })
})
