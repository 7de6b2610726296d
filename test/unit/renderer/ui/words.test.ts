import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  appointmentText,
  exactMoment,
  remembered,
  setRegion,
  shortMoment,
} from '../../../../src/renderer/ui/base/words.ts'

const NOW = new Date(2026, 10, 22, 9, 30)
const at = (...parts: [number, number, number, number, number]): string => new Date(...parts).toISOString()

describe('a moment in the inbox', () => {
  it('is shorter the nearer it is', () => {
    expect(shortMoment(at(2026, 10, 22, 7, 5), NOW)).toBe('07:05')
    expect(shortMoment(at(2026, 2, 3, 14, 5), NOW)).toBe('03 Mar 14:05')
    expect(shortMoment(at(2025, 2, 3, 14, 5), NOW)).toBe('03 Mar 2025')
    expect(exactMoment(at(2026, 2, 3, 14, 5))).toBe('03 Mar 2026, 14:05:00')
  })

  it.each(['garbage', '', '2026-13-45T00:00:00Z'])('is a dash if it is not a time: %s', (text) => {
    expect(shortMoment(text, NOW)).toBe('–')
    expect(exactMoment(text)).toBe('–')
  })
})

describe('what is remembered of texts', () => {
  it('is made once of each text, also where nothing came of it', () => {
    const make = vi.fn((text: string) => (text === '' ? null : text.length))
    const lengthOf = remembered(make)
    expect(['a', '', 'bcd', '', 'a'].map(lengthOf)).toEqual([1, null, 3, null, 1])
    expect(make).toHaveBeenCalledTimes(3)
  })

  it('does not grow with the number of different texts', () => {
    const make = vi.fn((text: string) => `${text}!`)
    const shout = remembered(make)
    const texts = Array.from({ length: 25_000 }, (_each, place) => String(place))
    expect(texts.map(shout)).toEqual(texts.map((text) => `${text}!`))
    expect(shout('0')).toBe('0!')
    expect(make).toHaveBeenCalledTimes(25_001)
  })
})

describe('an appointment', () => {
  it.each([
    ['en-GB', 'Mon 30 Nov 2026, 07:30'],
    ['en-US', 'Mon Nov 30, 2026, 7:30 am'],
  ])('is written as the region %s writes, on the clock of its zone', (region, text) => {
    setRegion({ region, dates: 'name' })
    onTestFinished(() => setRegion({ region: 'en-GB', dates: 'name' }))
    expect(appointmentText('2026-11-30T06:30:00.000Z', 'Europe/Berlin')).toBe(text)
    expect(appointmentText('2026-11-29T22:30:00.000Z', 'Asia/Tokyo')).toBe(text)
  })
})
