import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { quietEndsAt, shouldAlert } from '../../../../../../src/main/desk/feed/alerts/alert-rules.ts'
import { feedEntry } from '../../../../../support/feed-entries.ts'

const rule = { customers: [], states: [], kinds: [], reference: '', isShown: false }
const isHidden = (reference: string, parcelReference: string): boolean =>
  !shouldAlert(feedEntry({ parcelReference }), [{ ...rule, reference }])

describe('the reference of a rule', () => {
  it.each([
    ['PR-1', 'PR-1', true],
    ['pr-1', ' PR-1 ', true],
    ['PR-1', 'PR-10', false],
    ['PR-*', 'PR-10', true],
    ['*-10', 'PR-10', true],
    ['P*-*0', 'PR-10', true],
    ['P*1*10', 'P10', false],
    ['*', 'anything', true],
    ['ab*ba', 'aba', false],
    ['.R-1', 'PR-1', false],
  ])('%s and %s: %s', (pattern, reference, fits) => {
    expect(isHidden(pattern, reference)).toBe(fits)
  })

  it('with a hundred stars takes no time', () => {
    expect(isHidden(`${'*a'.repeat(100)}b`, 'a'.repeat(1_000))).toBe(false)
  })
})

describe('a rule', () => {
  it('compares state and kind, however the state is spelled (T12)', () => {
    const ofChecks = { ...rule, states: ['Title-held'], kinds: ['check' as const] }
    const changed = { source: 'check' as const, newStatus: 'TITLE_HELD' }
    expect(shouldAlert(feedEntry(changed), [ofChecks])).toBe(false)
    expect(shouldAlert(feedEntry({ ...changed, source: 'queue' }), [ofChecks])).toBe(true)
    expect(shouldAlert(feedEntry({ ...changed, newStatus: 'ISSUED' }), [ofChecks])).toBe(true)
  })

  it('about a customer does not match an entry that names none', () => {
    expect(shouldAlert(feedEntry({ customerId: null }), [{ ...rule, customers: ['aurora'] }])).toBe(true)
  })
})

const at = (hours: number, minutes: number, day = 20): Date => new Date(2026, 10, day, hours, minutes)

describe('quiet hours', () => {
  it.each([
    [{ from: '12:00', to: '13:30' }, at(12, 0), at(13, 30)],
    [{ from: '12:00', to: '13:30' }, at(13, 29), at(13, 30)],
    [{ from: '12:00', to: '13:30' }, at(13, 30), undefined],
    [{ from: '12:00', to: '13:30' }, at(11, 59), undefined],
    [{ from: '22:00', to: '06:00' }, at(23, 0), at(6, 0, 21)],
    [{ from: '22:00', to: '06:00' }, at(5, 59), at(6, 0)],
    [{ from: '22:00', to: '06:00' }, at(6, 0), undefined],
    [{ from: '22:00', to: '06:00' }, at(21, 59), undefined],
    [{ from: '08:00', to: '08:00' }, at(8, 0), undefined],
  ])('of %o at %s end at %s', (quiet, now, ends) => {
    expect(quietEndsAt(quiet, now)).toEqual(ends)
  })

  it('that end in the hour that comes twice end in the second, once the first is over', () => {
    vi.stubEnv('TZ', 'Europe/Zurich')
    onTestFinished(() => void vi.unstubAllEnvs())
    const quiet = { from: '22:00', to: '02:30' }
    const first = new Date('2026-10-25T00:15:00.000Z')
    const second = new Date('2026-10-25T01:15:00.000Z')
    expect([first, second].map((now) => [now.getHours(), now.getMinutes()])).toEqual([
      [2, 15],
      [2, 15],
    ])
    expect(quietEndsAt(quiet, first)).toEqual(new Date('2026-10-25T00:30:00.000Z'))
    expect(quietEndsAt(quiet, second)).toEqual(new Date('2026-10-25T01:30:00.000Z'))
  })

  it('are undefined where none were set', () => {
    expect(quietEndsAt(null, at(23, 0))).toBeUndefined()
  })
})
