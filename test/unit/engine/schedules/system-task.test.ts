import { describe, expect, it } from 'vitest'
import type { ScheduleDetails, Schedule } from '../../../../src/engine/schedules/schedule.ts'
import { localTimeZone } from '../../../../src/engine/schedules/schedule-rule.ts'
import { systemTask } from '../../../../src/engine/schedules/system-task.ts'
import type { Failure } from '../../../../src/shared/errors/failure.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'
import { memorySchedules, SCHEDULE_ACCOUNT, scheduleDetails } from '../../../support/test-schedules.ts'

const PLAIN: { program: string; dataDir: string | undefined } = { program: 'parcel-desk', dataDir: undefined }

function scheduleOf(details: Partial<ScheduleDetails>, name = 'Morning'): Schedule {
  const stored = scheduleDetails({ timeZone: localTimeZone(), ...details })
  return memorySchedules().add(SCHEDULE_ACCOUNT, { name, details: stored }, new Date())
}

/** The lines that are no comment, with a short word for the id. */
function task(form: 'cron' | 'systemd' | 'schtasks', details: Partial<ScheduleDetails>, program = PLAIN): string[] {
  const schedule = scheduleOf(details)
  const lines = systemTask(schedule, form, program).replaceAll(schedule.scheduleId, 'ID').split(/\r?\n/)
  return lines.filter((line) => line !== '' && !/^(?:#|REM )/.test(line))
}

describe('a task for cron', () => {
  it('has a line for each pattern, and only asks whether the schedule is due', () => {
    expect(task('cron', { rule: 'every weekday at 07:30, 16:00' })).toEqual([
      '30 7 * * 1-5 parcel-desk schedule run ID --due',
      '0 16 * * 1-5 parcel-desk schedule run ID --due',
    ])
  })

  it('asks every five minutes where cron has no such rule, or no such time zone', () => {
    const [lastDay] = task('cron', { rule: 'on the last day of every month at 18:00' })
    const [elsewhere] = task('cron', { timeZone: 'Pacific/Chatham' })
    expect([lastDay, elsewhere]).toEqual(Array(2).fill('*/5 * * * * parcel-desk schedule run ID --due'))
  })

  it('takes paths literally', () => {
    const [line] = task('cron', {}, { program: "/opt/Parcel Desk/it's", dataDir: '/data/50%/$(rm -rf ~)' })
    expect(line).toBe(
      String.raw`30 7 * * * '/opt/Parcel Desk/it'\''s' schedule run ID --due --data-dir '/data/50\%/$(rm -rf ~)'`,
    )
  })
})

describe('a task for systemd', () => {
  it('is a service and a timer in the time zone of the schedule', () => {
    const lines = task('systemd', { rule: 'every weekday at 07:30', timeZone: 'Europe/Berlin' })
    expect(lines).toContain('ExecStart=parcel-desk schedule run ID --due')
    expect(lines).toContain('OnCalendar=1..5 *-*-* 7:30:00 Europe/Berlin'.replace('1..5', 'Mon..Fri'))
    expect(lines).toContain('Persistent=true')
  })

  it.each([
    ['0 7 */2 * *', '*-*-1/2 7:0:00'],
    ['0 7 1 */3 *', '*-1/3-1 7:0:00'],
    ['15 */2 * * *', '*-*-* 0/2:15:00'],
    ['0 7 * * 0-3', 'Sun,Mon..Wed *-*-* 7:0:00'],
    ['0 7 * * 0,5-7', 'Sun,Fri..Sun *-*-* 7:0:00'],
    ['0 7 * * 0-7', 'Sun,Mon..Sun *-*-* 7:0:00'],
    ['0 7 * * 0-0', 'Sun *-*-* 7:0:00'],
  ])('“%s”', (rule, time) => {
    expect(task('systemd', { rule, timeZone: 'UTC' })).toContain(`OnCalendar=${time} UTC`)
  })

  it('asks every five minutes where it has no such rule', () => {
    expect(task('systemd', { rule: '0 18 L * *' })).toContain('OnCalendar=*-*-* *:00/5:00')
    expect(task('systemd', { rule: '0 18 * * 1-5/2' })).toContain('OnCalendar=*-*-* *:00/5:00')
  })

  it('takes paths literally', () => {
    const lines = task('systemd', {}, { program: '/opt/a "b" %h $HOME', dataDir: undefined })
    expect(lines).toContain(String.raw`ExecStart="/opt/a \"b\" %%h $$HOME" schedule run ID --due`)
  })
})

describe('a task for Windows', () => {
  it.each([
    ['every day at 07:30', ['/SC DAILY /ST 07:30']],
    [
      'every weekday at 7, 16:00',
      ['/SC WEEKLY /D MON,TUE,WED,THU,FRI /ST 07:00', '/SC WEEKLY /D MON,TUE,WED,THU,FRI /ST 16:00'],
    ],
    ['on the last day of every month at 18:00', ['/SC MONTHLY /MO LASTDAY /M * /ST 18:00']],
    ['on the 15th of every month at 6:00', ['/SC MONTHLY /D 15 /ST 06:00']],
    ['every 15 minutes', ['/SC MINUTE /MO 15 /ST 00:00']],
    ['every 2 hours', ['/SC HOURLY /MO 2 /ST 00:00']],
    ['0 7 * 3 1', ['/SC MINUTE /MO 5']],
  ])('“%s”', (rule, times) => {
    const command = String.raw`/TR "parcel-desk schedule run ID --due"`
    expect(task('schtasks', { rule })).toEqual(
      times.map((time, index) => String.raw`schtasks /Create /TN "Parcel Desk\ID-${index + 1}" ${command} ${time}`),
    )
  })

  it('quotes a path with spaces, and refuses one that cmd would expand', async () => {
    const [line] = task(
      'schtasks',
      {},
      { program: String.raw`C:\Program Files\Parcel Desk\parcel-desk.exe`, dataDir: undefined },
    )
    expect(line).toContain(String.raw`/TR "\"C:\Program Files\Parcel Desk\parcel-desk.exe\" schedule run ID --due"`)
    const refused = async (program: string): Promise<Failure> =>
      await failureThrown(Promise.resolve().then(() => task('schtasks', {}, { program, dataDir: undefined })))
    expect(await refused('C:\\%TEMP%\\a.exe')).toMatchObject({ tag: 'bad-usage' })
    expect(await refused(`C:\\${'a'.repeat(300)}.exe`)).toMatchObject({
      message: expect.stringContaining('schtasks takes 261'),
    })
  })
})

it.each(['cron', 'systemd', 'schtasks'] as const)('a task for %s keeps a hostile name in its comment', (form) => {
  const schedule = scheduleOf({}, 'A\n* * * * * rm -rf ~ \u202E& calc %PATH%')
  const lines = systemTask(schedule, form, PLAIN).split(/\r?\n/)
  const withName = lines.filter((line) => line.includes('rm -rf'))
  expect(withName.every((line) => /^(?:#|REM |Description=)/.test(line))).toBe(true)
  expect(withName.join('')).not.toContain('\u202E')
  if (form === 'schtasks') expect(withName.join('')).not.toMatch(/[&%]/)
})
