import type { DatabaseSync } from 'node:sqlite'
import { column, columnsOf, type ItemOf } from '../storage/columns.ts'
import { guardStorage, inTransaction } from '../storage/database.ts'
import { type Row, textOrNullIn } from '../storage/read-row.ts'

const STATES = ['waiting', 'saving', 'saved', 'nothing-new', 'failed'] as const

const RUNS = columnsOf({
  runId: column.number('run_id'),
  ruleId: column.text('rule_id'),
  /** Changes when the entry comes back from a snooze. */
  entryId: column.number('entry_id'),
  /** The rule’s name when it was planned. */
  ruleName: column.text('rule_name'),
  state: column.choice('state', STATES),
  /** Since when it has been in this state; ISO. */
  at: column.text('at'),
  /** A sentence for the user. */
  text: column.text('text'),
  /** A sentence about its save that the user must see however it ends. */
  note: column.textOrNull('note'),
  /** The job in Downloads, once there is one. */
  jobId: column.textOrNull('job_id'),
  attempts: column.number('attempts'),
  /** ISO; null where nothing is retried automatically. */
  nextTryAt: column.textOrNull('next_try_at'),
})

/** What a rule does, or did, about an entry. */
export type RuleRun = ItemOf<typeof RUNS>
export interface PlannedRun {
  ruleId: string
  ruleName: string
  entryId: number
  setId: string
  /** Folded. */
  state: string
  at: string
}

export type SettledRun = Pick<PlannedRun, 'ruleId' | 'ruleName' | 'entryId' | 'at'>

/** Marks the runs of a `watch` that saves: they belong to no rule of a desk, which leaves them to the next such `watch`. */
const OF_WATCH = 'watch:'

/** The one rule of a `watch` that saves: the same account, state and folder the next time are the same rule. */
export function watchRuleId(words: readonly string[]): string {
  return OF_WATCH + words.join(' ')
}

export function isOfWatch({ ruleId }: Pick<RuleRun, 'ruleId'>): boolean {
  return ruleId.startsWith(OF_WATCH)
}

/**
 * The record of what rules did, in the inbox’s database, so that a restart resumes it. Every call fails with storage-failed.
 */
export interface RuleRuns {
  /**
   * Records what rules are to do: inside the transaction that is open, which stores the entries, or else in one of its own.
   * Leaves out a run whose rule has one for this entry already, or one for the same set and state that is still to search for
   * it. Where such a run is among those `underWay`, or has a job, what the message announces may have come too late for it:
   * then one more is recorded, which becomes due when that has ended.
   */
  plan(runs: readonly PlannedRun[], underWay: readonly number[]): void
  /** Records that nothing will be done, and why, as a sentence. */
  settle(run: SettledRun, state: 'nothing-new' | 'failed', why: string): RuleRun
  change(run: RuleRun, changes: Partial<RuleRun>): RuleRun
  /** Waiting and saving, in the order of their entries; without those that have to wait for another to end. */
  open(): RuleRun[]
  /**
   * At most `count` runs that are due, those with the fewest attempts first, so that none waits behind one that lags. Also those
   * that were put off by a clock that was ahead: they would wait for as long as it was.
   */
  due(now: string, count: number): RuleRun[]
  /** When the next is due; undefined where none is retried automatically. */
  nextDueAfter(now: string): string | undefined
  /** Makes every run that is retried automatically due at that time. */
  makeAllDue(at: string): void
  ofJob(jobId: string): RuleRun | undefined
  ofEntries(entryIds: readonly number[]): Map<number, RuleRun[]>
}

const ABOUT_TO_BE_SAVED = 'About to be saved.'
const SAVED_AFTER_THAT = 'Saved once the save of this set that is under way has ended.'

const PLANNED = RUNS.only('ruleId', 'entryId', 'ruleName', 'state', 'at', 'text', 'nextTryAt')
const SETTLED = RUNS.only('ruleId', 'entryId', 'ruleName', 'state', 'at', 'text')
const CHANGED = RUNS.only('state', 'at', 'text', 'note', 'jobId', 'attempts', 'nextTryAt')

const INSERT = `
  INSERT INTO rule_runs (after_run, ${PLANNED.list}) VALUES (?, ${PLANNED.places}) ON CONFLICT DO NOTHING`
/** Open runs of a rule for a set and a state, the newest first. */
const SAME = `
  SELECT rule_runs.* FROM entries JOIN rule_runs ON rule_runs.entry_id = entries.id
  WHERE entries.set_id = ?2 AND entries.state = ?3 AND rule_runs.rule_id = ?1 AND rule_runs.state IN ('waiting', 'saving')
  ORDER BY run_id DESC`
const SETTLE = `
  INSERT INTO rule_runs (${SETTLED.list}) VALUES (${SETTLED.places})
  ON CONFLICT (rule_id, entry_id) DO UPDATE SET rule_id = rule_id RETURNING *`
