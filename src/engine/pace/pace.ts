import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import type { Failure, FailureTag } from '../../shared/errors/failure.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { HttpPort } from '../ports/http.ts'
import { usedUpFor } from './asked-wait.ts'
import { type BegunCall, createBackoff, type Pause, type Refusal } from './backoff.ts'
import { createBandwidth } from './bandwidth.ts'
import { createCallRate } from './call-rate.ts'
import { createConcurrencyLaw } from './concurrency-law.ts'
import { createLearnedQuota } from './learned-quota.ts'
import { createMeasuredHttp } from './measured-http.ts'
import { isWorthWaiting } from './patience.ts'
import { createStallWatch } from './stalls.ts'

/** So many refusals of one call, while others are answered, are about this call. */
const OWN_REFUSALS = 2
/** No timer is more exact. */
const LEAST_SPACING_MS = 1

/** What was learned of a service, kept across runs and programs. */
export interface PaceMemory {
  recall(): number | undefined
  remember(atOnce: number): void
}

/** What people ask for, as it is at the moment. */
export interface PaceLimits {
  callsPerMinute?: number | undefined
  bytesPerSecond?: number | undefined
  /** How long a service that is away or refuses is waited for, in place of what is usual. */
  waitMs?: number | undefined
}

export interface PacedCall {
  endpoint: string
  /** Of the many documents of a save: fires when no more may begin. They let others go first, and wait longer. */
  closed?: AbortSignal | undefined
}

export interface PaceState {
  /** Since the process began. */
  calls: number
  refused: number
  /** How many calls the service is taken to bear at once. */
  atOnce: number
  pause: { until: Date; isAsked: boolean; status: number } | undefined
  /** What the service takes in a minute, where it has shown that. */
  callsPerMinute: number | undefined
}

