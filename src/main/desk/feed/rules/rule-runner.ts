import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import { foldId, foldState } from '../../../../shared/text/set-fields.ts'
import type { StoredFeed, StoredRule } from '../../../../engine/feed/feed-settings.ts'
import { planningFault, type RunChanges } from '../../../../engine/rules/execute-run.ts'
import type { PlannedRun, RuleRun, RuleRuns } from '../../../../engine/feed/rule-runs.ts'
import { planEach } from '../../../../engine/rules/plan-each.ts'
import { createRunScheduler } from '../../../../engine/rules/run-scheduler.ts'
import type { JobView } from '../../saving/running-job.ts'
import { type AttemptDependencies, attemptRun, changesAfterJob, resumed } from './rule-attempt.ts'

export interface RuleDependencies extends AttemptDependencies {
  runs: () => RuleRuns
  /** Something about the runs has changed on screen. */
  onChanged: () => void
}

/** “When a set of these customers reaches this state, save its documents to this folder.” */
export interface FeedRules {
  /** Resumes what an earlier start left open, and plans what recent entries lack a plan for. */
  start(recent: readonly ListedEntry[]): void
  /** Records what rules are to do about new entries, inside the transaction that stores them. */
  plan(entries: readonly ListedEntry[]): void
  /** Starts what was planned, once that transaction is committed. */
  startPlanned(): void
  /** Makes every waiting run due, after a sign-in for example. */
  retryWaiting(): void
  onJobChanged(job: JobView): void
  stop(): Promise<void>
}

export function createFeedRules(dependencies: RuleDependencies): FeedRules {
  const { settings, clock, logger, runs, onChanged } = dependencies
  const attempt = (run: RuleRun, signal: AbortSignal): Promise<RunChanges> => attemptRun(dependencies, run, signal)
  const scheduler = createRunScheduler({ runs, clock, logger, attempt, onChanged })
  /** Also true after a transaction that was rolled back: then waking the scheduler finds nothing. */
  let hasPlanned = false
  const change = (run: RuleRun, changes: RunChanges): void => {
    runs().change(run, { at: clock.now().toISOString(), ...changes })
    onChanged()
  }
  const planMatching = (entries: readonly ListedEntry[], feed: StoredFeed): void => {
    const planned = plannedRuns(matchRules(entries, feed), clock.now().toISOString())
    runs().plan(planned, scheduler.underWay())
    hasPlanned ||= planned.length > 0
  }
  const noteFault = (entry: ListedEntry, { ruleId, name }: StoredRule, thrown: unknown): void => {
    const run = { ruleId, ruleName: name, entryId: entry.id, at: clock.now().toISOString() }
    const { message, next } = planningFault(logger, thrown)
    runs().settle(run, 'failed', `${message} ${next}`)
  }
  const plan: FeedRules['plan'] = (entries) => {
    const feed = settings.read()
    planEach(
      entries,
      (some) => planMatching(some, feed),
      (entry) =>
        planEach(
          feed.rules,
          (some) => planMatching([entry], { ...feed, rules: [...some] }),
          (rule, thrown) => noteFault(entry, rule, thrown),
        ),
    )
  }
  return {
    plan,
    startPlanned: () => {
      if (hasPlanned) scheduler.wake()
      hasPlanned = false
    },
    start: (recent) => {
      const nextTryAt = clock.now().toISOString()
      for (const run of runs().open()) if (run.state === 'saving') change(run, { state: 'waiting', nextTryAt })
      plan(recent)
      scheduler.wake()
    },
    retryWaiting: () => {
      runs().makeAllDue(clock.now().toISOString())
      scheduler.wake()
    },
    onJobChanged: (job) => {
      const run = runs().ofJob(job.jobId)
      if (run === undefined || run.state === 'saved' || run.state === 'nothing-new') return
      const isSaving = run.state === 'saving'
      // What failed is followed again once a user has resumed its job.
      if (job.state === 'running' && !isSaving) change(run, { ...resumed(job), nextTryAt: null })
      if (run.state === 'failed') return
      if (job.state === 'done' || job.state === 'cancelled') change(run, changesAfterJob(dependencies, run, job))
      else if (job.state === 'stopped' && isSaving) change(run, changesAfterJob(dependencies, run, job))
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

/** An entry about a set in a known state, with the rules that match it. */
export interface MatchedEntry {
  entry: ListedEntry & { setId: string; state: string }
  rules: StoredRule[]
}

/**
 * The rules that match these entries, each once per set: for the newest that it matches, and for those older than one that came
 * before them (T42), of which a search tells whether they are. A rule that names no customer applies to every followed customer.
 */
export function matchRules(entries: readonly ListedEntry[], { rules, followed }: StoredFeed): MatchedEntry[] {
  const active = rules.filter(({ isOn }) => isOn)
  if (active.length === 0) return []
  const everybody = followed.map(({ customerId }) => customerId)
  const matched = new Map<number, MatchedEntry>()
  const aboutSets = entries.flatMap(aboutSet)
  for (const rule of active) {
    const matching = aboutSets.filter((entry) => isMatch(rule, entry, everybody))
    const newest = new Map(matching.filter(({ isOutdated }) => !isOutdated).map((entry) => [entry.setId, entry]))
    for (const entry of matching)
      if (entry.isOutdated || newest.get(entry.setId) === entry) addMatch(matched, entry, rule)
  }
  return [...matched.values()].toSorted((one, other) => one.entry.id - other.entry.id)
}

function aboutSet(entry: ListedEntry): MatchedEntry['entry'][] {
  const { setId, state, isReadable } = entry
  return isReadable && setId !== null && state !== null ? [{ ...entry, setId, state }] : []
}

function addMatch(matched: Map<number, MatchedEntry>, entry: MatchedEntry['entry'], rule: StoredRule): void {
  const match = matched.get(entry.id) ?? { entry, rules: [] }
  match.rules.push(rule)
  matched.set(entry.id, match)
}

function isMatch(rule: StoredRule, entry: MatchedEntry['entry'], everybody: readonly string[]): boolean {
  const { customers, states, since } = rule
  const { customerId, state, seenAt } = entry
  // Instants, not texts; negated, so that what is not a time (NaN) comes before everything.
  if (!(Date.parse(seenAt) >= Date.parse(since))) return false
  const matched = (customers.length === 0 ? everybody : customers).map(foldId)
  return customerId !== null && matched.includes(foldId(customerId)) && states.some((one) => foldState(one) === state)
}