/** Belongs to one `watch`, or to any rule of a desk. */
const IS_MINE = `(rule_id = ?1 OR (?1 IS NULL AND rule_id NOT GLOB '${OF_WATCH}*'))`
/** The condition of the index `rule_runs_due`; without statistics SQLite would choose another index. */
const IS_OPEN = "state IN ('waiting', 'saving') AND next_try_at IS NOT NULL"
const UPDATE = `UPDATE rule_runs SET ${CHANGED.assignments} WHERE run_id = ? RETURNING *`
const RELEASE = 'UPDATE rule_runs SET next_try_at = ?2, at = ?2, text = ?3, after_run = NULL WHERE after_run = ?1'

/** The runs of a desk’s rules or, given its id, of one `watch`. `ofEntries` and `ofJob` return the runs of both. */
export function createRuleRuns(database: DatabaseSync, ofWatch: string | null = null): RuleRuns {
  const insert = database.prepare(INSERT)
  const same = database.prepare(SAME)
  const settle = database.prepare(SETTLE)
  const update = database.prepare(UPDATE)
  const release = database.prepare(RELEASE)
  const drop = database.prepare('DELETE FROM rule_runs WHERE after_run = ?')
  const open = database.prepare(
    `SELECT * FROM rule_runs WHERE state IN ('waiting', 'saving') AND after_run IS NULL AND ${IS_MINE} ORDER BY entry_id, rule_id`,
  )
  const due = database.prepare(
    `SELECT * FROM rule_runs INDEXED BY rule_runs_due WHERE ${IS_OPEN} AND ${IS_MINE} AND (next_try_at <= ?2 OR at > ?2) ORDER BY attempts, entry_id LIMIT ?3`,
  )
  const next = database.prepare(
    `SELECT min(next_try_at) AS at FROM rule_runs WHERE ${IS_OPEN} AND ${IS_MINE} AND next_try_at > ?2`,
  )
  const tryAll = database.prepare(`UPDATE rule_runs SET next_try_at = ?2 WHERE ${IS_OPEN} AND ${IS_MINE}`)
  const byJob = database.prepare('SELECT * FROM rule_runs WHERE job_id = ?')
  const byEntries = database.prepare(
    'SELECT * FROM rule_runs WHERE entry_id IN (SELECT value FROM json_each(?)) ORDER BY at, rule_id',
  )
  const guarded = <Result>(work: () => Result): Result => guardStorage(database, work)
  const atomically = (work: () => void): void => {
    if (database.isTransaction) guarded(work)
    else inTransaction(database, work)
  }
  const planOne = ({ ruleId, ruleName, entryId, setId, state, at }: PlannedRun, underWay: readonly number[]): void => {
    const others = same.all(ruleId, setId, state).map(RUNS.read)
    if (others.some(({ runId, jobId }) => jobId === null && !underWay.includes(runId))) return
    const [before] = others
    const [text, nextTryAt] = before === undefined ? [ABOUT_TO_BE_SAVED, at] : [SAVED_AFTER_THAT, null]
    const run = { ruleId, entryId, ruleName, state: 'waiting', at, text, nextTryAt } as const
    insert.run(before?.runId ?? null, ...PLANNED.cells(run))
  }
  return {
    plan: (planned, underWay) => {
      if (planned.length === 0) return
      atomically(() => {
        for (const one of planned) planOne(one, underWay)
      })
    },
    settle: (run, state, text) => RUNS.read(guarded(() => settle.get(...SETTLED.cells({ ...run, state, text }))) ?? {}),
    change: (run, changes) => {
      const changed = { ...run, ...changes }
      const { runId, state, at, jobId } = changed
      let stored: Row | undefined
      atomically(() => {
        stored = update.get(...CHANGED.cells(changed), runId)
        if (state !== 'waiting' && state !== 'saving') release.run(runId, at, ABOUT_TO_BE_SAVED)
        // It will search again, after the messages of those that wait for it.
        if (state === 'waiting' && jobId === null) drop.run(runId)
      })
      return stored === undefined ? changed : RUNS.read(stored)
    },
    open: () => guarded(() => open.all(ofWatch)).map(RUNS.read),
    due: (now, count) => guarded(() => due.all(ofWatch, now, count)).map(RUNS.read),
    nextDueAfter: (now) => textOrNullIn(guarded(() => next.get(ofWatch, now)) ?? { at: null }, 'at') ?? undefined,
    makeAllDue: (at) => {
      guarded(() => tryAll.run(ofWatch, at))
    },
    ofJob: (jobId) => guarded(() => byJob.all(jobId)).map(RUNS.read)[0],
    ofEntries: (entryIds) => {
      const runs = guarded(() => byEntries.all(JSON.stringify(entryIds))).map(RUNS.read)
      return Map.groupBy(runs, ({ entryId }) => entryId)
    },
  }
}
