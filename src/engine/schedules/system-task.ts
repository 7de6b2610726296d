import { badUsage } from '../../shared/errors/app-error.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { literalInPosix, literalOnWindows } from '../base/shell-words.ts'
import { ruleOf } from './due-times.ts'
import { unreadable } from './execute-schedule.ts'
import type { Schedule } from './schedule.ts'
import { localTimeZone, type ScheduleRule } from './schedule-rule.ts'

export const TASK_FORMS = ['cron', 'systemd', 'schtasks'] as const
export type TaskForm = (typeof TASK_FORMS)[number]

interface TaskProgram {
  /** What starts Parcel Desk. */
  program: string
  /** Undefined for the usual one. */
  dataDir: string | undefined
}

/**
 * What an administrator gives to the operating system so that a schedule runs without the desk. The task only asks whether the
 * schedule is due: the desk may have run it already, it may be paused, and where the system cannot express the rule it asks every
 * five minutes. Its words are an id and paths, never a name. Fails with bad-usage where a path cannot be written safely.
 */
export function systemTask(schedule: Schedule, form: TaskForm, program: TaskProgram): string {
  if (schedule.details === null) throw unreadable(schedule)
  const rule = ruleOf(schedule.details)
  const task = {
    id: schedule.scheduleId,
    title: `${plainText(schedule.name, 80)}: ${plainText(rule.text, 200)}`,
    rule,
    ...program,
  }
  if (form === 'cron') return cronTask(task)
  return form === 'systemd' ? systemdTask(task) : windowsTask(task)
}

interface Task extends TaskProgram {
  id: string
  title: string
  rule: ScheduleRule
}

const EVERY_FIVE_MINUTES = '*/5 * * * *'
/** Fields that every cron reads as croner does. */
const PLAIN_FIELDS = /^[\d*,/-]+(?: [\d*,/-]+){4}$/

function words({ program, id, dataDir }: Task): string[] {
  return [program, 'schedule', 'run', id, '--due', ...(dataDir === undefined ? [] : ['--data-dir', dataDir])]
}

function literal(word: string, quoted: string | null): string {
  if (quoted !== null) return quoted
  throw badUsage(
    `“${plainText(word)}” cannot be written so that the system takes it literally.`,
    'Name a path without such characters.',
  )
}

function cronTask(task: Task): string {
  const { rule, title } = task
  const isLocal = rule.timeZone === localTimeZone()
  const patterns =
    isLocal && rule.patterns.every((one) => PLAIN_FIELDS.test(one)) ? rule.patterns : [EVERY_FIVE_MINUTES]
  // An unescaped percent sign would end the command.
  const command = words(task)
    .map((word) => literal(word, literalInPosix(word)))
    .join(' ')
    .replaceAll('%', String.raw`\%`)
  const lines = patterns.map((pattern) => `${pattern} ${command}\n`)
  return `# ${title}\n# Add with “crontab -e” of the user whose saved account it runs with.\n${lines.join('')}`
}

function systemdTask(task: Task): string {
  const { rule, title, id } = task
  const unit = `parcel-desk-${id}`
  const command = words(task)
    .map((word) => literal(word, systemdWord(word)))
    .join(' ')
  const times = rule.patterns.map((pattern) => calendarTime(pattern, rule.timeZone))
  const calendar = times.includes(undefined) ? ['*-*-* *:00/5:00'] : times
  const description = `Description=Parcel Desk: ${title.replaceAll('\\', '').replaceAll('%', '%%')}`
  return [
    `# ~/.config/systemd/user/${unit}.service`,
    '[Unit]',
    description,
    '',
    '[Service]',
    'Type=oneshot',
    `ExecStart=${command}`,
    '',
    `# ~/.config/systemd/user/${unit}.timer; then: systemctl --user enable --now ${unit}.timer`,
    '[Unit]',
    description,
    '',
    '[Timer]',
    ...calendar.map((time) => `OnCalendar=${time}`),
    'Persistent=true',
    '',
    '[Install]',
    'WantedBy=timers.target',
    '',
  ].join('\n')
}

