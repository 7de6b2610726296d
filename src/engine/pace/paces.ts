import { type BandwidthTable, bandwidthAt, parseBandwidth } from '../../shared/model/bandwidth-table.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { PolicyPort } from '../ports/policy.ts'
import { createPace, type Pace, type PaceLimits, type PaceMemory } from './pace.ts'

/** What a user asks for, of all services. */
export interface AskedLimits extends Pick<PaceLimits, 'callsPerMinute' | 'waitMs'> {
  bandwidth?: BandwidthTable | undefined
}

/** The paces of all services that this process calls. */
export interface Paces {
  /** The one of a service, which all its callers share; without a memory, one of its own where nobody else calls it. */
  of(baseUrl: string, memory: PaceMemory | undefined): Pace
  /** From now on. */
  limit(asked: AskedLimits): void
}

export function createPaces(clock: ClockPort, policy: PolicyPort): Paces {
  const paces = new Map<string, Pace>()
  let asked: AskedLimits = {}
  const limits = (): PaceLimits => {
    const { CallsPerMinuteMax, BandwidthLimit } = policy.current().values
    const ofFirm = BandwidthLimit === null ? undefined : parseBandwidth(BandwidthLimit)
    const now = clock.now()
    const rates = [asked.bandwidth, ofFirm].map((table) => table && bandwidthAt(table, now))
    return {
      callsPerMinute: least([asked.callsPerMinute, CallsPerMinuteMax ?? undefined]),
      bytesPerSecond: least(rates),
      waitMs: asked.waitMs,
    }
  }
  return {
    of: (baseUrl, memory) => {
      const pace = paces.get(baseUrl) ?? createPace(clock, memory, limits)
      if (memory !== undefined) paces.set(baseUrl, pace)
      return pace
    },
    limit: (limited) => {
      asked = limited
    },
  }
}

function least(limits: readonly (number | undefined)[]): number | undefined {
  const set = limits.filter((limit) => limit !== undefined)
  return set.length === 0 ? undefined : Math.min(...set)
}
