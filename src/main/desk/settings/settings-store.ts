import { join } from 'node:path'
import { z } from 'zod'
import { badUsage } from '../../../shared/errors/app-error.ts'
import { BANDWIDTH_ADVICE, parseBandwidth } from '../../../shared/model/bandwidth-table.ts'
import type { Problem } from '../../../shared/model/parcel-set.ts'
import { setByOrganisation } from '../../../shared/policy/effective-policy.ts'
import type { PolicyValues } from '../../../shared/policy/policy-schema.ts'
import {
  type ChosenSettings,
  effectiveSettings,
  MANAGED_SETTINGS,
  type UserSettings,
  userSettings,
} from '../../../shared/policy/user-settings.ts'
import type { CurrentPolicy } from '../../../engine/ports/policy.ts'
import { parseNamePattern } from '../../../engine/saving/names/name-pattern.ts'
import { createJsonFile } from '../../../engine/storage/json-file.ts'

export interface SettingsStore {
  /** Those that count, with what the organisation has set; from memory. */
  read(): UserSettings
  /**
   * Changes the given settings and returns all. Fails with bad-usage for an invalid name pattern or bandwidth, and with
   * set-by-organisation.
   */
  change(changes: ChosenSettings): UserSettings
}

interface SettingsOptions {
  dataDir: string
  policy: CurrentPolicy
  onNotice: (notice: Problem) => void
}

/** The user's settings, in a file of the data folder that has only what somebody chose. */
export function createSettingsStore({ dataDir, policy, onNotice }: SettingsOptions): SettingsStore {
  const file = createJsonFile({
    file: join(dataDir, 'settings.json'),
    shape: userSettings.partial(),
    empty: {},
    afterLoss: 'The settings are back to their defaults; change them again.',
    onNotice,
  })
  // Every message of a queue asks for a setting, and the folder may be on a network.
  let chosen = file.read()
  let counting: { values: PolicyValues; settings: UserSettings } | undefined
  const read = (): UserSettings => {
    const { values } = policy.current()
    if (counting?.values !== values) counting = { values, settings: effectiveSettings(chosen, values) }
    return counting.settings
  }
  return {
    read,
    change: (changes) => {
      assertPatterns(changes)
      assertBandwidth(changes.bandwidth ?? '')
      assertAllowed(changes, policy)
      const changed = userSettings.partial().parse({ ...chosen, ...changes })
      file.write(changed)
      chosen = changed
      counting = undefined
      return read()
    },
  }
}

function assertPatterns({ pattern, patterns = [] }: ChosenSettings): void {
  for (const one of [pattern, ...patterns.map((named) => named.pattern)]) {
    if (one !== undefined) parseNamePattern(one)
  }
}

function assertBandwidth(text: string): void {
  if (text === '' || parseBandwidth(text) !== undefined) return
  throw badUsage(`“${text}” is no limit.`, BANDWIDTH_ADVICE)
}

function assertAllowed(changes: ChosenSettings, policy: CurrentPolicy): void {
  const { values, origins } = policy.current()
  for (const { name, key, title, apply } of MANAGED_SETTINGS) {
    const wanted = changes[name]
    if (wanted === undefined || apply(values, wanted) === wanted) continue
    throw setByOrganisation(`Changing ${title}`, origins[key])
  }
}

/** The page's own layout, opaque to the main process. */
export interface ViewStore {
  read(view: string): string | null
  write(view: string, state: string): void
}

export function createViewStore(dataDir: string, onNotice: (notice: Problem) => void): ViewStore {
  const file = createJsonFile({
    file: join(dataDir, 'views.json'),
    shape: z.record(z.string(), z.string()),
    empty: {},
    afterLoss: 'Columns and panes are back to their defaults.',
    onNotice,
  })
  return {
    read: (view) => file.read()[view] ?? null,
    write: (view, state) => {
      file.write({ ...file.read(), [view]: state })
    },
  }
}
