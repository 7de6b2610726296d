import path from 'node:path'
import { badUsage, failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
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

export interface AddedSchedule extends FoundSchedule {
  /** Why it cannot run unattended, known now and not only at night; null where it can. */
  lacksAccount: string | null
}

/**
 * Keeps a schedule and makes its folder. Fails with bad-usage, set-by-organisation, and as writing to the folder does; sends
 * nothing.
 */
export async function addSchedule(run: CommandRun<ScheduleOptions>): Promise<AddedSchedule> {
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
  const { connection, lacksAccount } = await accountOf(run, desk)
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
  return { store, schedule: store.add(connection, { name: named.trim(), details }, now), lacksAccount }
}

/** Whom it runs as, and whether that needs somebody: neither the desk nor a timer has a password that is not kept. */
async function accountOf(
  run: CommandRun<ScheduleOptions>,
  desk: ParcelDesk,
): Promise<{ connection: Connection; lacksAccount: string | null }> {
  const choice = chooseConnection(run.options, run.terminal)
  if (choice.kind === 'once') {
    const connection = { ...choice.address, profile: undefined, caFile: choice.caFile }
    return { connection, lacksAccount: 'No saved account goes with it.' }
  }
  const { connection, password } = await desk.accounts.useProfile(choice.name)
  const lacksAccount = await password().then(() => null, reasonOf)
  return { connection, lacksAccount }
}

function reasonOf(thrown: unknown): string {
  const failure = failureOf(thrown)
  if (failure === undefined) throw thrown
  return describeFailure(failure).message
}

async function sourceOf(
  run: CommandRun<ScheduleOptions>,
  desk: Pick<ParcelDesk, 'worklists'>,
  connection: Connection,
): Promise<ScheduleSource> {
  const { worklist } = run.options
  const selection = await readSelection(run)
  if (worklist === undefined) {
    return { kind: 'search', name: null, selection }
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
