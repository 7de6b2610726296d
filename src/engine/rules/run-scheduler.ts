import type { Logger } from '../base/logger.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { RuleRun, RuleRuns } from './rule-runs.ts'
import type { RunChanges } from './rule-retries.ts'

/** Each asks the service once or twice: enough for a backlog to go through, and little beside what a user does. */
const MAX_CONCURRENT = 4
/** The clock on the wall may be set, so the time is looked at again; and where the disk refuses, it may allow it by then. */
const LONGEST_WAIT_MS = 60_000

interface SchedulerOptions {
  runs: () => Pick<RuleRuns, 'due' | 'nextDueAfter' | 'change'>
  clock: ClockPort
  logger: Logger
  /** Takes a run as far as it goes now, and returns what is to be remembered of it. Never fails. */
  attempt: (run: RuleRun, signal: AbortSignal) => Promise<RunChanges>
  /** What was remembered. */
  onChanged: (run: RuleRun) => void
  /** What an attempt led to could not be remembered, or what is due could not be read. */
  onError?: (thrown: unknown) => void
}

/** Attempts of runs, each at its own time: one that waits holds up nobody. */
export interface RunScheduler {
  /** What is due may have changed. */
  wake(): void
  /** Nothing new is taken up; resolves when what is under way has ended, which the signal of its attempt asks for. */
  stop(): Promise<void>
}

export function createRunScheduler(options: SchedulerOptions): RunScheduler {
  const { runs, clock, logger, onError } = options
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  let waiting = new AbortController()
  const reportError = (thrown: unknown): void => {
    logger.warn('rules.not-run', { thrown })
    onError?.(thrown)
  }
  const wakeIn = (waitMs: number): void => {
    waiting = new AbortController()
    const either = AbortSignal.any([stopping.signal, waiting.signal])
    void clock.wait(Math.min(waitMs, LONGEST_WAIT_MS), either).then(wake, () => undefined)
  }
  const start = (run: RuleRun): void => {
    const key = keyOf(run)
    const ended = runAttempt(options, run, stopping.signal)
      .catch(async (thrown: unknown) => {
        reportError(thrown)
        // Still due: it would be tried again at once, and again.
        await clock.wait(LONGEST_WAIT_MS, stopping.signal).catch(() => undefined)
      })
      .then(() => {
        underWay.delete(key)
        wake()
      })
    underWay.set(key, ended)
  }
  const wake = (): void => {
    waiting.abort()
    if (stopping.signal.aborted) return
    try {
      const now = clock.now()
      const due = runs().due(now.toISOString(), MAX_CONCURRENT + underWay.size)
      for (const run of due) if (underWay.size < MAX_CONCURRENT && !underWay.has(keyOf(run))) start(run)
      const next = underWay.size < MAX_CONCURRENT ? runs().nextDueAfter(now.toISOString()) : undefined
      if (next !== undefined) wakeIn(Date.parse(next) - now.getTime())
    } catch (thrown) {
      reportError(thrown)
      wakeIn(LONGEST_WAIT_MS)
    }
  }
  return {
    wake,
    stop: async () => {
      stopping.abort()
      await Promise.all(underWay.values())
    },
  }
}

/** What the end has interrupted is as it was, and goes on with the next start; what was done by then is remembered. */
async function runAttempt(
  { runs, clock, attempt, onChanged }: SchedulerOptions,
  run: RuleRun,
  stopped: AbortSignal,
): Promise<void> {
  const changes = await attempt(run, stopped)
  const isCutShort = changes.state === undefined || changes.state === 'waiting' || changes.state === 'failed'
  if (stopped.aborted && isCutShort) return
  onChanged(runs().change(run, { at: clock.now().toISOString(), ...changes }))
}

function keyOf({ ruleId, entryId }: RuleRun): string {
  return `${entryId} ${ruleId}`
}
