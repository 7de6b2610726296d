import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { managedSetting } from '../../../shared/contract/settings-contract.ts'
import type { DeskSnapshot } from '../../../shared/contract/contract.ts'
import { type EffectivePolicy, setBy } from '../../../shared/policy/effective-policy.ts'
import { keyInfo, type PolicyKey } from '../../../shared/policy/policy-schema.ts'
import { readyMadeConnections } from '../../../engine/policy/guards.ts'
import type { DeskPorts } from '../desk-ports.ts'

type ManagedSetting = z.output<typeof managedSetting>

const MOST_CONCURRENCY = 32

/** The key that decides whether users can change a setting, and who is named for it. */
const DECIDING: Readonly<Record<ManagedSetting, PolicyKey>> = {
  concurrency: 'ConcurrencyMax',
  pattern: 'NamePatternLocked',
  conflict: 'ConflictPolicy',
  closesToTray: 'CloseToTray',
  startsAtLogin: 'LaunchAtLogin',
  updates: 'UpdateMode',
  quietHours: 'QuietHours',
  streamBroker: 'StreamUrl',
  services: 'ConnectionsLocked',
  environment: 'EnvironmentAllowed',
  folders: 'ArchiveRoots',
  keychain: 'KeychainForbidden',
  drag: 'DragOutForbidden',
  supportBundle: 'SupportBundleForbidden',
}

/** What the organisation has set, for the page. */
export function describeOrganisation(policy: EffectivePolicy): DeskSnapshot['organisation'] {
  const { values, origins } = policy
  const locked: DeskSnapshot['organisation']['locked'] = {}
  for (const setting of managedSetting.options) {
    const key = DECIDING[setting]
    const { source, flaw } = origins[key]
    // What cannot be understood may have no value, and is the user’s no more.
    const isSet = flaw !== undefined || values[key] !== keyInfo(key).unset
    if (isSet && source !== 'default') locked[setting] = setBy(origins[key])
  }
  return {
    locked,
    services: readyMadeConnections(policy),
    environment: values.EnvironmentAllowed === 'any' ? null : values.EnvironmentAllowed,
    roots: values.ArchiveRoots === null ? null : [...values.ArchiveRoots],
    mostConcurrency: values.ConcurrencyMax ?? MOST_CONCURRENCY,
    previewsOnSelect: values.PreviewOnSelect ?? true,
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