/** How fast one service is called, by all its callers in this process. */
export interface Pace {
  /**
   * Runs an attempt when it is its turn. Where the service refuses it with 429 or 503 it waits as all others do, and repeats it; it
   * fails with the refusal, `isGivenUp`, once that has lasted too long, and as it is where only this call is refused.
   */
  run<T>(call: PacedCall, attempt: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** The same client, whose answers are measured, and whose bodies share the bandwidth. */
  measure(http: HttpPort): HttpPort
  state(): PaceState
  /** Ends a pause that nobody waits for: who begins a save wants it tried. */
  tryNow(): void
  /** Keeps what was learned, if it can. Never fails. */
  remember(): void
}

/** See `HostPorts`. */
export interface PaceClocks {
  clock: ClockPort
  silenceClock: ClockPort
}

type Call = BegunCall & PacedCall

interface Waiter extends PacedCall {
  begin: (call: Call) => void
  giveUp: (refusal: AppError) => void
}

export function createPace(
  { clock, silenceClock }: PaceClocks,
  memory: PaceMemory | undefined,
  limits: () => PaceLimits,
): Pace {
  const nowMs = clock.monotonicMs
  const law = createConcurrencyLaw(nowMs, memory?.recall())
  const backoff = createBackoff(nowMs)
  const quota = createLearnedQuota(nowMs)
  const wanted = createCallRate(nowMs)
  const stalls = createStallWatch(silenceClock)
  const bandwidth = createBandwidth(nowMs, () => limits().bytesPerSecond)
  const waiting: Waiter[] = []
  let [inFlight, bulkInFlight] = [0, 0]
  let begunMs = Number.NEGATIVE_INFINITY
  const counts = { calls: 0, refused: 0 }
  let alarm: AbortController | undefined
  const wakeIn = (timeMs: number): void => {
    alarm?.abort()
    alarm = new AbortController()
    void clock.wait(timeMs, alarm.signal).then(admit, () => undefined)
  }
  const spacingLeftMs = (): number => {
    const leftMs = begunMs + law.spacingMs() - nowMs()
    return leftMs < LEAST_SPACING_MS ? 0 : leftMs
  }
  /** Who waits in front of a page does not wait for the documents of a save, which may take minutes. */
  const hasRoom = (): boolean => {
    const [next] = waiting
    if (next === undefined) return false
    return (isBulk(next) ? inFlight : inFlight - bulkInFlight) < law.atOnce()
  }
  const admit = (): void => {
    while (hasRoom()) {
      wanted.setLimit(limits().callsPerMinute)
      const leftMs = Math.max(backoff.leftMs(), quota.leftMs(), wanted.leftMs(), spacingLeftMs())
      if (leftMs > 0) {
        if (Number.isFinite(leftMs)) wakeIn(leftMs)
        return
      }
      const next = waiting.shift()
      if (next === undefined) return
      begin(next)
    }
  }
  const begin = (waiter: Waiter): void => {
    const now = nowMs()
    const { endpoint, closed } = waiter
    const call: Call = { endpoint, closed, begunMs: now, others: inFlight }
    quota.begun(inFlight === 0 && backoff.pause() === undefined)
    begunMs = now
    inFlight += 1
    if (isBulk(waiter)) bulkInFlight += 1
    counts.calls += 1
    backoff.begun(call)
    wanted.begun()
    waiter.begin(call)
  }
  const turn = (asked: PacedCall, signal: AbortSignal | undefined): Promise<Call> => {
    const { promise, resolve, reject } = Promise.withResolvers<Call>()
    const signals = [signal, asked.closed].filter((one) => one !== undefined)
    const pause = backoff.pause()
    if (signals.some(({ aborted }) => aborted)) return Promise.reject(new AppError({ tag: 'interrupted' }))
    if (pause !== undefined && !hasPatience(isBulk(asked), pause)) return Promise.reject(refusedFor(asked, pause))
    const leave = (): void => drop(waiter, new AppError({ tag: 'interrupted' }))
    const settle =
      <Value>(end: (value: Value) => void) =>
      (value: Value): void => {
        for (const one of signals) one.removeEventListener('abort', leave)
        end(value)
      }
    const waiter: Waiter = { ...asked, begin: settle(resolve), giveUp: settle(reject) }
    for (const one of signals) one.addEventListener('abort', leave)
    // Who waits in front of a page goes before a save of thousands.
    const firstBulk = isBulk(asked) ? -1 : waiting.findIndex(isBulk)
    waiting.splice(firstBulk === -1 ? waiting.length : firstBulk, 0, waiter)
    admit()
    return promise
  }
  const drop = (waiter: Waiter, why: AppError): void => {
    waiting.splice(waiting.indexOf(waiter), 1)
    // A timer for nobody would keep the program from ending.
    if (waiting.length === 0) alarm?.abort()
    waiter.giveUp(why)
  }
  const hasPatience = (ofBulk: boolean, pause: Pause): boolean =>
    isWorthWaiting(pause, { isBulk: ofBulk, nowMs: nowMs(), waitMs: limits().waitMs })
  /** For a call that was not made, because others are refused for too long. */
  const refusedFor = ({ endpoint }: PacedCall, { refusal: { failure }, untilMs }: Pause): AppError => {
    if (failure.tag !== 'service-failing') return new AppError(failure)
    return new AppError(givenUp({ ...failure, endpoint, retryAfterMs: Math.max(0, untilMs - nowMs()) }))
  }
  const refusalIn = (thrown: unknown): Refusal | undefined => {
    const failure = failureOf(thrown)
    if (failure?.tag === 'service-failing' && REFUSING.has(failure.status))
      return { failure, status: failure.status, askedMs: failure.retryAfterMs }
    // Who asked to wait for a service waits for one that is away, too.
    if (failure === undefined || limits().waitMs === undefined || !isAway(failure)) return undefined
    return { failure, status: 503, askedMs: undefined }
  }
  const noteAnswer = (call: Call): void => {
    if (backoff.answered(call)) quota.ended()
    quota.answered()
    law.bore(call.others + 1)
  }
  /** Returns false where it is not to be repeated. */
  const noteRefusal = (call: Call, refusal: Refusal): boolean => {
    counts.refused += 1
    const isFirst = backoff.pause() === undefined
    const { others } = call
    if (backoff.refused(call, refusal) ? isFirst : others >= law.atOnce() / 2) law.refused(others)
    const pause = backoff.pause()
    if (pause === undefined) return true
    for (const waiter of waiting.filter((one) => !hasPatience(isBulk(one), pause)))
      drop(waiter, refusedFor(waiter, pause))
    return hasPatience(isBulk(call), pause)
  }
  const once = async <T>(call: Call, attempt: () => Promise<T>): Promise<T> => {
    try {
      const result = await attempt()
      noteAnswer(call)
      return result
    } catch (thrown) {
      if (refusalIn(thrown) === undefined) {
        if (wasAnswered(thrown)) noteAnswer(call)
        else backoff.ended(call)
      }
      throw thrown
    }
  }
  return {
    run: async (asked, attempt, signal) => {
      for (let ownRefusals = 0; ;) {
        const call = await turn(asked, signal)
        try {
          return await once(call, attempt)
        } catch (thrown) {
          const refusal = refusalIn(thrown)
          if (refusal === undefined) throw thrown
          if (backoff.pause() === undefined) ownRefusals += 1
          if (!noteRefusal(call, refusal)) throw new AppError(givenUp(refusal.failure), { cause: thrown })
          if (ownRefusals >= OWN_REFUSALS) throw thrown
        } finally {
          inFlight -= 1
          if (isBulk(asked)) bulkInFlight -= 1
          admit()
        }
      }
    },
    measure: (http) =>
      createMeasuredHttp(http, {
        clock,
        epoch: law.epoch,
        onAnswer: (sample, headers) => {
          law.answered(sample, inFlight)
          const closedMs = usedUpFor(headers)
          if (closedMs === undefined) return
          const endpoint = sample.kind
          backoff.closed(closedMs, { tag: 'service-failing', endpoint, status: 429, retryAfterMs: closedMs })
        },
        bandwidth,
        stalls,
      }),
    state: () => {
      const pause = backoff.pause()
      const leftMs = pause === undefined ? 0 : Math.max(0, pause.untilMs - nowMs())
      return {
        ...counts,
        atOnce: law.atOnce(),
        callsPerMinute: quota.limit(),
        pause: pause && {
          until: new Date(clock.now().getTime() + leftMs),
          isAsked: (pause.refusal.askedMs ?? 0) > 0,
          status: pause.refusal.status,
        },
      }
    },
    tryNow: () => {
      const pause = backoff.pause()
      if (pause !== undefined && !hasPatience(true, pause)) backoff.tryNow()
    },
    remember: () => {
      // Nothing was learned.
      if (law.epoch() === 0) return
      try {
        memory?.remember(law.atOnce())
      } catch {
        // It is learned again.
      }
    },
  }
}

function isBulk({ closed }: PacedCall): boolean {
  return closed !== undefined
}

/** Too many calls (429), or no room for one now (503). */
const REFUSING: ReadonlySet<number> = new Set([429, 503])
/** A gateway in front of nothing. */
const GATEWAY: ReadonlySet<number> = new Set([502, 504])

function isAway(failure: Failure): boolean {
  return failure.tag === 'service-unreachable' || (failure.tag === 'service-failing' && GATEWAY.has(failure.status))
}

function givenUp(failure: Failure): Failure {
  return failure.tag === 'service-failing' ? { ...failure, isGivenUp: true } : failure
}

const NO_ANSWER: ReadonlySet<string> = new Set<FailureTag>([
  'service-unreachable',
  'connection-lost',
  'timed-out',
  'interrupted',
])

function wasAnswered(thrown: unknown): boolean {
  const failure = failureOf(thrown)
  return failure !== undefined && !NO_ANSWER.has(failure.tag)
}