/** A word of ExecStart: quoted, and without what systemd would expand. */
function systemdWord(word: string): string | null {
  if (/\p{Cc}/u.test(word)) return null
  const escaped = word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /^[\w./:@+=-]+$/.test(word) ? word : `"${escaped}"`
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** OnCalendar of a pattern; undefined where it has no such form. Where both days are given, cron takes either, systemd both. */
function calendarTime(pattern: string, timeZone: string): string | undefined {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = pattern.split(' ')
  if (!PLAIN_FIELDS.test(pattern) || (day !== '*' && weekday !== '*')) return undefined
  const days = weekday === '*' ? '' : `${weekday.split(',').map(weekdayRange).join(',')} `
  if (days.includes('undefined')) return undefined
  const date = `*-${calendarField(month, 1)}-${calendarField(day, 1)}`
  return `${days}${date} ${calendarField(hour, 0)}:${calendarField(minute, 0)}:00 ${timeZone}`
}

/** `first` is the lowest number of the field, from which cron counts its steps. */
function calendarField(field: string, first: 0 | 1): string {
  return field.replace(/^\*\//, `${first}/`).replaceAll('-', '..')
}

/** The week of cron may begin on Sunday. That of systemd begins on Monday, and it refuses a range across its end. */
function weekdayRange(range: string): string {
  const [from, to = from] = range.split('-').map(Number)
  const name = (day = Number.NaN): string => String(WEEKDAYS[day])
  if (from === to) return name(from)
  return from === 0 ? `Sun,Mon..${name(to)}` : `${name(from)}..${name(to)}`
}

/** The longest command that schtasks takes. */
const MAX_WINDOWS_COMMAND = 261

function windowsTask(task: Task): string {
  const { id, title, rule } = task
  const command = words(task)
    .map((word) => literal(word, literalOnWindows(word)))
    .join(' ')
  if (command.length > MAX_WINDOWS_COMMAND) {
    throw badUsage(
      `The command has ${command.length} characters; schtasks takes ${MAX_WINDOWS_COMMAND}.`,
      'Shorten --program or --data-dir.',
    )
  }
  const quoted = command.replaceAll('"', String.raw`\"`)
  const times = rule.timeZone === localTimeZone() ? windowsTimes(rule.patterns) : undefined
  const lines = (times ?? ['/SC MINUTE /MO 5']).map(
    (time, index) => `schtasks /Create /TN "Parcel Desk\\${id}-${index + 1}" /TR "${quoted}" ${time}\r\n`,
  )
  const comment = title.replaceAll(/[%!^&|<>"]/g, ' ')
  return `REM ${comment}\r\nREM Run in cmd.exe, as the user whose saved account it runs with.\r\n${lines.join('')}`
}

const WINDOWS_DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

/** The times of cron patterns as options of schtasks, one for each task; undefined where it cannot express one of them. */
function windowsTimes(patterns: readonly string[]): string[] | undefined {
  const times = patterns.map(timesOf)
  return times.includes(undefined) ? undefined : times.flatMap((one) => one ?? [])
}

function timesOf(pattern: string): string[] | undefined {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = pattern.split(' ')
  if (month !== '*') return undefined
  const interval = day === '*' && weekday === '*' ? intervalOf(minute, hour) : undefined
  if (interval !== undefined) return [interval]
  const days = daysOf(day, weekday)
  if (days === undefined || !/^\d+$/.test(minute) || !/^\d+(?:,\d+)*$/.test(hour)) return undefined
  return hour.split(',').map((one) => `${days} /ST ${one.padStart(2, '0')}:${minute.padStart(2, '0')}`)
}

function intervalOf(minute: string, hour: string): string | undefined {
  const everyMinutes = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (everyMinutes !== undefined && hour === '*') return `/SC MINUTE /MO ${everyMinutes} /ST 00:00`
  const everyHours = hour === '*' ? '1' : /^\*\/(\d+)$/.exec(hour)?.[1]
  if (everyHours === undefined || !/^\d+$/.test(minute)) return undefined
  return `/SC HOURLY /MO ${everyHours} /ST 00:${minute.padStart(2, '0')}`
}

function daysOf(day: string, weekday: string): string | undefined {
  if (day === '*' && weekday === '*') return '/SC DAILY'
  if (day === '*') return weeklyOf(weekday)
  if (weekday !== '*') return undefined
  if (day === 'L') return '/SC MONTHLY /MO LASTDAY /M *'
  return /^\d+$/.test(day) ? `/SC MONTHLY /D ${day}` : undefined
}

function weeklyOf(weekday: string): string | undefined {
  const days = weekday.split(',').flatMap((part) => {
    const [from = Number.NaN, to = from] = part.split('-').map(Number)
    return Array.from({ length: Number.isNaN(to - from) ? 0 : to - from + 1 }, (_, step) => WINDOWS_DAYS[from + step])
  })
  return days.length === 0 || days.includes(undefined) ? undefined : `/SC WEEKLY /D ${days.join(',')}`
}
