import { isDeepStrictEqual } from 'node:util'
import type { ClockPort } from '../ports/clock.ts'
import type { PolicyPort, ReadPolicyLayers } from '../ports/policy.ts'
import { mergeLayers } from './merge-layers.ts'

const SETTLING_MS = 1000

/**
 * Reads the policy for the first time, and keeps how to read it again. A change to what cannot be understood is read twice
 * before it counts, since most programs empty a file before they write it; the first reading, for which every start waits,
 * counts as it is.
 */
export async function openPolicy(readLayers: ReadPolicyLayers, clock: ClockPort): Promise<PolicyPort> {
  const read = async () => mergeLayers(await readLayers())
  let policy = await read()
  return {
    current: () => policy,
    refresh: async () => {
      let now = await read()
      if (now.problems.length > 0 && !isDeepStrictEqual(now, policy)) {
        await clock.wait(SETTLING_MS)
        now = await read()
      }
      policy = now
      return policy
    },
  }
}

/** A policy that is what these layers say, once and for all. */
export function fixedPolicy(layers: Parameters<typeof mergeLayers>[0] = []): PolicyPort {
  const policy = mergeLayers(layers)
  return { current: () => policy, refresh: () => Promise.resolve(policy) }
}
