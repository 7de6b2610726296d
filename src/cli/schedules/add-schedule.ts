import path from 'node:path'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { Connection } from '../../shared/model/connection.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import { parseNamePattern } from '../../engine/saving/names/name-pattern.ts'
import { prepareFolder } from '../../engine/saving/plan/check-folder.ts'
import { createSavingRules } from '../../engine/saving/plan/saving-rules.ts'
import { RULE_EXAMPLES } from '../../engine/schedules/rule-words.ts'
import { localTimeZone, parseRule } from '../../engine/schedules/schedule-rule.ts'
import type { ScheduleDetails, ScheduleSource } from '../../engine/schedules/schedule.ts'
import type { CommandRun } from '../command-run.ts'
import { chooseConnection } from '../connection/choose-connection.ts'
import { readSelection } from '../connection/read-selection.ts'
import { chosenPattern } from '../options/chosen-pattern.ts'
import type { ScheduleOptions } from '../options/option-types.ts'
import { foldName, type FoundSchedule } from './find-schedule.ts'

const MAX_NAME = 100

/**
 * Keeps a schedule and makes its folder. Fails with bad-usage, set-by-organisation, and as writing to the folder does; sends
 * nothing.
 */
export async function addSchedule(run: CommandRun<ScheduleOptions>): Promise<FoundSchedule> {
  const { options, terminal } = run
  const [, named] = run.args
  const { to, at } = options
  if (named === undefined || named.trim() === '') throw badUsage('“schedule add” needs a name for the schedule.')
  if (named.length > MAX_NAME) throw badUsage(`The name of a schedule has at most ${MAX_NAME} characters.`)
  if (at === undefined) throw badUsage('“schedule add” needs --at, the times.', RULE_EXAMPLES)
  if (to === undefined) throw badUsage('“schedule add” needs --to, the folder to save into.')
  if (options.name !== undefined) parseNamePattern(options.name)
  const timeZone = options.timeZone ?? null
  const now = terminal.clock.now()
  const { text: rule } = parseRule(at, timeZone ?? localTimeZone(), now)
  const desk = await run.open()
  const connection = await connectionOf(run, desk)
  const { environment, profile = null } = connection
  const store = desk.schedules(environment)
  if (store.list(connection).some(({ name }) => foldName(name) === foldName(named))) {
    throw badUsage(`There is a schedule “${named}” already.`, 'Remove it first, or give another name.')
  }
  const folder = path.resolve(terminal.workingDir, to)
  const source = await sourceOf(run, desk, connection)
  const pattern = chosenPattern(options.name, desk.policy)
  const { docType: docTypes = [], conflict = 'keep-both', onlyNew: isOnlyNew = false } = options
  const details: ScheduleDetails = { rule, timeZone, profile, source, folder, pattern, docTypes, conflict, isOnlyNew }
  createSavingRules(desk.policy).assertFolderAllowed(folder)
  prepareFolder(folder)
  return { store, schedule: store.add(connection, { name: named.trim(), details }, now) }
}

/** Whom it runs as; no password is read. */
async function connectionOf(run: CommandRun<ScheduleOptions>, desk: ParcelDesk): Promise<Connection> {
  const choice = chooseConnection(run.options, run.terminal)
  if (choice.kind === 'once') return { ...choice.address, profile: undefined, caFile: choice.caFile }
  return (await desk.accounts.useProfile(choice.name)).connection
}

async function sourceOf(
  run: CommandRun<ScheduleOptions>,
  desk: Pick<ParcelDesk, 'worklists'>,
  connection: Connection,
): Promise<ScheduleSource> {
  const { worklist } = run.options
  const selection = await readSelection(run)
  if (worklist === undefined) {
    return { kind: 'search', name: null, selection: { ...selection, instance: selection.instance ?? null } }
  }
  if (selection.customers.length > 0 || selection.shipmentRefs.length > 0) {
    throw badUsage(
      '--worklist names what is to be saved, and so do --customer, --shipment-ref and --refs-file.',
      'Give one of them.',
    )
  }
  const lists = desk.worklists(connection.environment).list(connection)
  const found = lists.find(({ name }) => foldName(name) === foldName(worklist))
  if (found === undefined)
    throw badUsage(`There is no worklist “${worklist}”.`, 'The desk makes worklists; check the name there.')
  return { kind: 'worklist', name: found.name, worklistId: found.worklistId }
}
