import { describe, expect, it } from 'vitest'
import { bandwidthAt, parseBandwidth } from '../../../../src/shared/model/bandwidth-table.ts'

const at = (time: string): Date => new Date(`2026-03-04T${time}:00`)

describe('a bandwidth', () => {
  it.each([
    ['2M', 2_000_000],
    ['500k', 500_000],
    ['1.5m', 1_500_000],
    ['off', undefined],
  ])('of %s counts at any time', (text, bytesPerSecond) => {
    const table = parseBandwidth(text)
    expect(table).toBeDefined()
    expect(bandwidthAt(table ?? [], at('03:00'))).toBe(bytesPerSecond)
  })

  it.each([
    ['07:59', undefined],
    ['08:00', 2_000_000],
    ['12:29', 2_000_000],
    ['12:30', 10_000_000],
    ['18:00', undefined],
    ['00:00', undefined],
  ])('by a timetable is at %s that of the last time before', (time, bytesPerSecond) => {
    expect(bandwidthAt(parseBandwidth('08:00,2M  12:30,10M 18:00,off') ?? [], at(time))).toBe(bytesPerSecond)
  })

  it('by a timetable without an entry for the night goes on over midnight, so that no gap is left', () => {
    expect(bandwidthAt(parseBandwidth('18:00,1M 8:00,off') ?? [], at('03:00'))).toBe(1_000_000)
  })

  it.each([
    '',
    '0',
    '0M',
    '-2M',
    '2X',
    '2',
    'M',
    '08:00',
    '08:00,',
    '08:00,2M 18:00',
    '25:00,2M',
    '8,2M',
    '08:00,2M 08:00,1M',
    '2M 3M',
    '1e3k',
    '08:00,2M,3M',
  ])('is not %j', (text) => {
    expect(parseBandwidth(text)).toBeUndefined()
  })
})
