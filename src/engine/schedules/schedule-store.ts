import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { Environment } from '../../shared/model/connection.ts'
import { CLOCKS_DIFFER_MS } from '../base/clock-tolerance.ts'
import { column, columnsOf } from '../storage/columns.ts'
import { guardStorage, inTransaction } from '../storage/database.ts'
import type { Row } from '../storage/read-row.ts'
import { localTimeZone, readRule } from './schedule-rule.ts'
import {
  RUNS,
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
const LOOKING = 'Looking for what is new.'
const ABANDONED = 'Parcel Desk ended while it ran.'
const RUN_AGAIN = 'It is run again.'
const NOT_RUN_AGAIN = 'Run it again when it suits.'

const ACCOUNT = columnsOf<ScheduleAccount>({ baseUrl: column.text('base_url'), username: column.text('username') })

const SCHEDULES = columnsOf<Omit<Schedule, 'environment' | 'lastRun'>>({
  scheduleId: column.text('id'),
  name: column.text('name'),
  account: ACCOUNT,
  details: column.json('details', detailsIn),
  isPaused: column.flag('is_paused'),
  createdAt: column.text('created_at'),
  handledUntil: column.text('handled_until'),
  retryAt: column.textOrNull('retry_at'),
  attempts: column.number('attempts'),
})

const BEGUN = RUNS.only('scheduleId', 'dueAt', 'missed', 'startedAt', 'jobId', 'state', 'text')

/** Takes an open database of `SCHEDULES_SCHEMA`. */
export function createScheduleStore(database: DatabaseSync, environment: Environment): ScheduleStore {
  const guarded = <T>(work: () => T): T => guardStorage(database, work)
  const list = database.prepare(
    `SELECT * FROM schedules WHERE is_removed = 0 AND (?1 IS NULL OR (base_url = ?1 AND username = ?2))
     ORDER BY name COLLATE NOCASE, created_at`,
  )
  const find = database.prepare('SELECT * FROM schedules WHERE id = ? AND is_removed = 0')
  const insert = database.prepare(`INSERT INTO schedules (${SCHEDULES.list}) VALUES (${SCHEDULES.places})`)
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
  const begin = database.prepare(`INSERT INTO runs (${BEGUN.list}) VALUES (${BEGUN.places}) RETURNING *`)
  const forgetOld = database.prepare(
    'DELETE FROM runs WHERE schedule_id = ?1 AND id NOT IN (SELECT id FROM runs WHERE schedule_id = ?1 ORDER BY id DESC LIMIT ?2)',
  )
  const job = database.prepare('UPDATE runs SET job_id = ?2 WHERE id = ?1')
  const end = database.prepare(
    'UPDATE runs SET state = ?2, text = ?3, job_id = coalesce(?4, job_id), ended_at = ?5 WHERE id = ?1 RETURNING *',
  )
  const runs = database.prepare('SELECT * FROM runs WHERE schedule_id = ? ORDER BY id DESC LIMIT ?')
  const running = database.prepare("SELECT * FROM runs WHERE state = 'running' ORDER BY id")
  const beginRun = (start: RunStart): ScheduleRun => {
    const row = begin.get(...BEGUN.cells({ ...start, state: 'running', text: LOOKING }))
    forgetOld.run(start.scheduleId, KEPT_RUNS)
    return RUNS.read(row ?? {})
  }
  const tryAgain = (scheduleId: string, at: Date, attempts: number): boolean =>
    retry.run(scheduleId, at.toISOString(), attempts).changes === 1
  const runsOf: ScheduleStore['runs'] = (id, count) => guarded(() => runs.all(id, count).map(RUNS.read))
  const withLastRun = (row: Row): Schedule => {
    const schedule = SCHEDULES.read(row)
    return { ...schedule, environment, lastRun: runsOf(schedule.scheduleId, 1)[0] ?? null }
  }
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
    add: (account, { name, details }, now) => {
      const [scheduleId, createdAt] = [randomUUID(), now.toISOString()]
      const times = { createdAt, handledUntil: createdAt, retryAt: null, attempts: 0, isPaused: false }
      guarded(() => insert.run(...SCHEDULES.cells({ scheduleId, name, account, details, ...times })))
      return findOne(scheduleId)
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
      return RUNS.read(row ?? {})
    },
    runs: runsOf,
    endAbandoned: (at) => {
      const abandoned = guarded(() => running.all()).map(RUNS.read)
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

/** Null where they cannot be read. */
function detailsIn(content: unknown): ScheduleDetails | null {
  try {
    const details = storedDetails.parse(content)
    readRule(details.rule, details.timeZone ?? localTimeZone())
    return details
  } catch {
    return null
  }
}
