import { badUsage } from '../../shared/errors/app-error.ts'
import type { CommandAction, CommandRun } from '../command-run.ts'
import type { ScheduleOptions } from '../options/option-types.ts'
import { textTable } from '../terminal/text-table.ts'
import { addSchedule } from './add-schedule.ts'
import { findSchedule, type FoundSchedule, listSchedules } from './find-schedule.ts'
import { runSchedules } from './run-schedules.ts'
import { lastRunText, scheduleRecord, timesText } from './schedule-records.ts'

type Action = CommandAction<ScheduleOptions>

/** `schedule`: timed saves. Only `run` calls the service. */
export const schedule: Action = async (run) => {
  const [what] = run.args
  refuseForeignOptions(run, what)
  const action = ACTIONS[what ?? '']
  if (action === undefined) throw badUsage(`“schedule ${what ?? ''}” is not known.`)
  return await action(run)
}

const list: Action = async (run) => {
  const found = listSchedules(await run.open())
  const now = run.terminal.clock.now()
  await run.screen.result(
    found.map((one) => scheduleRecord(one, now)),
    () => (found.length === 0 ? ['There are no schedules.\n'] : listLines(found, now)),
  )
  return undefined
}

function* listLines(found: readonly FoundSchedule[], now: Date): Generator<string> {
  yield* textTable(
    ['SCHEDULE', 'TIMES', 'NEXT', 'LAST', 'FOLDER'],
    found.map(({ schedule: one }) => [
      one.name,
      one.details?.rule ?? 'unreadable',
      timesText(one, now, 1),
      lastRunText(one),
      one.details?.folder ?? '',
    ]),
  )
}

const add: Action = async (run) => {
  const found = await addSchedule(run)
  const now = run.terminal.clock.now()
  const { name } = found.schedule
  await run.screen.result(scheduleRecord(found, now), () => [
    `“${name}” is kept. Next: ${timesText(found.schedule, now, 3)}.\n`,
    ...(found.lacksAccount === null
      ? ['It runs while Parcel Desk is open or in the tray, or with “parcel-desk schedule run”.\n']
      : []),
  ])
  if (found.lacksAccount !== null) {
    const next =
      'Sign in with “parcel-desk sign-in”, then remove the schedule and add it again; or name the connection and its password for each “parcel-desk schedule run”.'
    const message = `cannot run unattended. ${found.lacksAccount} ${next}`
    run.screen.problems([{ where: `Schedule “${name}”`, message }])
  }
  return undefined
}

const remove: Action = async (run) => {
  const [, name] = run.args
  if (name === undefined)
    throw badUsage('“schedule remove” needs the name of a schedule.', '“parcel-desk schedule list” names them.')
  const { store, schedule: found } = findSchedule(await run.open(), name)
  store.setRemoved(found.scheduleId, true)
  const result = { schedule: found.scheduleId, name: found.name, removed: true }
  await run.screen.result(result, () => [`“${found.name}” is removed. What it saved stays.\n`])
  return undefined
}

const ACTIONS: Readonly<Record<string, Action>> = { list, add, remove, run: runSchedules }

type OptionName = keyof ScheduleOptions
const OF_ADD: readonly OptionName[] = ['at', 'timeZone', 'worklist', 'to', 'name', 'docType', 'conflict', 'onlyNew']
const SELECTING: readonly OptionName[] = [
  'customer',
  'shipmentRef',
  'refsFile',
  'status',
  'instance',
  'filter',
  'state',
]
const OF_RUN: readonly OptionName[] = [
  'due',
  'for',
  'concurrency',
  'maxMinutes',
  'maxDocumentMb',
  'bwlimit',
  'callsPerMinute',
  'wait',
]

/** Options that only another action takes would be ignored in silence. */
function refuseForeignOptions({ options }: CommandRun<ScheduleOptions>, what: string | undefined): void {
  const owners = { add: [...OF_ADD, ...SELECTING], run: OF_RUN }
  for (const [owner, names] of Object.entries(owners)) {
    const given = owner === what ? undefined : names.find((name) => options[name] !== undefined)
    if (given === undefined) continue
    const flag = `--${given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    throw badUsage(`“schedule ${what ?? ''}” takes no ${flag}; “schedule ${owner}” does.`, 'Leave it out.')
  }
}
