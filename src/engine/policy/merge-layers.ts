import { isDeepStrictEqual } from 'node:util'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import {
  type EffectivePolicy,
  POLICY_SOURCES,
  type PolicyOrigin,
  policyOrigins,
  type PolicySourceName,
} from '../../shared/policy/effective-policy.ts'
import type { PolicyKeyInfo } from '../../shared/policy/policy-key.ts'
import { keyInfo, type PolicyKey, policySchema } from '../../shared/policy/policy-schema.ts'
import { didYouMean } from '../base/did-you-mean.ts'
import { parsedOrUndefined } from '../base/json-values.ts'
import type { PolicyLayer } from '../ports/policy.ts'

/** A longer name is nobody’s key. */
const MAX_NAME_CHARS = 60
const MAX_NAMED = 10

const UNTIL_REPAIRED = 'Until an administrator repairs it, the strictest applies.'
const ONLY_FORBIDS = 'Any user of this computer may have written it; an administrator sets the rest in the registry.'

export const POLICY_KEYS: readonly PolicyKey[] = policySchema.keyof().options

/** What a source says of one key. */
interface Given {
  source: PolicySourceName
  place: string
  value: unknown
  flaw: string | undefined
}

/** The values that apply, from all sources. Never throws, whatever they contain. */
export function mergeLayers(layers: readonly PolicyLayer[]): EffectivePolicy {
  const ranked = layers.toSorted((a, b) => POLICY_SOURCES.indexOf(a.source) - POLICY_SOURCES.indexOf(b.source))
  const read = ranked.map(readLayer)
  const given = POLICY_KEYS.map((key) => ({ key, all: read.flatMap(({ keys }) => keys.get(key) ?? []) }))
  const chosen = given.map(({ key, all }) => ({ key, by: decide(key, all) }))
  const values = policySchema.parse(
    Object.fromEntries(chosen.map(({ key, by }) => [key, by === undefined ? keyInfo(key).unset : by.value])),
    // Every start waits for this, and little comes after it: to compile a reader takes longer than to read.
    { jitless: true },
  )
  const isOpen: Partial<Record<PolicyKey, boolean>> = {
    NamePattern: !values.NamePatternLocked,
    ConnectionList: !values.ConnectionsLocked,
  }
  const origins = chosen.map(({ key, by }) => [key, originOf(by, isOpen[key] !== true)])
  return {
    values,
    origins: policyOrigins.parse(Object.fromEntries(origins), { jitless: true }),
    problems: [
      ...read.flatMap((layer) => layer.problems),
      ...given.flatMap(({ key, all }) => contradictions(key, all)),
    ],
  }
}

/** The highest source counts; but what the environment forbids is forbidden. */
function decide(key: PolicyKey, all: readonly Given[]): Given | undefined {
  const { strictest } = keyInfo(key)
  return all.find(({ source, value }) => source === 'environment' && isDeepStrictEqual(value, strictest)) ?? all[0]
}

interface ReadLayer {
  keys: ReadonlyMap<PolicyKey, Given>
  problems: readonly Problem[]
}

function readLayer(layer: PolicyLayer): ReadLayer {
  const { place, content } = layer
  if ('flaw' in content) {
    const keys = POLICY_KEYS.map((key) => [key, strictestOf(layer, key, content.flaw)] as const)
    const message = `This policy ${content.flaw}. ${UNTIL_REPAIRED} Nobody can sign in, save or take messages.`
    return { keys: new Map(keys), problems: [{ where: place, message }] }
  }
  const keys = new Map<PolicyKey, Given>()
  const problems: Problem[] = []
  const unknown: string[] = []
  for (const [name, raw] of Object.entries(content.values)) {
    const key = POLICY_KEYS.find((one) => one.toLowerCase() === name.toLowerCase())
    if (key === undefined) {
      unknown.push(name)
      continue
    }
    const given = readKey(layer, key, raw)
    const flaw = keys.has(key) ? 'stands there twice' : (content.flaws?.get(name) ?? given.flaw)
    if (flaw !== undefined) problems.push({ where: place, message: `${key} ${flaw}. ${UNTIL_REPAIRED}` })
    if (flaw === undefined && layer.onlyForbids === true && !isDeepStrictEqual(given.value, keyInfo(key).strictest)) {
      problems.push({ where: place, message: `${key} does nothing here: this file can only forbid. ${ONLY_FORBIDS}` })
      continue
    }
    keys.set(key, flaw === undefined ? given : strictestOf(layer, key, flaw))
  }
  return { keys, problems: [...problems, ...unknownKeys(place, unknown)] }
}

