import { describe, expect, it } from 'vitest'
import { createRegionFormats } from '../../../../src/shared/text/region.ts'

const DAY = { year: 2026, month: 3, day: 4 }

describe('the formats of a region', () => {
  it.each([
    ['en-GB', '04 Mar 2026', '04 Mar'],
    ['de-DE', '04 Mar 2026', '04 Mar'],
    ['en-US', 'Mar 04, 2026', 'Mar 04'],
    ['zh-CN', '2026 Mar 04', 'Mar 04'],
    ['sv-SE', '2026 Mar 04', '04 Mar'],
  ])('order the parts of a date as %s does, with an English month that cannot be misread', (region, day, dayOfYear) => {
    const formats = createRegionFormats({ region, dates: 'name' })
    expect(formats.day(DAY)).toBe(day)
    expect(formats.dayOfYear(DAY)).toBe(dayOfYear)
  })

  it.each([
    ['en-GB', '9,007,199,254,740,993.50'],
    ['de-DE', '9.007.199.254.740.993,50'],
  ])('write a sum of any size with all its decimals, as %s does', (region, text) => {
    expect(createRegionFormats({ region, dates: 'name' }).decimal('9007199254740993.50')).toBe(text)
  })

  it.each([
    ['de-DE', '04.03.2026'],
    ['en-US', '03/04/2026'],
    ['nl-NL', '04-03-2026'],
    ['ja-JP', '2026/03/04'],
    // Its own digits and direction marks would reorder an English sentence.
    ['ar-EG', '04/03/2026'],
    // Its own calendar is not that of the documents.
    ['fa-IR', '2026/03/04'],
    ['th-TH', '04/03/2026'],
  ])('write a date in digits as %s does', (region, day) => {
    expect(createRegionFormats({ region, dates: 'digits' }).day(DAY)).toBe(day)
  })

  it('write ISO dates with their year everywhere, because 03-04 is read in two ways', () => {
    const formats = createRegionFormats({ region: 'de-DE', dates: 'iso' })
    expect([formats.day(DAY), formats.dayOfYear(DAY)]).toEqual(['2026-03-04', '2026-03-04'])
  })

  it.each([
    ['en-GB', '12,345.5', '1.5 MB'],
    ['de-DE', '12.345,5', '1,5 MB'],
    ['de-CH', "12'345.5", '1.5 MB'],
    ['fr-FR', '12\u202F345,5', '1,5 MB'],
    ['en-IN', '12,345.5', '1.5 MB'],
    ['ar-EG', '12,345.5', '1.5 MB'],
  ])('write numbers as %s does', (region, number, bytes) => {
    const formats = createRegionFormats({ region, dates: 'name' })
    expect([formats.number(12_345.5), formats.bytes(1_500_000)]).toEqual([number, bytes])
  })

  it.each([
    ['de-DE', '00:05', '14:05:09'],
    ['en-US', '12:05 am', '2:05:09 pm'],
  ])('write the time of day as %s does', (region, night, afternoon) => {
    const { time } = createRegionFormats({ region, dates: 'name' })
    expect([time({ hour: 0, minute: 5 }), time({ hour: 14, minute: 5, second: 9 })]).toEqual([night, afternoon])
  })

  it('sort names as the region does, numbers by size', () => {
    const names = ['Zürich', 'Ålesund', 'PR-10', 'Aurora', 'PR-9']
    const sorted = (region: string): string[] => names.toSorted(createRegionFormats({ region, dates: 'name' }).compare)
    expect(sorted('en-GB')).toEqual(['Ålesund', 'Aurora', 'PR-9', 'PR-10', 'Zürich'])
    expect(sorted('nb-NO')).toEqual(['Aurora', 'PR-9', 'PR-10', 'Zürich', 'Ålesund'])
  })

  it.each(['', 'C', 'xx-not-a-region', 'ab', '../..'])(
    'are those of Britain for “%s”, which is no region',
    (region) => {
      const formats = createRegionFormats({ region, dates: 'digits' })
      expect([formats.day(DAY), formats.number(1_240)]).toEqual(['04/03/2026', '1,240'])
    },
  )
})
