import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import { foldState } from '../../../../shared/text/set-fields.ts'
import type { StoredFeed, StoredRule } from '../../../../engine/feed/feed-settings.ts'
import { nothingToDoIn } from '../../../../engine/rules/plan-rule.ts'
import { planningFault, type RunChanges } from '../../../../engine/rules/execute-run.ts'
import { planEach, type PlannedRun, type RuleRun, type RuleRuns } from '../../../../engine/rules/rule-runs.ts'
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
  const { settings, store, clock, logger, runs, onChanged } = dependencies
  const attempt = (run: RuleRun, signal: AbortSignal): Promise<RunChanges> => attemptRun(dependencies, run, signal)
  const scheduler = createRunScheduler({ runs, clock, logger, attempt, onChanged })
  /** Also true after a transaction that was rolled back: then waking the scheduler finds nothing. */
  let hasPlanned = false
  const change = (run: RuleRun, changes: RunChanges): void => {
    runs().change(run, { at: clock.now().toISOString(), ...changes })
    onChanged()
  }
  const planMatching = (entries: readonly ListedEntry[], feed: StoredFeed): void => {
    const at = clock.now().toISOString()
    const { current, outdated } = matchRules(entries, feed)
    runs().plan(plannedRuns(current, at), scheduler.underWay())
    for (const planned of plannedRuns(outdated, at)) {
      runs().settle(planned, 'nothing-new', nothingToDoIn(store().knownState(planned.setId)?.status ?? ''))
    }
    hasPlanned ||= current.length > 0
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

export interface MatchedRules {
  /** Each rule once per set: the newest of the entries that it matches. */
  current: MatchedEntry[]
  /** Messages older than one that came before them (T42): nothing is done, and the entry says so. */
  outdated: MatchedEntry[]
}

/** The rules that match these entries. A rule that names no customer applies to every followed customer. */
export function matchRules(entries: readonly ListedEntry[], { rules, followed }: StoredFeed): MatchedRules {
  const active = rules.filter(({ isOn }) => isOn)
  if (active.length === 0) return { current: [], outdated: [] }
  const everybody = followed.map(({ customerId }) => customerId)
  const [outdated, current] = [new Map<number, MatchedEntry>(), new Map<number, MatchedEntry>()]
  const aboutSets = entries.flatMap(aboutSet)
  for (const rule of active) {
    const matching = aboutSets.filter((entry) => isMatch(rule, entry, everybody))
    const newest = new Map(matching.filter(({ isOutdated }) => !isOutdated).map((entry) => [entry.setId, entry]))
    for (const entry of newest.values()) addMatch(current, entry, rule)
    for (const entry of matching) if (entry.isOutdated) addMatch(outdated, entry, rule)
  }
  return { current: inOrder(current), outdated: inOrder(outdated) }
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

function inOrder(matched: Map<number, MatchedEntry>): MatchedEntry[] {
  return [...matched.values()].toSorted((one, other) => one.entry.id - other.entry.id)
}

function isMatch(rule: StoredRule, entry: MatchedEntry['entry'], everybody: readonly string[]): boolean {
  const { customers, states, since } = rule
  const { customerId, state, seenAt } = entry
  // Instants, not texts; negated, so that what is not a time (NaN) comes before everything.
  if (!(Date.parse(seenAt) >= Date.parse(since))) return false
  const matched = customers.length === 0 ? everybody : customers
  return customerId !== null && matched.includes(customerId) && states.some((one) => foldState(one) === state)
}