function readKey(layer: PolicyLayer, key: PolicyKey, raw: unknown): Given {
  const info = keyInfo(key)
  const value = layer.isRegistry === true ? fromRegistry(info.kind, raw) : raw
  // Null is what a key without a source has, not something that a source can say.
  const { data, success } = policySchema.shape[key].safeParse(value)
  if (!success || value === null) return strictestOf(layer, key, `must be ${expected(info)}`)
  return { source: layer.source, place: layer.place, value: data, flaw: undefined }
}

/** They are kept out; the first of them are named. */
function unknownKeys(place: string, names: readonly string[]): Problem[] {
  const named = names.slice(0, MAX_NAMED).map((name) => {
    const shown = plainText(name, MAX_NAME_CHARS)
    const message = `“${shown}” is no policy of this version of Parcel Desk and does nothing. ${didYouMean(shown, POLICY_KEYS)}`
    return { where: place, message: message.trim() }
  })
  const more = names.length - named.length
  return more === 0 ? named : [...named, { where: place, message: `${more} other names are no policies either.` }]
}

function expected({ kind, choices = {}, range, example }: PolicyKeyInfo): string {
  if (kind === 'toggle') return 'true or false'
  if (kind === 'choice') return `one of ${Object.keys(choices).join(', ')}`
  if (range !== undefined) return `a whole number from ${range.least} to ${range.most}`
  if (kind === 'text') return `a text such as ${String(example)}`
  return `a list such as ${JSON.stringify(example)}`
}

function strictestOf({ source, place }: PolicyLayer, key: PolicyKey, flaw: string): Given {
  return { source, place, value: keyInfo(key).strictest, flaw }
}

/** Two readable sources that say different things; which one counts has to be known. */
function contradictions(key: PolicyKey, all: readonly Given[]): Problem[] {
  const first = decide(key, all)
  const other = all.find(({ value, flaw }) => flaw === undefined && !isDeepStrictEqual(value, first?.value))
  if (first === undefined || first.flaw !== undefined || other === undefined) return []
  const message = `${key} is not the same here and in ${other.place}. This one counts.`
  return [{ where: first.place, message }]
}

function originOf(by: Given | undefined, locks: boolean): PolicyOrigin {
  if (by === undefined) return { source: 'default', place: '', flaw: undefined, isLocked: false }
  return { source: by.source, place: by.place, flaw: by.flaw, isLocked: locks }
}

/**
 * A value of the registry in the form of the schema: 1 and 0 for on and off, several lines or a JSON text for a list, and
 * “name; environment; address” for a connection. What fits none of them is left as it is, and refused by the schema.
 */
function fromRegistry(kind: PolicyKeyInfo['kind'], raw: unknown): unknown {
  if (kind === 'toggle') return raw === 1 ? true : raw === 0 ? false : raw
  if (kind === 'list' || kind === 'connections') {
    const items = typeof raw === 'string' ? itemsIn(raw) : raw
    return kind === 'connections' && Array.isArray(items) ? items.map(connectionIn) : items
  }
  // Text beyond the code page of reg.exe can be given as a JSON text, with escapes.
  return typeof raw === 'string' && raw.startsWith('"') ? (parsedOrUndefined(raw) ?? raw) : raw
}

function itemsIn(text: string): unknown {
  return text.startsWith('[') ? (parsedOrUndefined(text) ?? text) : [text]
}

function connectionIn(item: unknown): unknown {
  if (typeof item !== 'string') return item
  const [name, environment, address, ...more] = item.split(';').map((part) => part.trim())
  return more.length === 0 ? { name, environment: environment?.toLowerCase(), address } : item
}
