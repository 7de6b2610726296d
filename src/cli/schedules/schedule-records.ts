import { plainText } from '../../shared/text/plain-text.ts'
import { comingTimes, timeText } from '../../engine/schedules/due-times.ts'
import type { EndedRun } from '../../engine/schedules/schedule-runner.ts'
import type { Schedule, ScheduleRun } from '../../engine/schedules/schedule.ts'
import type { FoundSchedule } from './find-schedule.ts'

const SHOWN_TIMES = 3

/** A schedule as JSON (docs/command-line.md). */
export function scheduleRecord({ schedule }: FoundSchedule, now: Date): object {
  const { scheduleId, environment, name, account, details, isPaused, lastRun } = schedule
  return {
    schedule: scheduleId,
    name,
    environment,
    account,
    readable: details !== null,
    paused: isPaused,
    rule: details?.rule ?? null,
    timeZone: details?.timeZone ?? null,
    source: details?.source ?? null,
    folder: details?.folder ?? null,
    next: comingTimes(schedule, now, SHOWN_TIMES).map((time) => time.toISOString()),
    lastRun: lastRun === null ? null : runFields(lastRun),
  }
}

/** A run as JSON. */
export function runRecord({ schedule, run, outcome }: EndedRun): object {
  const { saved, failure } = outcome
  return { schedule: schedule.scheduleId, name: schedule.name, ...runFields(run), saved, failure }
}

function runFields({ dueAt, missed, startedAt, endedAt, state, text, jobId }: ScheduleRun): object {
  return { dueAt, missed, startedAt, endedAt, state, text, job: jobId }
}

export function timesText(schedule: Schedule, now: Date, count: number): string {
  if (schedule.details === null) return ''
  if (schedule.isPaused) return 'paused'
  const { timeZone } = schedule.details
  return comingTimes(schedule, now, count)
    .map((time) => timeText(time, timeZone))
    .join('; ')
}

export function lastRunText({ lastRun, details }: Schedule): string {
  if (lastRun === null) return 'not run yet'
  return `${timeText(new Date(lastRun.startedAt), details?.timeZone ?? null)}: ${lastRun.state}`
}

export function runLine({ schedule, run }: EndedRun): string {
  return `${plainText(schedule.name)}: ${plainText(run.text)}\n`
}
