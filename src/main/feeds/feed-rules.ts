import type { ListedEntry } from '../../shared/model/feed-entry.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import type { JobView } from '../saving/job-view.ts'
import { type MatchedEntry, matchRules } from './matching-rules.ts'
import { nothingToDoIn } from './plan-rule.ts'
import { afterJob, type AttemptParts, attemptRun } from './rule-attempt.ts'
import type { PlannedRun, RuleRun, RuleRuns } from './rule-runs.ts'

/** The clock on the wall may be set: the time is looked at again. */
const LONGEST_LOOK_MS = 60_000

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
  const runner = createRunner(parts)
  const change = (run: RuleRun, changes: Partial<RuleRun>): void => {
    runs().change(run, { at: clock.now().toISOString(), ...changes })
    onChanged()
  }
  const add: FeedRules['add'] = (entries) => {
    const at = clock.now().toISOString()
    const { toDo, passedOver } = matchRules(entries, settings.read())
    for (const planned of plannedRuns(toDo, at)) runs().plan(planned)
    for (const planned of plannedRuns(passedOver, at)) {
      runs().passOver(planned, nothingToDoIn(parts.store().knownState(planned.setId)?.status ?? ''))
    }
    if (toDo.length > 0) runner.wake()
  }
  return {
    add,
    start: (recent) => {
      const nextTryAt = clock.now().toISOString()
      for (const run of runs().open()) if (run.state === 'saving') change(run, { state: 'waiting', nextTryAt })
      add(recent)
      runner.wake()
    },
    retry: () => {
      const nextTryAt = clock.now().toISOString()
      for (const run of runs().open()) if (run.nextTryAt !== null) runs().change(run, { nextTryAt })
      runner.wake()
    },
    jobChanged: (job) => {
      const run = runs().ofJob(job.jobId)
      if (run === undefined || (run.state !== 'saving' && run.state !== 'waiting')) return
      if (job.state === 'done' || job.state === 'cancelled') change(run, afterJob(parts, run, job))
      else if (job.state === 'stopped' && run.state === 'saving') change(run, afterJob(parts, run, job))
      else if (job.state === 'running' && run.state === 'waiting') change(run, { state: 'saving', nextTryAt: null })
      runner.wake()
    },
    stop: runner.stop,
  }
}

function plannedRuns(matched: readonly MatchedEntry[], at: string): PlannedRun[] {
  return matched.flatMap(({ entry: { id: entryId, setId, state }, rules }) =>
    rules.map(({ ruleId, name }) => ({ ruleId, ruleName: name, entryId, setId, state, at })),
  )
}

/** Takes due runs one after another, and waits for the next. */
function createRunner(parts: RuleParts): { wake(): void; stop(): Promise<void> } {
  const { clock, runs, logger } = parts
  const stopping = new AbortController()
  let looking = new AbortController()
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      looking = new AbortController()
      for (const run of dueRuns(runs(), clock.now())) await takeOn(parts, run, stopping.signal)
      const waitMs = waitForNextMs(runs(), clock.now())
      if (waitMs === undefined) return
      const either = AbortSignal.any([stopping.signal, looking.signal])
      await clock.wait(Math.min(waitMs, LONGEST_LOOK_MS), either).catch(() => undefined)
    }
  }
  const working = oneAtATime(work, (thrown) => logger.warn('rules.not-run', { thrown }))
  return {
    wake: () => {
      looking.abort()
      if (!stopping.signal.aborted) void working.run()
    },
    stop: async () => {
      stopping.abort()
      await working.done()
    },
  }
}

/** What the end of the application has interrupted goes on with the next start. */
async function takeOn(parts: RuleParts, run: RuleRun, stopped: AbortSignal): Promise<void> {
  if (stopped.aborted) return
  const changes = await attemptRun(parts, run, stopped)
  if (stopped.aborted) return
  parts.runs().change(run, { at: parts.clock.now().toISOString(), ...changes })
  parts.onChanged()
}

function dueRuns(runs: RuleRuns, now: Date): RuleRun[] {
  return runs.open().filter(({ nextTryAt }) => nextTryAt !== null && nextTryAt <= now.toISOString())
}

function waitForNextMs(runs: RuleRuns, now: Date): number | undefined {
  const times = runs.open().flatMap(({ nextTryAt }) => (nextTryAt === null ? [] : [Date.parse(nextTryAt)]))
  return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - now.getTime())
}
