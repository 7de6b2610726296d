import { readPolicyFile } from '../../src/adapters/policy/policy-file.ts'
import { fixedPolicy, openPolicy } from '../../src/engine/policy/open-policy.ts'
import type { PolicyPort } from '../../src/engine/ports/policy.ts'
import type { PolicyKey } from '../../src/shared/policy/policy-schema.ts'
import { createQuickClock } from './quick-clock.ts'

/** Where the policy of a test says that it lies. */
export const TEST_POLICY = 'the policy of the test'

/** What an organisation has set for the whole computer. */
export function policyOf(values: { readonly [Key in PolicyKey]?: unknown } = {}): PolicyPort {
  return fixedPolicy([{ source: 'machine', place: TEST_POLICY, content: { values } }])
}

/** A file of the user who runs the test, in place of the administrator’s. */
export async function filePolicy(file: string): Promise<PolicyPort> {
  const trust = process.getuid === undefined ? {} : { ownedBy: [process.getuid()] }
  return await openPolicy(() => readPolicyFile(file, trust), createQuickClock())
}
