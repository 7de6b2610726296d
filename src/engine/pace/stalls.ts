import { repeatEvery } from '../base/async.ts'
import type { ClockPort } from '../ports/clock.ts'

const CHECKED_EVERY_MS = 100
const LEAST_PATIENCE_MS = 500
/** Beyond what the answers so far vary by. */
const PATIENCE_FACTOR = 2
/** A document that was not given time enough is given four times as much: some are only made when they are asked for. */
const PATIENCE_GROWTH = 4
/**
 * Where so many calls that began later are answered, it is not the service that has become slow. As few or fewer, the last ones of a
 * save, cannot be overtaken any more: they are given more time instead, and to ask for so few again burdens nobody.
 */
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
  const calls = new Set<CallUnderWay>()
  let usual: { meanMs: number; deviationMs: number } | undefined
  let stopChecking: (() => void) | undefined
  const note = (timeMs: number): void => {
    const { meanMs, deviationMs } = usual ?? { meanMs: timeMs, deviationMs: timeMs / 2 }
    usual = {
      meanMs: meanMs + WEIGHT * (timeMs - meanMs),
      deviationMs: deviationMs + WEIGHT_OF_DEVIATION * (Math.abs(timeMs - meanMs) - deviationMs),
    }
  }
  /** A set keeps the order in which they began. */
  const overtake = (answered: CallUnderWay): void => {
    for (const call of calls) {
      if (call === answered) return
      call.overtakenBy += 1
    }
  }
  const check = (): void => {
    if (usual === undefined) return
    const patienceMs = Math.max(LEAST_PATIENCE_MS, PATIENCE_FACTOR * (usual.meanMs + 4 * usual.deviationMs))
    const now = clock.monotonicMs()
    for (const call of calls) {
      const silentMs = now - call.heardMs
      const isOvertaken = call.overtakenBy >= OVERTAKEN_BY
      const growth = PATIENCE_GROWTH ** (isOvertaken ? call.attempt - 1 : call.attempt)
      if ((isOvertaken || calls.size <= OVERTAKEN_BY) && silentMs > patienceMs * growth) call.onStall(silentMs)
    }
  }
  return {
    begin: (attempt, onStall) => {
      const begunMs = clock.monotonicMs()
      const call: CallUnderWay = { heardMs: begunMs, attempt, overtakenBy: 0, onStall }
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
          if (isAnswered) {
            note(clock.monotonicMs() - begunMs)
            overtake(call)
          }
          calls.delete(call)
          if (calls.size > 0) return
          stopChecking?.()
          stopChecking = undefined
        },
      }
    },
  }
}

interface CallUnderWay {
  heardMs: number
  attempt: number
  /** How many calls that began later were answered. */
  overtakenBy: number
  onStall: (silentMs: number) => void
}
