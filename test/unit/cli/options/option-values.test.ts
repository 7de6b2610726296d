import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { isoTime, streamStart } from '../../../../src/cli/options/option-values.ts'

const SOURCE = new URL('../../../../src/cli/options/option-values.ts', import.meta.url).href

/** What an option makes of these values on a computer in another time zone. */
function readIn(timeZone: string, option: "isoTime('--since')" | 'streamStart', values: readonly string[]): unknown {
  const code = `
    const { isoTime, streamStart } = await import('${SOURCE}')
    console.log(JSON.stringify(${JSON.stringify(values)}.map(${option})))`
  const env = { ...process.env, TZ: timeZone }
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', code], { env, encoding: 'utf8' }))
}

describe('a day as an option', () => {
  it.each([
    ['Asia/Singapore', '2026-11-19T16:00:00.000Z'],
    ['America/New_York', '2026-11-20T05:00:00.000Z'],
    ['UTC', '2026-11-20T00:00:00.000Z'],
  ])('begins at midnight of this computer, in %s at %s', (timeZone, expected) => {
    expect(readIn(timeZone, 'streamStart', ['2026-11-20'])).toEqual([expected])
    expect(readIn(timeZone, "isoTime('--since')", ['2026-11-20'])).toEqual([expected])
  })

  it('is unlike a moment, which says its zone and is the same everywhere', () => {
    const moments = ['2026-11-20T10:30:00Z', '2026-11-20T10:30+08:00']
    const expected = ['2026-11-20T10:30:00.000Z', '2026-11-20T02:30:00.000Z']
    for (const timeZone of ['Asia/Singapore', 'UTC'])
      expect(readIn(timeZone, "isoTime('--since')", moments)).toEqual(expected)
  })

  it.each(['2026-13-01', '2026-11-20T10:30:00', '20.11.2026', 'yesterday', ''])('cannot be %j', (value) => {
    for (const read of [isoTime('--since'), streamStart]) expect(() => read(value)).toThrow(/ cannot be /)
  })
})
