import { setByOrganisation, usualPattern } from '../../../shared/policy/effective-policy.ts'
import type { PolicyKey } from '../../../shared/policy/policy-schema.ts'
import type { CurrentPolicy } from '../../../engine/ports/policy.ts'
import type { Settings, SettingsStore } from './settings-store.ts'

/** The settings with what the organisation has set in place of what the user, or an edited file, has. */
export function managedSettings(store: SettingsStore, policy: CurrentPolicy): SettingsStore {
  const managed = (settings: Settings): Settings => ({ ...settings, ...setValues(policy, settings) })
  return {
    read: () => managed(store.read()),
    change: (changes) => {
      const set = setValues(policy, { ...store.read(), ...definedIn(changes) })
      for (const { setting, key, title } of MANAGED) {
        const [wanted, value] = [changes[setting], set[setting]]
        if (wanted === undefined || value === undefined || wanted === value) continue
        throw setByOrganisation(`Changing ${title}`, policy.current().origins[key])
      }
      return managed(store.change(changes))
    },
  }
}

const MANAGED: readonly { setting: keyof Settings; key: PolicyKey; title: string }[] = [
  { setting: 'closesToTray', key: 'CloseToTray', title: 'whether the desk stays in the tray' },
  { setting: 'startsAtLogin', key: 'LaunchAtLogin', title: 'whether the desk starts at login' },
  { setting: 'updates', key: 'UpdateMode', title: 'what is done about newer versions' },
  { setting: 'conflict', key: 'ConflictPolicy', title: 'what happens to a file that exists' },
  { setting: 'pattern', key: 'NamePatternLocked', title: 'the name pattern' },
  {
    setting: 'concurrency',
    key: 'ConcurrencyMax',
    title: 'how many documents are fetched at once beyond what is allowed',
  },
]

/** What is set, where `settings` would be. */
function setValues(policy: CurrentPolicy, settings: Pick<Settings, 'concurrency'>): Partial<Settings> {
  const { values } = policy.current()
  const { CloseToTray, LaunchAtLogin, ConflictPolicy, ConcurrencyMax, NamePatternLocked, UpdateMode } = values
  const set: Partial<Settings> = {}
  if (CloseToTray !== null) set.closesToTray = CloseToTray
  if (LaunchAtLogin !== null) set.startsAtLogin = LaunchAtLogin
  if (UpdateMode !== null) set.updates = UpdateMode
  if (ConflictPolicy !== null) set.conflict = ConflictPolicy
  if (NamePatternLocked) set.pattern = usualPattern(values)
  if (ConcurrencyMax !== null) set.concurrency = Math.min(settings.concurrency, ConcurrencyMax)
  return set
}

function definedIn({ concurrency }: Parameters<SettingsStore['change']>[0]): Partial<Settings> {
  return concurrency === undefined ? {} : { concurrency }
}
