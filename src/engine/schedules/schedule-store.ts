import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { Environment } from '../../shared/model/connection.ts'
import { CLOCKS_DIFFER_MS } from '../base/clock-tolerance.ts'
import { guardStorage, inTransaction } from '../storage/database.ts'
import { choiceIn, numberIn, type Row, textIn, textOrNullIn } from '../storage/read-row.ts'
import { localTimeZone, readRule } from './schedule-rule.ts'
import {
  RUN_STATES,
  type Schedule,
  type ScheduleAccount,
  type ScheduleDetails,
  type ScheduleRun,
  storedDetails,
} from './schedule.ts'

/** More than anybody looks through. */
const KEPT_RUNS = 50

/** What a run begins with. */
export interface RunStart {
  scheduleId: string
  dueAt: string | null
  missed: number
  startedAt: string
  /** The job that it is to go on with. */
  jobId: string | null
}

export interface RunEnd extends Pick<ScheduleRun, 'state' | 'text' | 'jobId'> {
  /** When, and after how many attempts, it is tried again unless it is paused by now; the text then says so. */
  retry?: { at: Date; attempts: number } | undefined
}

/**
 * The schedules of one environment, in a database that desk and command line share. All fail with storage-failed; what names a
 * schedule, also with bad-usage where there is none.
 */
export interface ScheduleStore {
  readonly environment: Environment
  /** By name; of one account, or of all. */
  list(account?: ScheduleAccount): Schedule[]
  find(scheduleId: string): Schedule
  /** Times before `now` are not made up for. */
  add(account: ScheduleAccount, named: { name: string; details: ScheduleDetails }, now: Date): Schedule
  change(scheduleId: string, named: { name: string; details: ScheduleDetails }, now: Date): Schedule
  /** One that goes on does not make up for the times that passed meanwhile. */
  setPaused(scheduleId: string, isPaused: boolean, now: Date): Schedule
  setRemoved(scheduleId: string, isRemoved: boolean): void
  /**
   * Takes every time up to the start of the run and begins it, both or neither: a time without its run would be lost. Undefined
   * where another process has taken them since `schedule` was read.
   */
  claim(schedule: Schedule, start: RunStart): ScheduleRun | undefined
  /**
   * Of a clock that was ahead: the times that it had passed come again, and what it put off is tried now. That may run one
   * twice, which is harmless; left to wait, a schedule of every few minutes would stand still for as long as the clock was wrong.
   */
  forgetFuture(now: Date): void
  /** Begins a run that somebody starts, whatever its times. */
  begin(start: RunStart): ScheduleRun
  noteJob(runId: number, jobId: string): void
  end(run: Pick<ScheduleRun, 'runId' | 'scheduleId'>, end: RunEnd, at: Date): ScheduleRun
  /** The newest first. */
  runs(scheduleId: string, count: number): ScheduleRun[]
  /**
   * Ends the runs that a killed process left, and has those made again that came at their time. To be called while no other
   * process saves. Returns them.
   */
  endAbandoned(at: Date): ScheduleRun[]
}

const TRIED_AGAIN = 'It is tried again in a while.'
const ABANDONED = 'Parcel Desk ended while it ran.'
const RUN_AGAIN = 'It is run again.'
const NOT_RUN_AGAIN = 'Run it again when it suits.'

