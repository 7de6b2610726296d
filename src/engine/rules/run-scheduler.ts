import { ignoring } from '../../shared/errors/ignoring.ts'
import type { Logger } from '../base/logger.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { RunChanges } from './execute-run.ts'
import type { RuleRun, RuleRuns } from '../feed/rule-runs.ts'

/** Each makes one or two requests: enough to work through a backlog, and little beside what a user does. */
const MAX_CONCURRENT = 4
/** The wall clock may be set, so the time is read again; and a disk that refuses may accept by then. */
const MAX_WAIT_MS = 60_000

interface SchedulerOptions {
  runs: () => Pick<RuleRuns, 'due' | 'nextDueAfter' | 'change'>
  clock: ClockPort
  logger: Logger
  /** Takes a run as far as it goes now, and returns the changes to record. Never fails. */
  attempt: (run: RuleRun, signal: AbortSignal) => Promise<RunChanges>
  /** A change was recorded. */
  onChanged: (run: RuleRun) => void
  /** The changes of an attempt could not be recorded, or the due runs not be read. */
  onError?: (thrown: unknown) => void
}

/** Attempts runs when they are due: one that waits holds up no other. */
export interface RunScheduler {
  /** The due runs may have changed. */
  wake(): void
  /** The ids of the runs that are being attempted. */
  underWay(): number[]
  /** Starts no more runs, aborts the attempts under way, and resolves when they have ended. */
  stop(): Promise<void>
}

export function createRunScheduler(options: SchedulerOptions): RunScheduler {
  const { runs, clock, logger, onError } = options
  const stopping = new AbortController()
  const underWay = new Map<number, Promise<void>>()
  let waiting = new AbortController()
  const reportError = (thrown: unknown): void => {
    logger.warn('rules.not-run', { thrown })
    onError?.(thrown)
  }
  const wakeIn = (waitMs: number): void => {
    waiting = new AbortController()
    const either = AbortSignal.any([stopping.signal, waiting.signal])
    void clock.wait(Math.min(waitMs, MAX_WAIT_MS), either).then(wake, () => undefined)
  }
  const start = (run: RuleRun): void => {
    const { runId } = run
    const ended = runAttempt(options, run, stopping.signal)
      .catch(async (thrown: unknown) => {
        reportError(thrown)
        // It is still due, and would be retried in a tight loop.
        await clock.wait(MAX_WAIT_MS, stopping.signal).catch(ignoring('being stopped ends the wait'))
      })
      .then(() => {
        underWay.delete(runId)
        wake()
      })
    underWay.set(runId, ended)
  }
  const wake = (): void => {
    waiting.abort()
    if (stopping.signal.aborted) return
    try {
      const now = clock.now()
      const due = runs().due(now.toISOString(), MAX_CONCURRENT + underWay.size)
      for (const run of due) if (underWay.size < MAX_CONCURRENT && !underWay.has(run.runId)) start(run)
      const next = underWay.size < MAX_CONCURRENT ? runs().nextDueAfter(now.toISOString()) : undefined
      if (next !== undefined) wakeIn(Date.parse(next) - now.getTime())
    } catch (thrown) {
      reportError(thrown)
      wakeIn(MAX_WAIT_MS)
    }
  }
  return {
    wake,
    underWay: () => [...underWay.keys()],
    stop: async () => {
      stopping.abort()
      await Promise.all(underWay.values())
    },
  }
}

/** An attempt that shutdown interrupted leaves the run as it was, for the next start; a finished one is recorded. */
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
