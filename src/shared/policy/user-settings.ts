import { z } from 'zod'
import { DEFAULT_NAME_PATTERN } from '../model/name-patterns.ts'
import { CONFLICT_POLICIES } from '../model/job.ts'
import { DEFAULT_SIZES, SIZE_LIMITS, type SizeLimitName } from '../model/size-limits.ts'
import { type PolicyKey, type PolicyValues, UPDATE_MODES } from './policy-schema.ts'

/** What is known of a setting besides its shape. */
interface SettingInfo<Value> {
  /** Until the user chooses. */
  unset: Value
  /** The same where an organisation has one of its own. */
  usual?(values: PolicyValues): Value
  managed?: Managed<Value>
}

/** How an organisation sets it in the user's place. */
interface Managed<Value> {
  key: PolicyKey
  /** What the user would change, as the object of a sentence. */
  title: string
  /** The setting under these values, where the user has `own`. */
  apply(values: PolicyValues, own: Value): Value
}

const infos = new Map<z.ZodType, SettingInfo<unknown>>()

function setting<Shape extends z.ZodType>(shape: Shape, info: SettingInfo<z.output<Shape>>): Shape {
  infos.set(shape, info)
  return shape
}

function sizeInMb(name: SizeLimitName): z.ZodInt {
  const { min, max } = SIZE_LIMITS[name]
  return setting(z.int().min(min).max(max), { unset: DEFAULT_SIZES[name] })
}

/** At once. */
export const MOST_DOCUMENTS = 32

/**
 * Every setting of a user, once: what it may be, what it is until the user chooses, and what an organisation may set in its
 * place. The contract, the file of settings and what the page shows as locked follow from it.
 */
