import { failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import { coalesce, serialize } from '../base/async.ts'
import type { Logger } from '../base/logger.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { FeedStore } from '../feed/inbox/inbox-store.ts'
import { dueTime, type DueTime, type HoldUp, lateText, nextLook } from './due-times.ts'
import type { ScheduleOutcome } from './execute-schedule.ts'
import type { Schedule, ScheduleRun } from './schedule.ts'
import type { RunEnd, RunStart, ScheduleStore } from './schedule-store.ts'

/** A computer wakes from sleep without a timer’s knowledge, and the clock may be set: it is read at least this often. */
const MAX_WAIT_MS = 30_000
const RETRY_MINUTES = [1, 5, 15, 30]
const LAST_RETRY_MINUTES = 60
const MAX_ATTEMPTS = 12
const ANOTHER_SAVE = 'another save was running'
const NOT_READ = 'schedules could not be read'

interface RunnerOptions {
  /** Every environment that has schedules. */
  stores: () => readonly ScheduleStore[]
  clock: ClockPort
  logger: Logger
  /** Keeps other processes from saving. Fails with locked. */
  lock: () => { release(): void }
  /** Never fails. */
  execute: (schedule: Schedule, run: ScheduleRun, signal: AbortSignal) => Promise<ScheduleOutcome>
  /** A run has begun or ended, or waits for another process. */
  onChanged?: () => void
  onEnded?: (run: EndedRun) => void
}

export interface EndedRun {
  schedule: Schedule
  run: ScheduleRun
  outcome: ScheduleOutcome
}

/** Runs schedules at their times, one at a time. */
export interface ScheduleRunner {
  /** Runs at the times from now on, and what was missed. */
  start(): void
  /** Schedules, the clock or the account may have changed. */
  wake(): void
  /** Runs what is due, one after another. Fails with locked, storage-failed. */
  runDue(only?: (schedule: Schedule) => boolean): Promise<EndedRun[]>
  /** Runs one now, whatever its times. Fails with locked, storage-failed. */
  runNow(store: ScheduleStore, scheduleId: string): Promise<EndedRun>
  /** Why nothing runs although something is due; null where nothing is in the way. */
  blockedBy(): string | null
  /** Starts no more, aborts the run under way, and resolves when it has ended. */
  stop(): Promise<void>
}

interface Due {
  store: ScheduleStore
  schedule: Schedule
  /** Null where somebody starts it, whatever its times. */
  time: DueTime | null
}

export function createScheduleRunner(options: RunnerOptions): ScheduleRunner {
  const { stores, clock, logger, lock, onChanged } = options
  const stopping = new AbortController()
  const inTurn = serialize()
  let waiting = new AbortController()
  let blocked: string | null = null
  let isStarted = false
  /** From the first run or refusal on until nothing is due any more. */
  let holdUp: HoldUp | undefined

  const findDue = (only: (schedule: Schedule) => boolean): Due | undefined => {
    const now = clock.now()
    const all = stores().flatMap((store) => store.list().map((schedule) => ({ store, schedule })))
    const due = all.flatMap(({ store, schedule }) => {
      const time = only(schedule) ? dueTime(schedule, now, holdUp) : undefined
      return time === undefined ? [] : [{ store, schedule, time }]
    })
    return due.toSorted((one, other) => one.time.at.getTime() - other.time.at.getTime())[0]
  }
  /** Until a look has ended well, what counts as running may have been killed, or its end could not be stored. */
  let isRecovered = false
  const hasAbandoned = (): boolean =>
    !isRecovered && stores().some((store) => store.list().some(({ lastRun }) => lastRun?.state === 'running'))
  /** One at a time, in this process and among all that save with the data folder. */
  const whileLocked = <Result>(work: () => Promise<Result>): Promise<Result> =>
    inTurn(async () => {
      const held = lock()
      isRecovered = false
      try {
        // Nobody else saves now, so what still counts as running was killed.
        for (const store of stores()) store.endAbandoned(clock.now())
        const result = await work()
        isRecovered = true
        return result
      } finally {
        held.release()
      }
    })
  const runDue: ScheduleRunner['runDue'] = async (only = () => true) => {
    for (const store of stores()) store.forgetFuture(clock.now())
    if (findDue(only) === undefined && !hasAbandoned()) {
      holdUp = undefined
      return []
    }
    return await whileLocked(async () => {
      const ended: EndedRun[] = []
      for (let due = findDue(only); due !== undefined && !stopping.signal.aborted; due = findDue(only)) {
        const begun = due.store.claim(due.schedule, startOf(due, clock.now()))
        // Another process has claimed it, or paused it, since it was read; the next look tells.
        if (begun === undefined) break
        holdUp ??= { since: clock.now(), why: ANOTHER_SAVE }
        ended.push(await runOne(options, { ...due, begun }, stopping.signal))
      }
      holdUp = undefined
      return ended
    })
  }
  const waitForNext = (): void => {
    const now = clock.now()
    const looks = stores().flatMap((store) =>
      store.list().map((schedule) => nextLook(schedule, now)?.getTime() ?? Infinity),
    )
    const nextMs = Math.min(MAX_WAIT_MS, ...looks.map((look) => look - now.getTime()))
    waiting.abort()
    waiting = new AbortController()
    const either = AbortSignal.any([stopping.signal, waiting.signal])
    const waitMs = blocked === null ? Math.max(0, nextMs) : MAX_WAIT_MS
    void clock.wait(waitMs, either).then(wake, () => undefined)
  }
  const setBlocked = (why: string | null): void => {
    if (blocked === why) return
    blocked = why
    onChanged?.()
  }
  const look = async (): Promise<void> => {
    try {
      await runDue()
      setBlocked(null)
    } catch (thrown) {
      const failure = failureOf(thrown)
      holdUp ??= { since: clock.now(), why: failure?.tag === 'locked' ? ANOTHER_SAVE : NOT_READ }
      if (failure?.tag !== 'locked') logger.warn('schedules.not-run', { thrown })
      setBlocked(failure === undefined ? 'Schedules cannot be read now.' : describeFailure(failure, 'desk').message)
    }
    if (!stopping.signal.aborted) waitForNext()
  }
  const looking = coalesce(look, (thrown) => logger.warn('schedules.not-timed', { thrown }))
  const wake = (): void => {
    waiting.abort()
    if (isStarted && !stopping.signal.aborted) void looking.run()
  }
  return {
    start: () => {
      isStarted = true
      wake()
    },
    wake,
    runDue,
    runNow: (store, scheduleId) => {
      const asked = whileLocked(() => {
        const due = { store, schedule: store.find(scheduleId), time: null }
        const begun = store.begin(startOf(due, clock.now()))
        holdUp ??= { since: clock.now(), why: ANOTHER_SAVE }
        return runOne(options, { ...due, begun }, stopping.signal)
      })
      // What came due meanwhile is run at once.
      return asked.finally(wake)
    },
    blockedBy: () => blocked,
    stop: async () => {
      stopping.abort()
      await looking.done()
      await inTurn(() => Promise.resolve())
    },
  }
}

function startOf({ schedule, time }: Due, now: Date): RunStart {
  return {
    scheduleId: schedule.scheduleId,
    dueAt: time?.at.toISOString() ?? null,
    missed: time?.missed ?? 0,
    startedAt: now.toISOString(),
    // A time of the rule looks for all that is new; another try goes on with what the run before it began.
    jobId: time?.isRetry === true ? (schedule.lastRun?.jobId ?? null) : null,
  }
}

async function runOne(
  options: RunnerOptions,
  { store, schedule, time, begun }: Due & { begun: ScheduleRun },
  signal: AbortSignal,
): Promise<EndedRun> {
  const { clock, execute, onChanged, onEnded } = options
  onChanged?.()
  const outcome = await execute(schedule, begun, signal)
  // What the end of the program interrupts stays as it is: the next start has it run again, unless somebody had started it.
  if (signal.aborted && outcome.state === 'failed') return { schedule, run: begun, outcome }
  const late = time === null ? '' : lateText(time, schedule.details?.timeZone ?? null)
  const retry = outcome.mayPass && time !== null ? nextTry(schedule, clock.now(), outcome.askedWaitMs) : undefined
  const { state, text, jobId } = outcome
  const run = store.end(begun, { state, text: `${late}${text}`, jobId, retry }, clock.now())
  const ended = { schedule, run, outcome }
  onEnded?.(ended)
  onChanged?.()
  return ended
}

/**
 * After 1, 5, 15 and 30 minutes, then every hour, but not before the time that the service asked for; undefined once that was
 * tried often enough. The next time comes anyway.
 */
function nextTry({ attempts }: Schedule, now: Date, askedMs: number | undefined = 0): RunEnd['retry'] {
  if (attempts >= MAX_ATTEMPTS) return undefined
  const waitMs = Math.max((RETRY_MINUTES[attempts] ?? LAST_RETRY_MINUTES) * 60_000, askedMs)
  const at = new Date(now.getTime() + waitMs)
  return { at, attempts: attempts + 1 }
}

/**
 * Puts how a run ended into the inbox, in its own line, and returns it. A run that was on time and found nothing new has
 * none: a schedule of every quarter of an hour would fill the inbox with it.
 */
export function recordRun(feed: Pick<FeedStore, 'addRun'>, { schedule, run }: EndedRun): FeedEntry[] {
  const { state, text, missed, runId, startedAt, endedAt } = run
  if (state === 'running' || (state === 'nothing-new' && missed === 0)) return []
  return feed.addRun({
    schedule: schedule.name,
    scheduleId: schedule.scheduleId,
    runId,
    startedAt,
    text,
    hasFailed: state === 'failed',
    seenAt: endedAt ?? startedAt,
  })
}
