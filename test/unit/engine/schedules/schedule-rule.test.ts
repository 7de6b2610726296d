import { describe, expect, it } from 'vitest'
import { nextTimes, parseRule } from '../../../../src/engine/schedules/schedule-rule.ts'
import type { Failure } from '../../../../src/shared/errors/failure.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

function patternsOf(text: string): readonly string[] {
  return parseRule(text, 'Europe/Berlin', NOW).patterns
}

async function refusalOf(text: string, timeZone = 'Europe/Berlin'): Promise<Failure> {
  return await failureThrown(Promise.resolve().then(() => parseRule(text, timeZone, NOW)))
}

function timesIn(timeZone: string, text: string, after: string): string[] {
  return nextTimes(parseRule(text, timeZone, NOW), new Date(after), 3).map((time) => time.toISOString())
}

describe('a rule in words', () => {
  it.each([
    ['every day at 07:30', ['30 7 * * *']],
    ['Daily at 7.30', ['30 7 * * *']],
    ['every weekday at 07:30', ['30 7 * * 1-5']],
    ['every weekday at 07:30 and 16:00', ['30 7 * * 1-5', '0 16 * * 1-5']],
    ['weekends at noon', ['0 12 * * 0,6']],
    ['every monday and thursday at 8, 16:00', ['0 8,16 * * 1,4']],
    ['Tuesdays, Thursdays at 5:05 pm', ['5 17 * * 2,4']],
    ['friday to monday at 12am', ['0 0 * * 5,6,0,1']],
    ['on the 1st and 15th of every month at 06:00', ['0 6 1,15 * *']],
    ['on the last day of every month at 18:00', ['0 18 L * *']],
    ['every month on the 31st at midnight', ['0 0 31 * *']],
    ['every 15 minutes', ['*/15 * * * *']],
    ['every hour', ['0 * * * *']],
    ['every 2 hours', ['0 */2 * * *']],
    ['30 7 * * mon-fri', ['30 7 * * mon-fri']],
    ['30 7 ? * MON-FRI', ['30 7 ? * MON-FRI']],
    ['7:30', ['30 7 * * *']],
    ['at 7:30 am', ['30 7 * * *']],
    ['7.30 and 16.30', ['30 7,16 * * *']],
    ['at 0730', ['30 7 * * *']],
    ['mon-fri at 07:30', ['30 7 * * 1,2,3,4,5']],
    ['Mon – Fri, 7:30', ['30 7 * * 1,2,3,4,5']],
    ['monday through thursday at 5 p.m.', ['0 17 * * 1,2,3,4']],
    ['mon-wed and fri @ 8', ['0 8 * * 1,2,3,5']],
    ['weekdays and saturday at 6', ['0 6 * * 1-5,6']],
    ['weekdays 7:30', ['30 7 * * 1-5']],
    ['7:30 on weekdays', ['30 7 * * 1-5']],
    ['at 7:30 every day', ['30 7 * * *']],
    ['every week on monday at 8', ['0 8 * * 1']],
    ['weekly on fridays at noon', ['0 12 * * 5']],
    ['@hourly', ['0 * * * *']],
    ['@daily', ['0 0 * * *']],
    ['@Weekly', ['0 0 * * 0']],
    ['@monthly', ['0 0 1 * *']],
    ['every 15 min', ['*/15 * * * *']],
    ['every 2h', ['0 */2 * * *']],
    ['every half hour', ['*/30 * * * *']],
    ['every other hour', ['0 */2 * * *']],
    ['on the first monday of every month at 8:00', ['0 8 * * 1#1']],
    ['every first monday of the month at 8:00', ['0 8 * * 1#1']],
    ['on the 2nd and 4th tue of each month at 8', ['0 8 * * 2#2,2#4']],
    ['every second monday of the month at 8:00', ['0 8 * * 1#2']],
    ['on the last friday of every month at 18:00', ['0 18 * * 5#L']],
    ['on the last weekday of every month at 18:00', ['0 18 LW * *']],
    ['on the first working day of the month at 8', ['0 8 1W * *']],
    ['monthly on the 15th at 6:00', ['0 6 15 * *']],
    ['on the 15th at 6:00', ['0 6 15 * *']],
  ])('“%s” is understood', (text, patterns) => {
    expect(patternsOf(text)).toEqual(patterns)
  })

  it.each([
    ['', 'A schedule needs times.'],
    ['whenever', 'The times “whenever” are not understood.'],
    ['every day at 25:00', 'The times “every day at 25:00” are not understood.'],
    ['every blursday at 7', 'The times “every blursday at 7” are not understood.'],
    ['every 7 minutes', '“every 7 minutes” does not divide an hour evenly.'],
    ['every monday', '“every monday” names no time of day.'],
    ['on the first monday of every month', '“on the first monday of every month” names no time of day.'],
    [
      'on the third weekday of every month at 8',
      'The times “on the third weekday of every month at 8” are not understood.',
    ],
    ['on the 6th monday of every month at 8', 'The times “on the 6th monday of every month at 8” are not understood.'],
    ['@reboot', 'The times “@reboot” are not understood.'],
    ...[
      'every other week',
      'every other monday at 8',
      'every second friday at 8:00',
      'every 2 weeks on monday at 8',
      'every 3 days at 7',
      'fortnightly on friday at 8',
      'bi-weekly at 8',
    ].map((text) => [
      text,
      `“${text}” leaves out days or weeks by counting, which a schedule cannot: its times are those of every day, week or month.`,
    ]),
    ['61 * * * *', '“61 * * * *” is not a valid pattern of five cron fields.'],
    ['0 7 * * * 2030', '“0 7 * * * 2030” has 6 fields; a schedule has five, and no seconds.'],
    [`every day at ${'7,'.repeat(200)}8`, 'The times have 414 characters; 200 are allowed.'],
  ])('“%s” is refused', async (text, message) => {
    expect(await refusalOf(text)).toMatchObject({ tag: 'bad-usage', message })
  })
})

