import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, guardStorage } from '../storage/database.ts'
import { choiceIn, numberIn, type Row, textIn, textOrNullIn } from '../storage/read-row.ts'

const STATES = ['waiting', 'saving', 'saved', 'nothing-new', 'failed'] as const

/** What a rule does, or did, about an entry. */
export interface RuleRun {
  ruleId: string
  entryId: number
  /** As it was called then. */
  ruleName: string
  state: (typeof STATES)[number]
  /** When it came to be so; ISO. */
  at: string
  /** A sentence for the user. */
  text: string
  /** What of its save a user must hear besides, however it ends: a sentence. */
  note: string | null
  /** The job in Downloads, once there is one. */
  jobId: string | null
  attempts: number
  /** ISO; null where nothing is tried by itself. */
  nextTryAt: string | null
}

export interface PlannedRun {
  ruleId: string
  ruleName: string
  entryId: number
  setId: string
  /** Folded. */
  state: string
  at: string
}

/** Of a `watch` that saves: its runs are no rule’s of a desk, which leaves them to the next such `watch`. */
const OF_WATCH = 'watch:'

/** The one rule of a `watch` that saves: the same account, state and folder the next time are the same rule. */
export function watchRuleId(words: readonly string[]): string {
  return OF_WATCH + words.join(' ')
}

export function isOfWatch({ ruleId }: Pick<RuleRun, 'ruleId'>): boolean {
  return ruleId.startsWith(OF_WATCH)
}

/** What rules did, in the database of the inbox, so that a restart goes on with it. Every call fails with storage-failed. */
export interface RuleRuns {
  /** Writes down what rules are to do, but where one has a run for this entry already, or one under way for set and state. */
  plan(runs: readonly PlannedRun[]): void
  /** Of what nothing is to be done about: it is written down why, a sentence. */
  skip(run: PlannedRun, why: string): RuleRun
  change(run: RuleRun, changes: Partial<RuleRun>): RuleRun
  /** Waiting and saving, in the order of their entries. */
  open(): RuleRun[]
  /** What is to be tried by now, at most so many: first what was tried least, so that nothing waits behind what lags. */
  due(now: string, count: number): RuleRun[]
  /** When the next is due; undefined where none is tried by itself. */
  nextDueAfter(now: string): string | undefined
  /** Whatever is tried by itself is due then. */
  makeAllDue(at: string): void
  ofJob(jobId: string): RuleRun | undefined
  ofEntries(entryIds: readonly number[]): Map<number, RuleRun[]>
}

const INSERT = `
  INSERT INTO rule_runs (rule_id, entry_id, rule_name, state, at, text, next_try_at)
  SELECT ?1, ?2, ?3, 'waiting', ?4, 'About to be saved.', ?4
  WHERE NOT EXISTS (
    SELECT 1 FROM entries JOIN rule_runs ON rule_runs.entry_id = entries.id
    WHERE entries.set_id = ?5 AND entries.state = ?6 AND rule_runs.rule_id = ?1 AND rule_runs.state IN ('waiting', 'saving'))
  ON CONFLICT DO NOTHING`
const SKIP = `
  INSERT INTO rule_runs (rule_id, entry_id, rule_name, state, at, text) VALUES (?, ?, ?, 'nothing-new', ?, ?)
  ON CONFLICT DO NOTHING`
/** Of one `watch`, or of every rule of a desk. */
const IS_MINE = `(rule_id = ?1 OR (?1 IS NULL AND rule_id NOT GLOB '${OF_WATCH}*'))`
/** As the index of what is due has it; without statistics SQLite takes another one. */
const IS_OPEN = "state IN ('waiting', 'saving') AND next_try_at IS NOT NULL"
const UPDATE = `
  UPDATE rule_runs SET state = ?3, at = ?4, text = ?5, job_id = ?6, attempts = ?7, next_try_at = ?8, note = ?9
  WHERE rule_id = ?1 AND entry_id = ?2`

/** Those of a desk’s rules, or with an id those of one `watch`; whichever they are, `ofEntries` has all. */
export function createRuleRuns(database: DatabaseSync, ofWatch: string | null = null): RuleRuns {
  const insert = database.prepare(INSERT)
  const skip = database.prepare(SKIP)
  const update = database.prepare(UPDATE)
  const open = database.prepare(
    `SELECT * FROM rule_runs WHERE state IN ('waiting', 'saving') AND ${IS_MINE} ORDER BY entry_id, rule_id`,
  )
  const due = database.prepare(
    `SELECT * FROM rule_runs INDEXED BY rule_runs_due WHERE ${IS_OPEN} AND ${IS_MINE} AND next_try_at <= ?2 ORDER BY attempts, entry_id LIMIT ?3`,
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
  return {
    plan: (planned) => {
      if (planned.length === 0) return
      inTransaction(database, () => {
        for (const { ruleId, ruleName, entryId, setId, state, at } of planned) {
          insert.run(ruleId, entryId, ruleName, at, setId, state)
        }
      })
    },
    skip: ({ ruleId, ruleName, entryId, at }, text) => {
      guarded(() => skip.run(ruleId, entryId, ruleName, at, text))
      const nothing = { state: 'nothing-new', note: null, jobId: null, attempts: 0, nextTryAt: null } as const
      return { ruleId, entryId, ruleName, at, text, ...nothing }
    },
    change: (run, changes) => {
      const changed = { ...run, ...changes }
      const { ruleId, entryId, state, at, text, jobId, attempts, nextTryAt, note } = changed
      guarded(() => update.run(ruleId, entryId, state, at, text, jobId, attempts, nextTryAt, note))
      return changed
    },
    open: () => guarded(() => open.all(ofWatch)).map(runIn),
    due: (now, count) => guarded(() => due.all(ofWatch, now, count)).map(runIn),
    nextDueAfter: (now) => textOrNullIn(guarded(() => next.get(ofWatch, now)) ?? { at: null }, 'at') ?? undefined,
    makeAllDue: (at) => {
      guarded(() => tryAll.run(ofWatch, at))
    },
    ofJob: (jobId) => guarded(() => byJob.all(jobId)).map(runIn)[0],
    ofEntries: (entryIds) => {
      const runs = guarded(() => byEntries.all(JSON.stringify(entryIds))).map(runIn)
      return Map.groupBy(runs, ({ entryId }) => entryId)
    },
  }
}

function runIn(row: Row): RuleRun {
  return {
    ruleId: textIn(row, 'rule_id'),
    entryId: numberIn(row, 'entry_id'),
    ruleName: textIn(row, 'rule_name'),
    state: choiceIn(row, 'state', STATES),
    at: textIn(row, 'at'),
    text: textIn(row, 'text'),
    note: textOrNullIn(row, 'note'),
    jobId: textOrNullIn(row, 'job_id'),
    attempts: numberIn(row, 'attempts'),
    nextTryAt: textOrNullIn(row, 'next_try_at'),
  }
}
