import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import type { JobView } from '../../saving/running-job.ts'
import { nothingToDoIn } from '../../../../engine/rules/plan-rule.ts'
import { changesAfterJob, type AttemptDependencies, attemptRun } from './rule-attempt.ts'
import { createRunScheduler } from '../../../../engine/rules/run-scheduler.ts'
import type { RunChanges } from '../../../../engine/rules/rule-retries.ts'
import type { PlannedRun, RuleRun, RuleRuns } from '../../../../engine/rules/rule-runs.ts'
import { foldState } from '../../../../shared/text/fold-state.ts'
import type { StoredFeed, StoredRule } from '../../../../engine/feed/feed-settings.ts'

export interface RuleDependencies extends AttemptDependencies {
  runs: () => RuleRuns
  /** Something about the runs is to be seen. */
  onChanged: () => void
}

/** “When a set of these customers reaches this state, save its documents to this folder.” */
export interface FeedRules {
  /** Takes up what an earlier start of the application left: also entries that came in just before its end. */
  start(recent: readonly ListedEntry[]): void
  /** Entries that are new. What they ask for is written down before this returns. */
  add(entries: readonly ListedEntry[]): void
  /** Somebody has signed in, say: what waits has its turn now. */
  retryWaiting(): void
  onJobChanged(job: JobView): void
  stop(): Promise<void>
}

export function createFeedRules(parts: RuleDependencies): FeedRules {
  const { settings, clock, runs, onChanged } = parts
  const attempt = (run: RuleRun, signal: AbortSignal): Promise<RunChanges> => attemptRun(parts, run, signal)
  const scheduler = createRunScheduler({ runs, clock, logger: parts.logger, attempt, onChanged })
  const change = (run: RuleRun, changes: Partial<RuleRun>): void => {
    runs().change(run, { at: clock.now().toISOString(), ...changes })
    onChanged()
  }
  const add: FeedRules['add'] = (entries) => {
    const at = clock.now().toISOString()
    const { current, outdated } = matchRules(entries, settings.read())
    runs().plan(plannedRuns(current, at))
    for (const planned of plannedRuns(outdated, at)) {
      runs().skip(planned, nothingToDoIn(parts.store().knownState(planned.setId)?.status ?? ''))
    }
    if (current.length > 0) scheduler.wake()
  }
  return {
    add,
    start: (recent) => {
      const nextTryAt = clock.now().toISOString()
      for (const run of runs().open()) if (run.state === 'saving') change(run, { state: 'waiting', nextTryAt })
      add(recent)
      scheduler.wake()
    },
    retryWaiting: () => {
      runs().makeAllDue(clock.now().toISOString())
      scheduler.wake()
    },
    onJobChanged: (job) => {
      const run = runs().ofJob(job.jobId)
      if (run === undefined || (run.state !== 'saving' && run.state !== 'waiting')) return
      if (job.state === 'done' || job.state === 'cancelled') change(run, changesAfterJob(parts, run, job))
      else if (job.state === 'stopped' && run.state === 'saving') change(run, changesAfterJob(parts, run, job))
      else if (job.state === 'running' && run.state === 'waiting') change(run, { state: 'saving', nextTryAt: null })
      scheduler.wake()
    },
    stop: scheduler.stop,
  }
}

function plannedRuns(matched: readonly MatchedEntry[], at: string): PlannedRun[] {
  return matched.flatMap(({ entry: { id: entryId, setId, state }, rules }) =>
    rules.map(({ ruleId, name }) => ({ ruleId, ruleName: name, entryId, setId, state, at })),
  )
}

/** A set that has reached a state for which rules have something to do. */
export interface MatchedEntry {
  entry: ListedEntry & { setId: string; state: string }
  rules: StoredRule[]
}

export interface MatchedRules {
  /** Each rule once for a set: of several entries that it is about, the newest. */
  current: MatchedEntry[]
  /** Messages older than one that came before them (T42): nothing is done about them, and that is said. */
  outdated: MatchedEntry[]
}

/** What of these entries rules are about. A rule that names no customer means those who are followed. */
export function matchRules(entries: readonly ListedEntry[], { rules, followed }: StoredFeed): MatchedRules {
  const active = rules.filter(({ isOn }) => isOn)
  if (active.length === 0) return { current: [], outdated: [] }
  const everybody = followed.map(({ customerId }) => customerId)
  const [outdated, current] = [new Map<number, MatchedEntry>(), new Map<number, MatchedEntry>()]
  const matching = entries.flatMap(aboutSet)
  for (const rule of active) {
    const fitting = matching.filter((entry) => matches(rule, entry, everybody))
    const newest = new Map(fitting.filter(({ isOutdated }) => !isOutdated).map((entry) => [entry.setId, entry]))
    for (const entry of newest.values()) addMatch(current, entry, rule)
    for (const entry of fitting) if (entry.isOutdated) addMatch(outdated, entry, rule)
  }
  return { current: inOrder(current), outdated: inOrder(outdated) }
}

function aboutSet(entry: ListedEntry): MatchedEntry['entry'][] {
  const { setId, state, isReadable } = entry
  return isReadable && setId !== null && state !== null ? [{ ...entry, setId, state }] : []
}

function addMatch(matched: Map<number, MatchedEntry>, entry: MatchedEntry['entry'], rule: StoredRule): void {
  const one = matched.get(entry.id) ?? { entry, rules: [] }
  one.rules.push(rule)
  matched.set(entry.id, one)
}

function inOrder(matched: Map<number, MatchedEntry>): MatchedEntry[] {
  return [...matched.values()].toSorted((one, other) => one.entry.id - other.entry.id)
}

function matches(rule: StoredRule, entry: MatchedEntry['entry'], everybody: readonly string[]): boolean {
  const { customers, states } = rule
  const meant = customers.length === 0 ? everybody : customers
  const { customerId, state, seenAt } = entry
  // Instants, not texts; what is no time is before everything.
  if (!(Date.parse(seenAt) >= Date.parse(rule.since))) return false
  return customerId !== null && meant.includes(customerId) && states.some((one) => foldState(one) === state)
}
