import type { Logger } from '../base/logger.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { RuleRun, RuleRuns } from './rule-runs.ts'
import type { Changes } from './rule-waits.ts'

/** Each asks the service once or twice: enough for a backlog to go through, and little beside what a user does. */
const AT_ONCE = 4
/** The clock on the wall may be set, so the time is looked at again; and where the disk refuses, it may allow it by then. */
const LONGEST_LOOK_MS = 60_000

interface Parts {
  runs: () => Pick<RuleRuns, 'due' | 'nextDueAfter' | 'change'>
  clock: ClockPort
  logger: Logger
  /** Takes a run as far as it goes now, and returns what is to be remembered of it. Never fails. */
  attempt: (run: RuleRun, signal: AbortSignal) => Promise<Changes>
  /** What was remembered. */
  onChanged: (run: RuleRun) => void
  /** What an attempt led to could not be remembered, or what is due could not be read. */
  onBroken?: (thrown: unknown) => void
}

/** Attempts of runs, each at its own time: one that waits holds up nobody. */
export interface RunScheduler {
  /** What is due may have changed. */
  wake(): void
  /** Nothing new is taken up; resolves when what is under way has ended, which the signal of its attempt asks for. */
  stop(): Promise<void>
}

export function createRunScheduler(parts: Parts): RunScheduler {
  const { runs, clock, logger, onBroken } = parts
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  let waiting = new AbortController()
  const broken = (thrown: unknown): void => {
    logger.warn('rules.not-run', { thrown })
    onBroken?.(thrown)
  }
  const lookAgainIn = (waitMs: number): void => {
    waiting = new AbortController()
    const either = AbortSignal.any([stopping.signal, waiting.signal])
    void clock.wait(Math.min(waitMs, LONGEST_LOOK_MS), either).then(wake, () => undefined)
  }
  const begin = (run: RuleRun): void => {
    const key = keyOf(run)
    const taken = takeOn(parts, run, stopping.signal)
      .catch(async (thrown: unknown) => {
        broken(thrown)
        // Still due: it would be tried again at once, and again.
        await clock.wait(LONGEST_LOOK_MS, stopping.signal).catch(() => undefined)
      })
      .then(() => {
        underWay.delete(key)
        wake()
      })
    underWay.set(key, taken)
  }
  const wake = (): void => {
    waiting.abort()
    if (stopping.signal.aborted) return
    try {
      const now = clock.now()
      const due = runs().due(now.toISOString(), AT_ONCE + underWay.size)
      for (const run of due) if (underWay.size < AT_ONCE && !underWay.has(keyOf(run))) begin(run)
      const next = underWay.size < AT_ONCE ? runs().nextDueAfter(now.toISOString()) : undefined
      if (next !== undefined) lookAgainIn(Date.parse(next) - now.getTime())
    } catch (thrown) {
      broken(thrown)
      lookAgainIn(LONGEST_LOOK_MS)
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
async function takeOn({ runs, clock, attempt, onChanged }: Parts, run: RuleRun, stopped: AbortSignal): Promise<void> {
  const changes = await attempt(run, stopped)
  const isCutShort = changes.state === undefined || changes.state === 'waiting' || changes.state === 'failed'
  if (stopped.aborted && isCutShort) return
  onChanged(runs().change(run, { at: clock.now().toISOString(), ...changes }))
}

function keyOf({ ruleId, entryId }: RuleRun): string {
  return `${entryId} ${ruleId}`
}
