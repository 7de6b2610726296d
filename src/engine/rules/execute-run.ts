import type { ListedEntry } from '../../shared/model/feed-entry.ts'
import type { ClockPort } from '../ports/clock.ts'
import { planRule, type PlanningSession, type RuleTask, type SavingRule, type PlannedSave } from './plan-rule.ts'
import type { RuleRun } from './rule-runs.ts'
import type { StateNames } from '../feed/inbox/state-names.ts'
import { type RunChanges, isLagOver, postponed } from './rule-retries.ts'
import type { FeedStore } from '../feed/inbox/inbox-store.ts'

export interface RunExecution {
  session: PlanningSession
  store: () => Pick<FeedStore, 'knownState' | 'read' | keyof StateNames>
  clock: ClockPort
  /** As the host saves. */
  save: (toSave: PlannedSave) => Promise<RunChanges> | RunChanges
}

export interface ExecutableRun {
  run: RuleRun
  rule: SavingRule
  entry: ListedEntry
}

/** Searches and plans anew, and has saved what is new. Fails like a search, a plan and a save. */
export async function executeRun(
  { session, store, clock, save }: RunExecution,
  { run, rule, entry }: ExecutableRun,
  signal: AbortSignal,
): Promise<RunChanges> {
  const names = store()
  const known = entry.setId === null ? undefined : names.knownState(entry.setId)
  const task: RuleTask = { rule, entry, known, names, isLagOver: isLagOver(run) }
  const answer = await planRule(session, task, signal)
  if ('nothingNew' in answer) return { state: 'nothing-new', text: answer.nothingNew, nextTryAt: null }
  return 'notYet' in answer ? postponed({ clock }, run, answer.notYet) : await save(answer)
}
