import { join } from 'node:path'
import { z } from 'zod'
import { settings } from '../../../shared/contract/settings-contract.ts'
import { badUsage } from '../../../shared/errors/app-error.ts'
import { BANDWIDTH_ADVICE, parseBandwidth } from '../../../shared/model/bandwidth-table.ts'
import { DEFAULT_NAME_PATTERN, FORMER_DEFAULT_PATTERN } from '../../../shared/model/name-patterns.ts'
import type { Problem } from '../../../shared/model/parcel-set.ts'
import { DEFAULT_SIZES } from '../../../shared/model/size-limits.ts'
import { parseNamePattern } from '../../../engine/saving/names/name-pattern.ts'
import { createJsonFile } from '../../../engine/storage/json-file.ts'

export type Settings = z.output<typeof settings>

export interface SettingsStore {
  read(): Settings
  /** Changes the given settings and returns all. Fails with bad-usage for an invalid name pattern or bandwidth. */
  change(changes: { [Name in keyof Settings]?: Settings[Name] | undefined }): Settings
}

const VERSION = 2

/** A file of an older version has fewer settings, and no version. */
const storedSettings = settings.partial().extend({ version: z.number().optional() })

const DEFAULTS: Settings = {
  appearance: 'system',
  region: 'system',
  dates: 'name',
  density: 'usual',
  textSize: 100,
  singleKeys: true,
  concurrency: 32,
  bandwidth: '',
  callsPerMinute: null,
  pattern: DEFAULT_NAME_PATTERN,
  patterns: [],
  conflict: 'keep-both',
  closesToTray: false,
  startsAtLogin: false,
  updates: 'notify',
  ...DEFAULT_SIZES,
}

/** The user's settings, in a file of the data folder; `defaultPattern` where they have no pattern of their own. */
export function createSettingsStore(
  dataDir: string,
  onNotice: (notice: Problem) => void,
  defaultPattern = (): string => DEFAULT_NAME_PATTERN,
): SettingsStore {
  const file = createJsonFile({
    file: join(dataDir, 'settings.json'),
    shape: storedSettings,
    empty: {},
    defaults: DEFAULTS,
    version: VERSION,
    afterLoss: 'The settings are back to their defaults; change them again.',
    onNotice,
  })
  const read = (): Settings => settings.parse({ ...DEFAULTS, pattern: defaultPattern(), ...migrated(file.read()) })
  return {
    read,
    change: (changes) => {
      const patterns = [changes.pattern, ...(changes.patterns ?? []).map(({ pattern }) => pattern)]
      for (const pattern of patterns) if (pattern !== undefined) parseNamePattern(pattern)
      assertBandwidth(changes.bandwidth ?? '')
      const changed = settings.parse({ ...read(), ...changes })
      file.write({ ...changed, version: VERSION })
      return changed
    },
  }
}

function assertBandwidth(text: string): void {
  if (text === '' || parseBandwidth(text) !== undefined) return
  throw badUsage(`“${text}” is no limit.`, BANDWIDTH_ADVICE)
}

/**
 * Every save stored its pattern, so that a file of an older version has the default of that version even where nobody chose
 * it. From then on that pattern is a choice.
 */
function migrated(stored: z.output<typeof storedSettings>): z.output<typeof storedSettings> {
  if (stored.version !== undefined || stored.pattern !== FORMER_DEFAULT_PATTERN) return stored
  return { ...stored, pattern: DEFAULT_NAME_PATTERN }
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
