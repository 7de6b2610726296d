import { isDeepStrictEqual } from 'node:util'
import type { EffectivePolicy } from '../../../shared/policy/effective-policy.ts'
import type { DeskPorts } from '../desk-ports.ts'

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
