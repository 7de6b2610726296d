import { isDeepStrictEqual } from 'node:util'
import type { DeskSnapshot } from '../../../shared/contract/contract.ts'
import { type EffectivePolicy, setBy } from '../../../shared/policy/effective-policy.ts'
import { keyInfo } from '../../../shared/policy/policy-schema.ts'
import { DECIDING_KEYS, MOST_DOCUMENTS } from '../../../shared/policy/user-settings.ts'
import { readyMadeConnections } from '../../../engine/policy/guards.ts'
import type { DeskPorts } from '../desk-ports.ts'

/** What the organisation has set, for the page. */
export function describeOrganisation(policy: EffectivePolicy): DeskSnapshot['organisation'] {
  const { values, origins } = policy
  const locked: DeskSnapshot['organisation']['locked'] = {}
  for (const [control, key] of DECIDING_KEYS) {
    const { source, flaw } = origins[key]
    // What cannot be understood may have no value, and is the user’s no more.
    const isSet = flaw !== undefined || values[key] !== keyInfo(key).unset
    if (isSet && source !== 'default') locked[control] = setBy(origins[key])
  }
  return {
    locked,
    services: readyMadeConnections(policy),
    environment: values.EnvironmentAllowed === 'any' ? null : values.EnvironmentAllowed,
    roots: values.ArchiveRoots === null ? null : [...values.ArchiveRoots],
    mostConcurrency: values.ConcurrencyMax ?? MOST_DOCUMENTS,
  }
}

const POLL_MS = 60_000

/** Reads the policy again while the desk is open: an administrator may change it at any time. Ends with the signal. */
export async function watchPolicy(
  { clock, policy }: Pick<DeskPorts, 'clock' | 'policy'>,
  onChanged: (policy: EffectivePolicy) => void,
  signal: AbortSignal,
): Promise<never> {
  for (let before = policy.current(); ;) {
    await clock.wait(POLL_MS, signal)
    const now = await policy.refresh()
    if (!isDeepStrictEqual(now, before)) onChanged(now)
    before = now
  }
}
