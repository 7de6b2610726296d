import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import type { JobView } from '../../saving/job-view.ts'
import { type MatchedEntry, matchRules } from './matching-rules.ts'
import { nothingToDoIn } from '../../../../engine/rules/plan-rule.ts'
import { afterJob, type AttemptParts, attemptRun } from './rule-attempt.ts'
import { createRunScheduler } from '../../../../engine/rules/run-scheduler.ts'
import type { Changes } from '../../../../engine/rules/rule-waits.ts'
import type { PlannedRun, RuleRun, RuleRuns } from '../../../../engine/rules/rule-runs.ts'

export interface RuleParts extends AttemptParts {
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
  retry(): void
  jobChanged(job: JobView): void
  stop(): Promise<void>
}

export function createFeedRules(parts: RuleParts): FeedRules {
  const { settings, clock, runs, onChanged } = parts
  const attempt = (run: RuleRun, signal: AbortSignal): Promise<Changes> => attemptRun(parts, run, signal)
  const scheduler = createRunScheduler({ runs, clock, logger: parts.logger, attempt, onChanged })
  const change = (run: RuleRun, changes: Partial<RuleRun>): void => {
    runs().change(run, { at: clock.now().toISOString(), ...changes })
    onChanged()
  }
  const add: FeedRules['add'] = (entries) => {
    const at = clock.now().toISOString()
    const { toDo, passedOver } = matchRules(entries, settings.read())
    runs().plan(plannedRuns(toDo, at))
    for (const planned of plannedRuns(passedOver, at)) {
      runs().passOver(planned, nothingToDoIn(parts.store().knownState(planned.setId)?.status ?? ''))
    }
    if (toDo.length > 0) scheduler.wake()
  }
  return {
    add,
    start: (recent) => {
      const nextTryAt = clock.now().toISOString()
      for (const run of runs().open()) if (run.state === 'saving') change(run, { state: 'waiting', nextTryAt })
      add(recent)
      scheduler.wake()
    },
    retry: () => {
      runs().tryAllAt(clock.now().toISOString())
      scheduler.wake()
    },
    jobChanged: (job) => {
      const run = runs().ofJob(job.jobId)
      if (run === undefined || (run.state !== 'saving' && run.state !== 'waiting')) return
      if (job.state === 'done' || job.state === 'cancelled') change(run, afterJob(parts, run, job))
      else if (job.state === 'stopped' && run.state === 'saving') change(run, afterJob(parts, run, job))
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
