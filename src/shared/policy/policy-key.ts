import { z } from 'zod'
import { ENVIRONMENTS } from '../model/connection.ts'
import { isLoopbackHost } from '../text/addresses.ts'

/** What an administrator reads about a key. */
interface KeyTexts {
  group: 'Connections' | 'Desk' | 'Network' | 'Notifications' | 'Saving' | 'Support' | 'Updates'
  title: string
  help: string
}

/** What is known of a key besides its shape. */
export interface PolicyKeyInfo extends KeyTexts {
  kind: 'toggle' | 'choice' | 'number' | 'text' | 'list' | 'connections'
  /** The value where no source has the key; null leaves it to the user. */
  unset: unknown
  /** The value where a source has the key but it cannot be understood. */
  strictest: unknown
  example: unknown
  /** What a choice may be, and how templates call it. */
  choices?: Readonly<Record<string, string>>
  /** The range of a number. */
  range?: { least: number; most: number }
}

export const keyInfos = z.registry<PolicyKeyInfo>()

/** Longer texts are nobody’s address, path or pattern. */
const MOST_CHARS = 2_000
const MOST_ITEMS = 200

const line = z
  .string()
  .min(1)
  .max(MOST_CHARS)
  .regex(/^\P{Cc}*$/u)

/** On or off. */
export function toggle(key: KeyTexts & { unset: boolean; strictest: boolean }): z.ZodBoolean {
  return z.boolean().register(keyInfos, { ...key, kind: 'toggle', example: key.strictest })
}

/** On, off, or left to the user. */
export function userToggle(key: KeyTexts & { strictest: boolean }): z.ZodNullable<z.ZodBoolean> {
  const info: PolicyKeyInfo = { ...key, kind: 'toggle', unset: null, example: key.strictest }
  return z.boolean().nullable().register(keyInfos, info)
}

type Choices<Choice extends string> = Readonly<Record<Choice, string>>

/** One of several words; `choices` gives each its title. */
export function choice<const Choice extends string>(
  values: readonly Choice[],
  key: KeyTexts & { choices: Choices<Choice>; unset: Choice; strictest: Choice },
) {
  return z.enum(values).register(keyInfos, { ...key, kind: 'choice', example: key.strictest })
}

/** The same, or left to the user. */
export function userChoice<const Choice extends string>(
  values: readonly Choice[],
  key: KeyTexts & { choices: Choices<Choice>; strictest: Choice },
) {
  const info: PolicyKeyInfo = { ...key, kind: 'choice', unset: null, example: key.strictest }
  return z.enum(values).nullable().register(keyInfos, info)
}

/** A whole number, or left to the user. */
export function number(key: KeyTexts & { range: { least: number; most: number }; strictest: number | null }) {
  const { least, most } = key.range
  const info: PolicyKeyInfo = { ...key, kind: 'number', unset: null, example: most }
  return z.int().min(least).max(most).nullable().register(keyInfos, info)
}

/**
 * A line, or left to the user. Where it cannot be understood and no line is the strictest, it is null with a flaw: what it names
 * is not to be had, and nothing of the user’s takes its place (`assertUnderstood`).
 */
export function text(key: KeyTexts & { example: string; strictest?: string }, pattern = /\S/) {
  const info: PolicyKeyInfo = { strictest: null, ...key, kind: 'text', unset: null }
  return line.regex(pattern).nullable().register(keyInfos, info)
}

/** Lines; null restricts nothing, an empty list allows nothing. */
export function list(key: KeyTexts & { example: readonly string[] }) {
  const info: PolicyKeyInfo = { ...key, kind: 'list', unset: null, strictest: [] }
  return z.array(line).max(MOST_ITEMS).nullable().register(keyInfos, info)
}

const connection = z.strictObject({
  name: line,
  environment: z.enum(ENVIRONMENTS),
  address: line.refine(isServiceAddress),
})

/** Services by name, environment and address. */
export function connections(key: KeyTexts) {
  const example = [{ name: 'Aurora', environment: 'production', address: 'https://exchange.example.com' }]
  const info: PolicyKeyInfo = { ...key, kind: 'connections', unset: [], strictest: [], example }
  return z.array(connection).max(MOST_ITEMS).register(keyInfos, info)
}

/** As `parseBaseUrl` accepts it, but complete. */
function isServiceAddress(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '' || /[?#]/.test(address)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}
