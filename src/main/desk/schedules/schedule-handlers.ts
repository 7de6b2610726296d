import type { Input, Output } from '../../../shared/contract/contract.ts'
import { badUsage, failureOf } from '../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import { parseNamePattern } from '../../../engine/saving/names/name-pattern.ts'
import { createSavingRules } from '../../../engine/saving/plan/saving-rules.ts'
import { isSameFolder } from '../../../engine/saving/disk/folder-spelling.ts'
import { comingTimes } from '../../../engine/schedules/due-times.ts'
import { localTimeZone, nextTimes, parseRule } from '../../../engine/schedules/schedule-rule.ts'
import type { Schedule, ScheduleDetails, ScheduleSource } from '../../../engine/schedules/schedule.ts'
import type { ScheduleStore } from '../../../engine/schedules/schedule-store.ts'
import { withStatus } from '../../../engine/search/selection.ts'
import type { ChosenFolder, ChosenFolders } from '../chosen-paths.ts'
import type { HandlersOf } from '../router.ts'
import { nameSelection } from '../search/saved-searches.ts'
import type { OpenedSession, OpenSessions } from '../sessions.ts'
import type { SchedulesService } from './schedules-service.ts'

interface ScheduleHandlerOptions {
  schedules: SchedulesService
  engine: Pick<ParcelDesk, 'policy' | 'worklists'>
  sessions: Pick<OpenSessions, 'find'>
  /** Folders that the user has chosen. */
  chosen: ChosenFolders
  clock: ClockPort
}

type ScheduleView = Output<'schedules.list'>['schedules'][number]
type SaveInput = Input<'schedules.save'>

const SHOWN_TIMES = 3

export function createScheduleHandlers(options: ScheduleHandlerOptions): HandlersOf<'schedules'> {
  const { schedules, sessions, chosen, clock } = options
  const storeOf = ({ connection }: OpenedSession): ScheduleStore => schedules.of(connection.environment)
  /** Of the account of the session only. Fails with bad-usage where there is none. */
  const find = (opened: OpenedSession, scheduleId: string): Schedule => {
    const found = storeOf(opened).find(scheduleId)
    const { baseUrl, username } = opened.connection
    if (found.account.baseUrl === baseUrl && found.account.username === username) return found
    throw badUsage('This schedule belongs to another account.', 'Sign in as that user.')
  }
  return {
    'schedules.list': ({ sessionId }) => {
      const opened = sessions.find(sessionId)
      const folders = chosen.list()
      const all = storeOf(opened).list(opened.connection)
      return {
        schedules: all.map((schedule) => describe(schedule, folders, clock.now())),
        blockedBy: schedules.blockedBy(),
        timeZone: localTimeZone(),
      }
    },
    'schedules.times': ({ rule, timeZone }) => {
      try {
        const now = clock.now()
        const times = nextTimes(parseRule(rule, timeZone ?? localTimeZone(), now), now, SHOWN_TIMES)
        return { next: times.map((time) => time.toISOString()), failure: null }
      } catch (thrown) {
        const failure = failureOf(thrown)
        if (failure?.tag !== 'bad-usage') throw thrown
        return { next: [], failure: describeFailure(failure, 'desk') }
      }
    },
    'schedules.save': (input) => {
      const opened = sessions.find(input.sessionId)
      const store = storeOf(opened)
      const kept = input.scheduleId === null ? null : find(opened, input.scheduleId)
      requireFreeName(store.list(opened.connection), input)
      const named = { name: input.name, details: detailsOf(options, opened, { input, kept }) }
      chosen.markUsed(input.folderId)
      const saved =
        kept === null
          ? store.add(opened.connection, named, clock.now())
          : store.change(kept.scheduleId, named, clock.now())
      schedules.changed()
      return { scheduleId: saved.scheduleId }
    },
    'schedules.pause': ({ sessionId, scheduleId, isPaused }) => {
      const opened = sessions.find(sessionId)
      storeOf(opened).setPaused(find(opened, scheduleId).scheduleId, isPaused, clock.now())
      schedules.changed()
      return {}
    },
    'schedules.runNow': ({ sessionId, scheduleId }) => {
      const opened = sessions.find(sessionId)
      schedules.runNow(opened.connection.environment, find(opened, scheduleId).scheduleId)
      return {}
    },
    'schedules.remove': ({ sessionId, scheduleId }) => {
      const opened = sessions.find(sessionId)
      storeOf(opened).setRemoved(find(opened, scheduleId).scheduleId, true)
      schedules.changed()
      return {}
    },
  }
}