/** Takes an open database of `SCHEDULES_SCHEMA`. */
export function createScheduleStore(database: DatabaseSync, environment: Environment): ScheduleStore {
  const guarded = <T>(work: () => T): T => guardStorage(database, work)
  const list = database.prepare(
    `SELECT * FROM schedules WHERE is_removed = 0 AND (?1 IS NULL OR (base_url = ?1 AND username = ?2))
     ORDER BY name COLLATE NOCASE, created_at`,
  )
  const find = database.prepare('SELECT * FROM schedules WHERE id = ? AND is_removed = 0')
  const insert = database.prepare(
    `INSERT INTO schedules (id, base_url, username, name, details, created_at, handled_until)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)`,
  )
  const update = database.prepare(
    'UPDATE schedules SET name = ?2, details = ?3, handled_until = ?4, retry_at = NULL, attempts = 0 WHERE id = ?1',
  )
  const pause = database.prepare(
    'UPDATE schedules SET is_paused = ?2, handled_until = ?3, retry_at = NULL, attempts = 0 WHERE id = ?1',
  )
  const remove = database.prepare('UPDATE schedules SET is_removed = ? WHERE id = ?')
  const claim = database.prepare(
    `UPDATE schedules SET handled_until = ?2, retry_at = NULL
     WHERE id = ?1 AND handled_until = ?3 AND retry_at IS ?4 AND is_paused = 0 AND is_removed = 0`,
  )
  const forget = database.prepare(
    'UPDATE schedules SET handled_until = ?1, retry_at = iif(retry_at IS NULL, NULL, ?1) WHERE handled_until > ?2',
  )
  const retry = database.prepare(
    'UPDATE schedules SET retry_at = ?2, attempts = ?3 WHERE id = ?1 AND is_paused = 0 AND is_removed = 0',
  )
  const reset = database.prepare('UPDATE schedules SET attempts = 0 WHERE id = ?')
  const begin = database.prepare(
    `INSERT INTO runs (schedule_id, due_at, missed, started_at, job_id, state, text)
     VALUES (?, ?, ?, ?, ?, 'running', 'Looking for what is new.') RETURNING *`,
  )
  const forgetOld = database.prepare(
    'DELETE FROM runs WHERE schedule_id = ?1 AND id NOT IN (SELECT id FROM runs WHERE schedule_id = ?1 ORDER BY id DESC LIMIT ?2)',
  )
  const job = database.prepare('UPDATE runs SET job_id = ?2 WHERE id = ?1')
  const end = database.prepare(
    'UPDATE runs SET state = ?2, text = ?3, job_id = coalesce(?4, job_id), ended_at = ?5 WHERE id = ?1 RETURNING *',
  )
  const runs = database.prepare('SELECT * FROM runs WHERE schedule_id = ? ORDER BY id DESC LIMIT ?')
  const running = database.prepare("SELECT * FROM runs WHERE state = 'running' ORDER BY id")
  const beginRun = ({ scheduleId, dueAt, missed, startedAt, jobId }: RunStart): ScheduleRun => {
    const row = begin.get(scheduleId, dueAt, missed, startedAt, jobId)
    forgetOld.run(scheduleId, KEPT_RUNS)
    return parseRun(row ?? {})
  }
  const tryAgain = (scheduleId: string, at: Date, attempts: number): boolean =>
    retry.run(scheduleId, at.toISOString(), attempts).changes === 1
  const runsOf: ScheduleStore['runs'] = (id, count) => guarded(() => runs.all(id, count).map(parseRun))
  const withLastRun = (row: Row): Schedule => ({
    ...parseSchedule(row),
    environment,
    lastRun: runsOf(textIn(row, 'id'), 1)[0] ?? null,
  })
  const findOne = (id: string): Schedule => {
    const row = guarded(() => find.get(id))
    if (row === undefined)
      throw badUsage('This schedule is not there any more.', 'It was removed in another window or program.')
    return withLastRun(row)
  }
  return {
    environment,
    list: (account) => guarded(() => list.all(account?.baseUrl ?? null, account?.username ?? null)).map(withLastRun),
    find: findOne,
    add: ({ baseUrl, username }, { name, details }, now) => {
      const id = randomUUID()
      guarded(() => insert.run(id, baseUrl, username, name, JSON.stringify(details), now.toISOString()))
      return findOne(id)
    },
    change: (id, { name, details }, now) => {
      guarded(() => update.run(id, name, JSON.stringify(details), now.toISOString()))
      return findOne(id)
    },
    setPaused: (id, isPaused, now) => {
      guarded(() => pause.run(id, Number(isPaused), now.toISOString()))
      return findOne(id)
    },
    setRemoved: (id, isRemoved) => void guarded(() => remove.run(Number(isRemoved), id)),
    claim: ({ scheduleId, handledUntil, retryAt }, start) => {
      let begun: ScheduleRun | undefined
      inTransaction(database, () => {
        const isOurs = claim.run(scheduleId, start.startedAt, handledUntil, retryAt).changes === 1
        if (isOurs) begun = beginRun(start)
      })
      return begun
    },
    forgetFuture: (now) =>
      void guarded(() => forget.run(now.toISOString(), new Date(now.getTime() + CLOCKS_DIFFER_MS).toISOString())),
    begin: (start) => guarded(() => beginRun(start)),
    noteJob: (runId, jobId) => void guarded(() => job.run(runId, jobId)),
    end: ({ runId, scheduleId }, { state, text, jobId, retry: again }, at) => {
      let row: Row | undefined
      inTransaction(database, () => {
        reset.run(scheduleId)
        const isTriedAgain = again !== undefined && tryAgain(scheduleId, again.at, again.attempts)
        const said = isTriedAgain ? `${text} ${TRIED_AGAIN}` : text
        row = end.get(runId, state, said, jobId, at.toISOString())
      })
      return parseRun(row ?? {})
    },
    runs: runsOf,
    endAbandoned: (at) => {
      const abandoned = guarded(() => running.all()).map(parseRun)
      inTransaction(database, () => {
        for (const { runId, scheduleId, dueAt } of abandoned) {
          const next = dueAt !== null && tryAgain(scheduleId, at, 0) ? RUN_AGAIN : NOT_RUN_AGAIN
          end.run(runId, 'interrupted', `${ABANDONED} ${next}`, null, at.toISOString())
        }
      })
      return abandoned
    },
  }
}

function parseSchedule(row: Row): Omit<Schedule, 'environment' | 'lastRun'> {
  return {
    scheduleId: textIn(row, 'id'),
    name: textIn(row, 'name'),
    account: { baseUrl: textIn(row, 'base_url'), username: textIn(row, 'username') },
    details: parseDetails(textIn(row, 'details')),
    isPaused: numberIn(row, 'is_paused') === 1,
    createdAt: textIn(row, 'created_at'),
    handledUntil: textIn(row, 'handled_until'),
    retryAt: textOrNullIn(row, 'retry_at'),
    attempts: numberIn(row, 'attempts'),
  }
}

function parseDetails(json: string): ScheduleDetails | null {
  try {
    const details = storedDetails.parse(JSON.parse(json))
    readRule(details.rule, details.timeZone ?? localTimeZone())
    return details
  } catch {
    return null
  }
}

function parseRun(row: Row): ScheduleRun {
  return {
    runId: numberIn(row, 'id'),
    scheduleId: textIn(row, 'schedule_id'),
    dueAt: textOrNullIn(row, 'due_at'),
    missed: numberIn(row, 'missed'),
    startedAt: textIn(row, 'started_at'),
    endedAt: textOrNullIn(row, 'ended_at'),
    state: choiceIn(row, 'state', RUN_STATES),
    text: textIn(row, 'text'),
    jobId: textOrNullIn(row, 'job_id'),
  }
}