describe('a rule about a day of the month', () => {
  it('finds the first and last working day and the last of a weekday, as a calendar has them', () => {
    expect(timesIn('UTC', 'on the last weekday of every month at 8', '2026-11-20T12:00:00Z')).toEqual([
      '2026-11-30T08:00:00.000Z',
      '2026-12-31T08:00:00.000Z',
      '2027-01-29T08:00:00.000Z',
    ])
    expect(timesIn('UTC', 'on the first working day of every month at 8', '2027-04-20T12:00:00Z')).toEqual([
      '2027-05-03T08:00:00.000Z',
      '2027-06-01T08:00:00.000Z',
      '2027-07-01T08:00:00.000Z',
    ])
    expect(timesIn('UTC', 'on the last friday of every month at 8', '2026-11-20T12:00:00Z')).toEqual([
      '2026-11-27T08:00:00.000Z',
      '2026-12-25T08:00:00.000Z',
      '2027-01-29T08:00:00.000Z',
    ])
  })
})

describe('a rule that no schedule can have', () => {
  it.each([
    ['every second', '“every second” comes more often than every 5 minutes, which a schedule must not.'],
    ['* * * * * *', '“* * * * * *” has 6 fields; a schedule has five, and no seconds.'],
    ['* * * * *', '“* * * * *” comes more often than every 5 minutes, which a schedule must not.'],
    [
      'every day at 07:30, 07:31',
      '“every day at 07:30, 07:31” comes more often than every 5 minutes, which a schedule must not.',
    ],
    ['58,0 * * * *', '“58,0 * * * *” comes more often than every 5 minutes, which a schedule must not.'],
    ['0 0 30 2 *', '“0 0 30 2 *” never comes: no month that it names has such a day.'],
    ['0 0 29 2 +1#5', '“0 0 29 2 +1#5” first comes in 2044.'],
  ])('“%s” is refused with a sentence', async (text, message) => {
    expect(await refusalOf(text)).toMatchObject({ tag: 'bad-usage', message })
  })

  it('has a time zone that nobody knows', async () => {
    expect(await refusalOf('every day at 7', 'Mars/Olympus')).toMatchObject({
      message: 'The time zone “Mars/Olympus” is not known.',
    })
  })
})

describe('the next times', () => {
  it('are those of several patterns in order, the first strictly later', () => {
    expect(timesIn('Europe/Berlin', 'every weekday at 07:30 and 16:00', '2026-11-20T06:30:00Z')).toEqual([
      '2026-11-20T15:00:00.000Z',
      '2026-11-23T06:30:00.000Z',
      '2026-11-23T15:00:00.000Z',
    ])
  })

  it('keep the clock of Berlin over the beginning and the end of summer', () => {
    expect(timesIn('Europe/Berlin', 'every day at 07:30', '2026-03-28T00:00:00Z')).toEqual([
      '2026-03-28T06:30:00.000Z',
      '2026-03-29T05:30:00.000Z',
      '2026-03-30T05:30:00.000Z',
    ])
    expect(timesIn('Europe/Berlin', 'every day at 07:30', '2026-10-24T00:00:00Z')).toEqual([
      '2026-10-24T05:30:00.000Z',
      '2026-10-25T06:30:00.000Z',
      '2026-10-26T06:30:00.000Z',
    ])
  })

  it('come right after a gap for a time that does not exist', () => {
    expect(timesIn('Europe/Berlin', 'every day at 02:30', '2026-03-28T12:00:00Z')).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
      '2026-03-31T00:30:00.000Z',
    ])
    expect(timesIn('America/New_York', 'every day at 02:30, 14:30', '2026-03-07T20:00:00Z')).toEqual([
      '2026-03-08T07:00:00.000Z',
      '2026-03-08T18:30:00.000Z',
      '2026-03-09T06:30:00.000Z',
    ])
  })

  it('come once for a time that exists twice', () => {
    expect(timesIn('Europe/Berlin', 'every day at 02:30', '2026-10-24T12:00:00Z')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
      '2026-10-27T01:30:00.000Z',
    ])
    expect(timesIn('America/New_York', 'every day at 01:30', '2026-11-01T05:30:00Z')).toEqual([
      '2026-11-02T06:30:00.000Z',
      '2026-11-03T06:30:00.000Z',
      '2026-11-04T06:30:00.000Z',
    ])
  })

  it('come every hour for a rule that says so, also in the hour that comes twice', () => {
    expect(timesIn('Europe/Berlin', 'every hour', '2026-10-24T23:30:00Z')).toEqual([
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ])
  })
})
