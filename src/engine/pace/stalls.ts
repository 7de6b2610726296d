import { repeatEvery } from '../base/async.ts'
import type { ClockPort } from '../ports/clock.ts'

const CHECKED_EVERY_MS = 100
const LEAST_PATIENCE_MS = 500
/** Beyond what the answers so far vary by. */
const PATIENCE_FACTOR = 2
/** A document that was not given time enough is given four times as much: some are only made when they are asked for. */
const PATIENCE_GROWTH = 4
/** Where others are answered meanwhile, it is not the service that has become slow. */
const OVERTAKEN_BY = 3
/** How much a new answer counts, as in TCP’s estimate of its round trip (RFC 6298). */
const WEIGHT = 1 / 8
const WEIGHT_OF_DEVIATION = 1 / 4

export interface WatchedCall {
  /** Something has come. */
  touched(): void
  /** Nothing can come: the receiver holds it back. */
  held(): void
  ended(isAnswered: boolean): void
}

/** Notices calls that have gone silent for far longer than this service usually takes. */
export interface StallWatch {
  /** `attempt`: 1 for the first. `onStall` is told for how long nothing came. */
  begin(attempt: number, onStall: (silentMs: number) => void): WatchedCall
}

export function createStallWatch(clock: ClockPort): StallWatch {
  const calls = new Set<{
    heardMs: number
    attempt: number
    answersBefore: number
    onStall: (silentMs: number) => void
  }>()
  let usual: { meanMs: number; deviationMs: number } | undefined
  let answers = 0
  let stopChecking: (() => void) | undefined
  const note = (timeMs: number): void => {
    answers += 1
    const { meanMs, deviationMs } = usual ?? { meanMs: timeMs, deviationMs: timeMs / 2 }
    usual = {
      meanMs: meanMs + WEIGHT * (timeMs - meanMs),
      deviationMs: deviationMs + WEIGHT_OF_DEVIATION * (Math.abs(timeMs - meanMs) - deviationMs),
    }
  }
  const check = (): void => {
    if (usual === undefined) return
    const patienceMs = Math.max(LEAST_PATIENCE_MS, PATIENCE_FACTOR * (usual.meanMs + 4 * usual.deviationMs))
    const now = clock.monotonicMs()
    for (const call of calls) {
      const silentMs = now - call.heardMs
      const isOvertaken = answers - call.answersBefore >= OVERTAKEN_BY
      if (isOvertaken && silentMs > patienceMs * PATIENCE_GROWTH ** (call.attempt - 1)) call.onStall(silentMs)
    }
  }
  return {
    begin: (attempt, onStall) => {
      const begunMs = clock.monotonicMs()
      const call = { heardMs: begunMs, attempt, answersBefore: answers, onStall }
      calls.add(call)
      stopChecking ??= repeatEvery(clock, CHECKED_EVERY_MS, check)
      return {
        touched: () => {
          call.heardMs = clock.monotonicMs()
        },
        held: () => {
          call.heardMs = Infinity
        },
        ended: (isAnswered) => {
          calls.delete(call)
          if (isAnswered) note(clock.monotonicMs() - begunMs)
          if (calls.size > 0) return
          stopChecking?.()
          stopChecking = undefined
        },
      }
    },
  }
}
