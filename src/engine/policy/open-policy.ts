import type { PolicyPort, ReadPolicyLayers } from '../ports/policy.ts'
import { mergeLayers } from './merge-layers.ts'

/** Reads the policy for the first time, and keeps how to read it again. */
export async function openPolicy(readLayers: ReadPolicyLayers): Promise<PolicyPort> {
  let policy = mergeLayers(await readLayers())
  return {
    current: () => policy,
    refresh: async () => {
      policy = mergeLayers(await readLayers())
      return policy
    },
  }
}

/** A policy that is what these layers say, once and for all. */
export function fixedPolicy(layers: Parameters<typeof mergeLayers>[0] = []): PolicyPort {
  const policy = mergeLayers(layers)
  return { current: () => policy, refresh: () => Promise.resolve(policy) }
}
