import type { ListedEntry } from '../../shared/model/feed-entry.ts'
import type { JobView } from '../saving/job-view.ts'
import { matchRules } from './matching-rules.ts'
import { afterJob, type AttemptParts, attemptRun } from './rule-attempt.ts'
import type { RuleRun, RuleRuns } from './rule-runs.ts'

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
    for (const { entry, rules } of matchRules(entries, settings.read())) {
      const { id: entryId, setId, state } = entry
      for (const { ruleId, name } of rules) runs().plan({ ruleId, ruleName: name, entryId, setId, state, at })
      runner.wake()
    }
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

/** Takes due runs one after another, and waits for the next. */
function createRunner(parts: RuleParts): { wake(): void; stop(): Promise<void> } {
  const { clock, runs, logger, onChanged } = parts
  const stopping = new AbortController()
  let looking = new AbortController()
  let working: Promise<void> | undefined
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      looking = new AbortController()
      for (const run of dueRuns(runs(), clock.now())) {
        const changes = await attemptRun(parts, run, stopping.signal)
        // What the end of the application has interrupted goes on with the next start.
        if (stopping.signal.aborted) return
        runs().change(run, { at: clock.now().toISOString(), ...changes })
        onChanged()
      }
      const next = waitForNextMs(runs(), clock.now())
      if (next === undefined) break
      const either = AbortSignal.any([stopping.signal, looking.signal])
      await clock.wait(Math.min(next, LONGEST_LOOK_MS), either).catch(() => undefined)
    }
    // In the same turn as the last look: what comes from now on begins anew.
    working = undefined
  }
  return {
    wake: () => {
      looking.abort()
      if (stopping.signal.aborted) return
      working ??= work().catch((thrown: unknown) => {
        logger.warn('rules.not-run', { thrown })
        working = undefined
      })
    },
    stop: async () => {
      stopping.abort()
      await working
    },
  }
}

function dueRuns(runs: RuleRuns, now: Date): RuleRun[] {
  return runs.open().filter(({ nextTryAt }) => nextTryAt !== null && nextTryAt <= now.toISOString())
}

function waitForNextMs(runs: RuleRuns, now: Date): number | undefined {
  const times = runs.open().flatMap(({ nextTryAt }) => (nextTryAt === null ? [] : [Date.parse(nextTryAt)]))
  return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - now.getTime())
}
