import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { isFields } from '../base/json-values.ts'

/*
 * A file of another version may have a choice, a field or an account that this one does not know. It is read without them, and
 * written with them, so that going back a version and coming again loses nothing.
 */

type Path = readonly PropertyKey[]
type Fields = Readonly<Record<PropertyKey, unknown>>

/** Fields that mean something only together: what is not understood of the first is not used of the others. */
export type JoinedFields = Readonly<Record<string, readonly string[]>>

export interface KnownJson<Content> {
  content: Content
  /** What was parsed: `raw` with defaults for what is not understood, and without such elements of lists. */
  readable: unknown
  /** What is not understood, for people. */
  unknown: string[]
}

/**
 * What a shape understands of a value: the default stands for a field with an unknown choice, and an element of a list with one
 * is left out. Undefined where nothing is understood.
 */
export function readKnown<Content>(
  shape: z.ZodType<Content>,
  raw: unknown,
  { defaults, joined = {} }: { defaults: unknown; joined?: JoinedFields | undefined },
): KnownJson<Content> | undefined {
  const unknown: string[] = []
  let readable = raw
  for (;;) {
    const { data, error } = shape.safeParse(readable)
    if (error === undefined) return { content: data, readable, unknown }
    const place = placeOf(readable, error.issues[0]?.path ?? [])
    if (place.length === 0) return undefined
    const [before, name] = [readable, nameOf(readable, place)]
    readable = withDefault(readable, place, defaults)
    for (const field of joined[place.map(String).join('.')] ?? []) readable = withDefault(readable, [field], defaults)
    if (isDeepStrictEqual(before, readable)) return undefined
    if (!unknown.includes(name)) unknown.push(name)
  }
}

/** The whole element of a list, since one half understood could do what nobody wants; what lacks a field, as a whole. */
function placeOf(value: unknown, path: Path): Path {
  const index = path.findIndex((step) => typeof step === 'number')
  if (index >= 0) return path.slice(0, index + 1)
  const above = path.slice(0, -1)
  return path.length > 1 && !hasAt(at(value, above), path.at(-1)) ? above : path
}

function withDefault(value: unknown, [step, ...rest]: Path, defaults: unknown): unknown {
  if (step === undefined) return defaults
  if (Array.isArray(value)) {
    return value.filter((_, index) => index !== step)
  }
  if (!isFields(value)) return defaults
  const inner = isFields(defaults) ? defaults[step] : undefined
  const { [step]: before, ...others } = value
  const after = withDefault(before, rest, inner)
  return after === undefined ? others : { ...others, [step]: after }
}

/** The value to write: changed as `content` is from what was read, with all of `raw` that was not understood. */
export function writeKept(
  raw: unknown,
  read: KnownJson<unknown>,
  { content, joined = {} }: { content: unknown; joined?: JoinedFields | undefined },
): unknown {
  const [known, changed, { readable }] = [asJson(read.content), asJson(content), read]
  if (!isFields(raw) || !isFields(known) || !isFields(changed)) return kept({ raw, readable, known }, changed)
  const chosen = Object.entries(joined).flatMap(([field, others]) => {
    const fields = [field, ...others]
    return fields.some((one) => !isDeepStrictEqual(known[one], changed[one])) ? fields : []
  })
  const rest = Object.fromEntries(Object.entries(raw).filter(([field]) => !chosen.includes(field)))
  return kept({ raw: rest, readable, known }, changed)
}

/** Without fields that are undefined, which a file does not have. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

interface ReadValue {
  raw: unknown
  readable: unknown
  known: unknown
}

function kept({ raw, readable, known }: ReadValue, content: unknown): unknown {
  if (Array.isArray(raw) && Array.isArray(readable) && Array.isArray(known) && Array.isArray(content))
    return keptElements({ raw, readable, known }, content)
  if (isFields(raw) && isFields(readable) && isFields(known) && isFields(content))
    return keptFields({ raw, readable, known }, content)
  return raw !== undefined && !isDeepStrictEqual(raw, readable) && isDeepStrictEqual(known, content) ? raw : content
}

function keptFields({ raw, readable, known }: Record<keyof ReadValue, Fields>, content: Fields): Fields {
  const fields: Record<PropertyKey, unknown> = {}
  for (const key of new Set([...Object.keys(raw), ...Object.keys(content)])) {
    const value = { raw: raw[key], readable: readable[key], known: known[key] }
    if (Object.hasOwn(content, key)) fields[key] = kept(value, content[key])
    else if (!Object.hasOwn(known, key)) fields[key] = raw[key]
  }
  return fields
}

function keptElements({ raw, readable, known }: Record<keyof ReadValue, unknown[]>, content: unknown[]): unknown[] {
  if (known.length !== readable.length) return content
  const elements = content.map((element, index) => {
    const same = known.findIndex((one) => isDeepStrictEqual(one, element))
    const from = same === -1 && content.length === known.length ? index : same
    return from === -1 ? element : kept({ raw: readable[from], readable: readable[from], known: known[from] }, element)
  })
  raw.forEach((element, index) => {
    const isLeftOut = !readable.includes(element) && !content.some((one) => isOfOneId(one, element))
    if (isLeftOut) elements.splice(index, 0, element)
  })
  return elements
}

/** The fields by which elements of our lists are told apart. */
const IDS = ['profile', 'brokerId', 'ruleId', 'customerId', 'folderId', 'id']

function isOfOneId(one: unknown, other: unknown): boolean {
  if (!isFields(one) || !isFields(other)) return false
  const id = IDS.find((key) => Object.hasOwn(one, key))
  return id !== undefined && one[id] === other[id]
}

function nameOf(value: unknown, place: Path): string {
  const element = at(value, place)
  const names = isFields(element) ? [element['profile'], element['name']] : []
  const name = names.find((one) => typeof one === 'string')
  const [list = ''] = place
  return typeof name === 'string' ? `“${name}” of ${String(list)}` : place.map(String).join('.')
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return typeof step === 'number' ? inner[step] : undefined
    return isFields(inner) ? inner[step] : undefined
  }, value)
}

function hasAt(value: unknown, step: PropertyKey | undefined): boolean {
  return isFields(value) && step !== undefined && Object.hasOwn(value, step)
}
