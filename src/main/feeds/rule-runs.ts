import type { DatabaseSync } from 'node:sqlite'
import { guardStorage } from '../storage/guard-storage.ts'
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

/** What rules did, in the database of the inbox, so that a restart goes on with it. Every call fails with storage-failed. */
export interface RuleRuns {
  /** False where the rule has one for this entry already, or one under way for this set and state. */
  plan(run: PlannedRun): boolean
  /** Of what nothing is to be done about: it is written down why, a sentence. */
  passOver(run: PlannedRun, why: string): void
  change(run: RuleRun, changes: Partial<RuleRun>): RuleRun
  /** Waiting and saving, in the order of their entries. */
  open(): RuleRun[]
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
const PASS_OVER = `
  INSERT INTO rule_runs (rule_id, entry_id, rule_name, state, at, text) VALUES (?, ?, ?, 'nothing-new', ?, ?)
  ON CONFLICT DO NOTHING`
const UPDATE = `
  UPDATE rule_runs SET state = ?3, at = ?4, text = ?5, job_id = ?6, attempts = ?7, next_try_at = ?8, note = ?9
  WHERE rule_id = ?1 AND entry_id = ?2`

export function createRuleRuns(database: DatabaseSync): RuleRuns {
  const insert = database.prepare(INSERT)
  const passOver = database.prepare(PASS_OVER)
  const update = database.prepare(UPDATE)
  const open = database.prepare(
    `SELECT * FROM rule_runs WHERE state IN ('waiting', 'saving') ORDER BY entry_id, rule_id`,
  )
  const byJob = database.prepare('SELECT * FROM rule_runs WHERE job_id = ?')
  const byEntries = database.prepare(
    'SELECT * FROM rule_runs WHERE entry_id IN (SELECT value FROM json_each(?)) ORDER BY at, rule_id',
  )
  const guarded = <Result>(work: () => Result): Result => guardStorage(database, work)
  return {
    plan: ({ ruleId, ruleName, entryId, setId, state, at }) =>
      guarded(() => insert.run(ruleId, entryId, ruleName, at, setId, state)).changes === 1,
    passOver: ({ ruleId, ruleName, entryId, at }, why) => {
      guarded(() => passOver.run(ruleId, entryId, ruleName, at, why))
    },
    change: (run, changes) => {
      const changed = { ...run, ...changes }
      const { ruleId, entryId, state, at, text, jobId, attempts, nextTryAt, note } = changed
      guarded(() => update.run(ruleId, entryId, state, at, text, jobId, attempts, nextTryAt, note))
      return changed
    },
    open: () => guarded(() => open.all()).map(runIn),
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
