import type { ListedEntry } from '../../shared/model/feed-entry.ts'
import type { ClockPort } from '../ports/clock.ts'
import { planRule, type PlanningSession, type RuleTask, type SavingRule, type ToSave } from './plan-rule.ts'
import type { RuleRun } from './rule-runs.ts'
import type { StateNames } from '../feed/inbox/state-names.ts'
import { type Changes, isPatienceOver, postponed } from './rule-waits.ts'
import type { FeedStore } from '../feed/inbox/inbox-store.ts'

export interface TakingUp {
  session: PlanningSession
  store: () => Pick<FeedStore, 'knownState' | 'read' | keyof StateNames>
  clock: ClockPort
  /** As the host saves. */
  save: (toSave: ToSave) => Promise<Changes> | Changes
}

export interface RunToTakeUp {
  run: RuleRun
  rule: SavingRule
  entry: ListedEntry
}

/** Searches and plans anew, and has saved what is new. Fails like a search, a plan and a save. */
export async function takeUp(
  { session, store, clock, save }: TakingUp,
  { run, rule, entry }: RunToTakeUp,
  signal: AbortSignal,
): Promise<Changes> {
  const names = store()
  const known = entry.setId === null ? undefined : names.knownState(entry.setId)
  const task: RuleTask = { rule, entry, known, names, isPatienceOver: isPatienceOver(run) }
  const answer = await planRule(session, task, signal)
  if ('nothingNew' in answer) return { state: 'nothing-new', text: answer.nothingNew, nextTryAt: null }
  return 'notYet' in answer ? postponed({ clock }, run, answer.notYet) : await save(answer)
}