/** What is stored of it. Fails with bad-usage for what cannot run, and with set-by-organisation. */
function detailsOf(
  options: ScheduleHandlerOptions,
  { connection }: OpenedSession,
  { input, kept }: { input: SaveInput; kept: Schedule | null },
): ScheduleDetails {
  const { folderId, pattern, docTypes, conflict, isOnlyNew } = input
  const timeZone = kept?.details?.timeZone ?? null
  const { text: rule } = parseRule(input.rule, timeZone ?? localTimeZone(), options.clock.now())
  parseNamePattern(pattern)
  const { path: folder } = options.chosen.find(folderId)
  createSavingRules(options.engine.policy).assertFolderAllowed(folder)
  const worklists = options.engine.worklists(connection.environment)
  const nameOf = (worklistId: string): string => worklists.find(connection, worklistId).name
  const source = sourceOf(input.source, kept, nameOf)
  const { profile = null } = connection
  return { rule, timeZone, profile, source, folder, pattern, docTypes, conflict, isOnlyNew }
}

function sourceOf(
  chosen: SaveInput['source'],
  kept: Schedule | null,
  nameOf: (worklistId: string) => string,
): ScheduleSource {
  if (chosen.kind === 'worklist') return { ...chosen, name: nameOf(chosen.worklistId) }
  if (chosen.kind === 'search') {
    return { ...chosen, selection: withStatus(chosen.selection) }
  }
  if (kept?.details === null || kept === null)
    throw badUsage('What it saves is not known.', 'Choose a search or a worklist.')
  return kept.details.source
}

function requireFreeName(all: readonly Schedule[], { name, scheduleId }: SaveInput): void {
  const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase()
  const isTaken = all.some((one) => one.scheduleId !== scheduleId && fold(one.name) === fold(name))
  if (isTaken) throw badUsage(`There is a schedule “${name}” already.`, 'Give it another name.')
}

function describe(schedule: Schedule, folders: readonly ChosenFolder[], now: Date): ScheduleView {
  const { scheduleId, name, isPaused, details, retryAt, lastRun } = schedule
  const known = { scheduleId, name, isPaused, isReadable: details !== null, retryAt, lastRun }
  if (details === null) return { ...known, ...UNREADABLE, next: [] }
  const { rule, timeZone, source, folder, pattern, docTypes, conflict, isOnlyNew } = details
  const chosen = folders.find(({ path }) => isSameFolder(path, folder))
  return {
    ...known,
    rule,
    timeZone,
    source: { kind: source.kind, name: sourceName(source) },
    folder,
    folderId: chosen?.folderId ?? null,
    isFolderThere: chosen?.isThere ?? true,
    pattern,
    docTypes,
    conflict,
    isOnlyNew,
    next: comingTimes(schedule, now, SHOWN_TIMES).map((time) => time.toISOString()),
  }
}

const UNREADABLE = {
  rule: '',
  timeZone: null,
  source: { kind: 'search', name: '' },
  folder: '',
  folderId: null,
  isFolderThere: false,
  pattern: '',
  docTypes: [],
  conflict: 'keep-both',
  isOnlyNew: true,
} satisfies Partial<ScheduleView>

function sourceName(source: ScheduleSource): string {
  if (source.kind === 'worklist' || source.name !== null) return source.name ?? ''
  return nameSelection(source.selection)
}
