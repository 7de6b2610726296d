import { fieldWords } from '../../shared/text/field-words.ts'
import {
  FIT,
  fitOf,
  foldedWords,
  foldText,
  foundParts,
  isWordStart,
  type TextPart,
} from '../../shared/text/fold-text.ts'
import { visibleText } from '../../shared/text/plain-text.ts'
import type { Command } from '../commands/commands-store.ts'
import type { FindableItem } from '../commands/finders.ts'
import { type CustomerItem, findCustomers } from '../parcel/find-customers.ts'
import { compareNames, countOf } from '../ui/base/words.ts'
import { fuzzyFilter, type RankedItem } from './fuzzy-filter.ts'
import type { KnownHit } from './known-store.ts'
import { type RecentItem, recentKey } from './recent-items.ts'

/** A line of the palette. Hidden characters are visible already; the reading direction is still to be isolated. */
export interface PaletteEntry {
  readonly id: string
  readonly title: readonly TextPart[]
  /** What tells it from others: shipment, customer, number of sets. */
  readonly details: readonly string[]
  /** Of a set, as received. */
  readonly state: string | null
  readonly shortcut: string | undefined
  /** How well it fits the text: FIT. */
  readonly fit: number
  readonly choice: PaletteChoice
}

/** What choosing an entry does. */
export type PaletteChoice = RecentItem | { readonly kind: 'run'; readonly run: () => void }

export interface EntryGroup {
  readonly heading: string
  readonly entries: readonly PaletteEntry[]
}

/** All that can be found. */
export interface PaletteContents {
  /** Of the main process, for the text. */
  readonly hits: readonly KnownHit[]
  readonly customers: readonly CustomerItem[]
  /** Those that can be run now. */
  readonly commands: readonly Command[]
  /** By heading, what the screens’ finders list. */
  readonly items: ReadonlyMap<string, readonly FindableItem[]>
}

const MAX_COMMANDS = 10
/** Of what a finder lists, also before anything is typed. */
const MAX_OF_FINDER = 6
const MAX_CUSTOMERS = 6

const HEADINGS = { parcel: 'Parcels', shipment: 'Shipments', bill: 'Bills of lading', vessel: 'Vessels' } as const
const KINDS = ['parcel', 'shipment', 'bill', 'vessel'] as const

/** What fits the text, in groups: first the one whose best entry fits best. */
export function foundGroups(text: string, { hits, customers, commands, items }: PaletteContents): EntryGroup[] {
  const words = fieldWords(text).map((word) => word.text)
  const ofKind = (kind: KnownHit['kind']): EntryGroup => ({
    heading: HEADINGS[kind],
    entries: hits
      .filter((hit) => hit.kind === kind)
      .toSorted((one, other) => other.fit - one.fit || compareNames(titleOf(one), titleOf(other)))
      .map((hit) => hitEntry(hit, words)),
  })
  const groups = [
    ...KINDS.map(ofKind),
    { heading: 'Customers', entries: customerEntries(customers, text) },
    ...[...items].map(([heading, found]) => ({ heading, entries: itemEntries(found, text) })),
    { heading: 'Commands', entries: foundCommands(commands, text) },
  ]
  const best = ({ entries }: EntryGroup): number => Math.max(...entries.map(({ fit }) => fit))
  return groups.filter(({ entries }) => entries.length > 0).toSorted((one, other) => best(other) - best(one))
}

