import type { ListedEntry } from '../../shared/model/feed-entry.ts'
import type { FeedStore } from '../feed/inbox/inbox-store.ts'
import type { StateNames } from '../feed/inbox/state-names.ts'
import type { ClockPort } from '../ports/clock.ts'
import { type PlannedSave, planRule, type PlanningSession, type RuleTask, type SavingRule } from './plan-rule.ts'
import { isLagOver, postponed, type RunChanges } from './rule-retries.ts'
import type { RuleRun } from './rule-runs.ts'

export interface RunExecution {
  session: PlanningSession
  store: () => Pick<FeedStore, 'knownState' | 'read' | keyof StateNames>
  clock: ClockPort
  /** How this host saves. */
  save: (planned: PlannedSave) => Promise<RunChanges> | RunChanges
}

export interface ExecutableRun {
  run: RuleRun
  rule: SavingRule
  entry: ListedEntry
}

/** Searches and plans with the present state, and saves what is new. Fails like a search, a plan and a save. */
export async function executeRun(
  { session, store, clock, save }: RunExecution,
  { run, rule, entry }: ExecutableRun,
  signal: AbortSignal,
): Promise<RunChanges> {
  const names = store()
  const known = entry.setId === null ? undefined : names.knownState(entry.setId)
  const task: RuleTask = { rule, entry, known, names, isLagOver: isLagOver(run) }
  const planned = await planRule(session, task, signal)
  if ('nothingNew' in planned) return { state: 'nothing-new', text: planned.nothingNew, nextTryAt: null }
  return 'notYet' in planned ? postponed({ clock }, run, planned.notYet) : await save(planned)
}
