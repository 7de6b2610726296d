import { POLICY_KEYS } from '../../src/engine/policy/merge-layers.ts'
import type { PolicyKeyInfo } from '../../src/shared/policy/policy-key.ts'
import { keyInfo, type PolicyKey } from '../../src/shared/policy/policy-schema.ts'

/** A key with what a template needs to know of it. */
export type ListedKey = PolicyKeyInfo & { key: PolicyKey }

/** Every key, in the order of the schema. */
export function listKeys(): ListedKey[] {
  return POLICY_KEYS.map((key) => ({ ...keyInfo(key), key }))
}

/** What a sample shows: what applies without a policy, or an example where that is nothing. */
export function sampleValue({ unset, example, kind }: ListedKey): unknown {
  return unset === null || kind === 'connections' ? example : unset
}