/** Before anything is typed: what was chosen last, then every command in its group. */
export function firstGroups(
  recent: readonly RecentItem[],
  { commands, items }: Pick<PaletteContents, 'commands' | 'items'>,
): EntryGroup[] {
  const untyped = (item: FindableItem): PaletteEntry => itemEntry(item, plainParts(item.title), FIT.none)
  const groups = [
    { heading: 'Recent', entries: recent.flatMap((item) => recentEntry(item, commands)) },
    ...[...Map.groupBy(commands, ({ group }) => group)].map(([heading, members]) => ({
      heading,
      entries: members.map((command) => commandEntry(command, plainParts(command.title), FIT.none)),
    })),
    ...[...items].map(([heading, found]) => ({ heading, entries: found.slice(0, MAX_OF_FINDER).map(untyped) })),
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

/** A set, or a name that one or more sets have. */
export function hitEntry(hit: KnownHit, words: readonly string[]): PaletteEntry {
  const { kind, name, sets, status, fit } = hit
  const isOneSet = kind === 'parcel' || kind === 'bill'
  const details = isOneSet || sets === 1 ? known(detailsOf(hit)) : [countOf(sets, 'set')]
  return {
    id: kind === 'parcel' ? `parcel ${hit.setId}` : `${kind} ${name}`,
    title: foundParts(visibleText(titleOf(hit)), words),
    details,
    state: isOneSet ? status : null,
    shortcut: undefined,
    fit,
    choice: hitChoice(hit, details),
  }
}

function titleOf({ kind, name }: KnownHit): string {
  return kind === 'parcel' && name.trim() === '' ? 'Parcel without a reference' : name
}

function detailsOf({ kind, parcelRef, shipmentRef, customerName, vesselName }: KnownHit): (string | null)[] {
  if (kind === 'parcel') return [shipmentRef, customerName, vesselName]
  if (kind === 'bill') return [parcelRef, shipmentRef, customerName]
  return kind === 'vessel' ? ['1 set', parcelRef, customerName] : ['1 set', customerName]
}

function known(texts: readonly (string | null)[]): string[] {
  return texts.flatMap((text) => (text === null || text.trim() === '' ? [] : [visibleText(text)]))
}

function hitChoice(hit: KnownHit, details: readonly string[]): PaletteChoice {
  const { kind, name, setId, parcelRef } = hit
  if (kind === 'parcel') return { kind: 'parcel', setId, name: titleOf(hit), details: [...details] }
  if (kind === 'bill') return { kind: 'parcel', setId, name: parcelRef ?? name, details: [...details] }
  return { kind, name }
}

function customerEntries(customers: readonly CustomerItem[], text: string): PaletteEntry[] {
  const typed = foldText(text).trim()
  return findCustomers(customers, text)
    .slice(0, MAX_CUSTOMERS)
    .map((customer) =>
      customerEntry(customer, Math.max(FIT.inside, fitOf(typed, foldText(customer.customerName))), foldedWords(text)),
    )
}

function customerEntry(
  { customerId, customerName }: CustomerItem,
  fit: number,
  words: readonly string[],
): PaletteEntry {
  return {
    id: `customer ${customerId}`,
    title: foundParts(visibleText(customerName), words),
    details: ['Search its sets'],
    state: null,
    shortcut: undefined,
    fit,
    choice: { kind: 'customer', customerId, name: customerName },
  }
}

function itemEntries(items: readonly FindableItem[], text: string): PaletteEntry[] {
  return matching(items, text, ({ title, detail = '' }) => `${title} ${detail}`)
    .slice(0, MAX_OF_FINDER)
    .map(({ item, places }) => itemEntry(item, placedParts(item.title, places), titleFit(text, item.title)))
}

function itemEntry(
  { id, title: _title, detail, run }: FindableItem,
  title: readonly TextPart[],
  fit: number,
): PaletteEntry {
  const details = known([detail ?? null])
  return { id, title, details, state: null, shortcut: undefined, fit, choice: { kind: 'run', run } }
}

function foundCommands(commands: readonly Command[], text: string): PaletteEntry[] {
  return matching(commands, text, ({ group, title }) => `${title} ${group}`)
    .slice(0, MAX_COMMANDS)
    .map(({ item, places }) => ({
      ...commandEntry(item, placedParts(item.title, places), titleFit(text, item.title)),
      details: [item.group],
    }))
}

function commandEntry({ id, shortcuts }: Command, title: readonly TextPart[], fit: number): PaletteEntry {
  const choice = { kind: 'command', commandId: id } as const
  return { id: `command ${id}`, title, details: [], state: null, shortcut: shortcuts[0], fit, choice }
}

/** Those that have the text, or its letters at the starts of words: “sd” for “Save documents”, not any letters from anywhere. */
function matching<Item>(items: readonly Item[], text: string, textOf: (item: Item) => string): RankedItem<Item>[] {
  const typed = foldText(text).trim()
  return fuzzyFilter(items, text, textOf).filter(({ item, places }) => {
    const whole = textOf(item)
    const startsRun = (place: number, at: number): boolean => place !== (places[at - 1] ?? -2) + 1
    return foldText(whole).includes(typed) || places.filter(startsRun).every((place) => isWordStart(whole, place))
  })
}

/** Letters from all over a title fit less than any name that has them in a row. */
function titleFit(text: string, title: string): number {
  return fitOf(foldText(text).trim(), foldText(title))
}

function recentEntry(item: RecentItem, commands: readonly Command[]): PaletteEntry[] {
  if (item.kind === 'command') {
    const command = commands.find(({ id }) => id === item.commandId)
    const made = command === undefined ? [] : [commandEntry(command, plainParts(command.title), FIT.none)]
    return made.map((entry) => ({ ...entry, id: `recent ${entry.id}`, details: ['Command'] }))
  }
  const words = { parcel: [], shipment: ['Shipment'], vessel: ['Vessel'], customer: ['Customer'] }
  const details = item.kind === 'parcel' ? item.details : words[item.kind]
  const title = plainParts(visibleText(item.name))
  return [
    { id: `recent ${recentKey(item)}`, title, details, state: null, shortcut: undefined, fit: FIT.none, choice: item },
  ]
}

function plainParts(text: string): TextPart[] {
  return [{ text, isFound: false }]
}

/** With the found letters apart; places beyond the title belong to the words after it. */
function placedParts(title: string, places: readonly number[]): TextPart[] {
  const found = new Set(places)
  const parts: TextPart[] = []
  for (let from = 0, to = 0; from < title.length; from = to) {
    while (to < title.length && found.has(to) === found.has(from)) to += 1
    parts.push({ text: title.slice(from, to), isFound: found.has(from) })
  }
  return parts
}
