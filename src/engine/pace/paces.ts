import { type BandwidthTable, bandwidthAt, parseBandwidth } from '../../shared/model/bandwidth-table.ts'
import type { PolicyPort } from '../ports/policy.ts'
import { createPace, type Pace, type PaceClocks, type PaceLimits, type PaceMemory } from './pace.ts'

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

export function createPaces(clocks: PaceClocks, policy: PolicyPort): Paces {
  const paces = new Map<string, Pace>()
  let asked: AskedLimits = {}
  const ofFirm = readOnce((text: string | null) => (text === null ? undefined : parseBandwidth(text)))
  const limits = (): PaceLimits => {
    const { CallsPerMinuteMax, BandwidthLimit } = policy.current().values
    const tables = [asked.bandwidth, ofFirm(BandwidthLimit)].filter((table) => table !== undefined)
    const rates = tables.map((table) => bandwidthAt(table, clocks.clock.now()))
    return {
      callsPerMinute: least([asked.callsPerMinute, CallsPerMinuteMax ?? undefined]),
      bytesPerSecond: least(rates),
      waitMs: asked.waitMs,
    }
  }
  return {
    of: (baseUrl, memory) => {
      const pace = paces.get(baseUrl) ?? createPace(clocks, memory, limits)
      if (memory !== undefined) paces.set(baseUrl, pace)
      return pace
    },
    limit: (limited) => {
      asked = limited
    },
  }
}

/** Limits are asked for with every piece of a document, and the policy hardly ever changes. */
function readOnce<Text, Value>(read: (text: Text) => Value): (text: Text) => Value {
  let last: { text: Text; value: Value } | undefined
  return (text) => {
    if (last === undefined || last.text !== text) last = { text, value: read(text) }
    return last.value
  }
}

function least(limits: readonly (number | undefined)[]): number | undefined {
  const set = limits.filter((limit) => limit !== undefined)
  return set.length === 0 ? undefined : Math.min(...set)
}