export const userSettings = z.object({
  appearance: setting(z.enum(['system', 'light', 'dark']), { unset: 'system' }),
  /** Whose numbers, times and order of names the page uses: `system`, or a BCP 47 tag such as `de-DE`. */
  region: setting(
    z
      .string()
      .max(35)
      .regex(/^(?:system|[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*)$/),
    { unset: 'system' },
  ),
  /** Dates with the month’s name, in the region’s digits, or as ISO 8601. */
  dates: setting(z.enum(['name', 'digits', 'iso']), { unset: 'name' }),
  /** Rows of 24, 28 or 32 px at the usual text size. */
  density: setting(z.enum(['compact', 'usual', 'roomy']), { unset: 'usual' }),
  /** In per cent of the system’s. */
  textSize: setting(z.int().min(80).max(150), { unset: 100 }),
  /** Whether keys such as J, 1 and ? act alone, without Ctrl; who dictates may press them without meaning to (WCAG 2.1.4). */
  singleKeys: setting(z.boolean(), { unset: true }),
  /** The most documents at once; how many it is follows the service. */
  concurrency: setting(z.int().min(1).max(MOST_DOCUMENTS), {
    unset: MOST_DOCUMENTS,
    managed: {
      key: 'ConcurrencyMax',
      title: 'how many documents are fetched at once beyond what is allowed',
      apply: ({ ConcurrencyMax }, own) => Math.min(own, ConcurrencyMax ?? MOST_DOCUMENTS),
    },
  }),
  /** As `--bwlimit` takes it; empty for no limit. */
  bandwidth: setting(z.string().max(200), { unset: '' }),
  /** Null for no limit. */
  callsPerMinute: setting(z.int().min(1).max(100_000).nullable(), { unset: null }),
  pattern: setting(z.string().max(1_000), {
    unset: DEFAULT_NAME_PATTERN,
    usual: usualPattern,
    managed: {
      key: 'NamePatternLocked',
      title: 'the name pattern',
      apply: (values, own) => (values.NamePatternLocked ? usualPattern(values) : own),
    },
  }),
  /** Patterns that the user named. */
  patterns: setting(z.array(z.object({ name: z.string().max(1_000), pattern: z.string().max(1_000) })).max(100), {
    unset: [],
  }),
  conflict: setting(z.enum(CONFLICT_POLICIES), {
    unset: 'keep-both',
    managed: {
      key: 'ConflictPolicy',
      title: 'what happens to a file that exists',
      apply: ({ ConflictPolicy }, own) => ConflictPolicy ?? own,
    },
  }),
  /** Reads saved documents in the background, to find words in them. */
  indexesTexts: setting(z.boolean(), { unset: true }),
  /** Closing the window keeps the application in the tray, so that the feed goes on. */
  closesToTray: setting(z.boolean(), {
    unset: false,
    managed: {
      key: 'CloseToTray',
      title: 'whether the desk stays in the tray',
      apply: ({ CloseToTray }, own) => CloseToTray ?? own,
    },
  }),
  startsAtLogin: setting(z.boolean(), {
    unset: false,
    managed: {
      key: 'LaunchAtLogin',
      title: 'whether the desk starts at login',
      apply: ({ LaunchAtLogin }, own) => LaunchAtLogin ?? own,
    },
  }),
  /** What is done about newer versions of the program, where the organisation has a feed of them. */
  updates: setting(z.enum(UPDATE_MODES), {
    unset: 'notify',
    managed: {
      key: 'UpdateMode',
      title: 'what is done about newer versions',
      apply: ({ UpdateMode }, own) => UpdateMode ?? own,
    },
  }),
  largestDocumentMb: sizeInMb('largestDocumentMb'),
  largestPreviewMb: sizeInMb('largestPreviewMb'),
  largestMessageMb: sizeInMb('largestMessageMb'),
})

export type UserSettings = z.output<typeof userSettings>

/** Those that the user chose. */
export type ChosenSettings = { [Name in keyof UserSettings]?: UserSettings[Name] | undefined }

const NAMES = userSettings.keyof().options

/** The settings that count: what the organisation has set, else what the user has chosen, else what is usual. */
export function effectiveSettings(chosen: ChosenSettings, values: PolicyValues): UserSettings {
  const value = (name: keyof UserSettings): unknown => {
    const { unset, usual, managed } = infoOf(name)
    const own = chosen[name] ?? usual?.(values) ?? unset
    return managed === undefined ? own : managed.apply(values, own)
  }
  return userSettings.parse(Object.fromEntries(NAMES.map((name) => [name, value(name)])))
}

/** The settings that an organisation can set. */
export const MANAGED_SETTINGS = NAMES.flatMap((name) => {
  const { managed } = infoOf(name)
  return managed === undefined ? [] : [{ name, ...managed }]
})

/** What else the page has controls for, and the key that decides whether they can be used. */
const FEATURE_KEYS = {
  quietHours: 'QuietHours',
  streamBroker: 'StreamUrl',
  services: 'ConnectionsLocked',
  environment: 'EnvironmentAllowed',
  folders: 'ArchiveRoots',
  keychain: 'KeychainForbidden',
  drag: 'DragOutForbidden',
  supportBundle: 'SupportBundleForbidden',
} as const satisfies Record<string, PolicyKey>

/** A control of the page that an organisation may lock. */
export type ManagedControl = keyof UserSettings | keyof typeof FEATURE_KEYS

/** The policy key that decides whether users can change a control of the page. */
export const DECIDING_KEYS: ReadonlyMap<string, PolicyKey> = new Map([
  ...MANAGED_SETTINGS.map(({ name, key }) => [name, key] as const),
  ...Object.entries(FEATURE_KEYS),
])

/** The name pattern where nobody chose one: the organisation’s, else the built-in one. */
export function usualPattern({ NamePattern }: Pick<PolicyValues, 'NamePattern'>): string {
  return NamePattern ?? DEFAULT_NAME_PATTERN
}

function infoOf(name: keyof UserSettings): SettingInfo<unknown> {
  const info = infos.get(userSettings.shape[name])
  if (info === undefined) throw new Error(`${name} is not a setting`)
  return info
}
