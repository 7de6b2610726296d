import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { fieldWords } from '../../shared/text/field-words.ts'
import { FIT } from '../../shared/text/fold-text.ts'
import { visibleText } from '../../shared/text/plain-text.ts'
import { type Command, commandsStore, listedCommands } from '../commands/commands-store.ts'
import { type FindableItem, type Finder, findersStore } from '../commands/finders.ts'
import { splitReferences } from '../parcel/references.ts'
import { searchStore } from '../search/search-store.ts'
import { openHit } from '../search/texts/open-hit.ts'
import { paletteTexts, type TextHit } from '../search/texts/texts-store.ts'
import { countOf } from '../ui/base/words.ts'
import { type KnownHit, knownStore } from './known-store.ts'
import { searchShipments } from './open-known.ts'
import {
  type EntryGroup,
  firstGroups,
  foundGroups,
  hitEntry,
  type PaletteContents,
  type PaletteEntry,
} from './palette-entries.ts'
import { recentItems } from './recent-items.ts'

/**
 * What the palette lists: what the newest answered question found. A list of old sets for new letters would be drawn for
 * nothing a moment before, and drawing it took as long as finding (measured).
 */
export function usePaletteGroups(): EntryGroup[] {
  const { text, vessel } = useStore(knownStore, (state) => state.question)
  const hits = useStore(knownStore, (state) => state.hits)
  const commands = useStore(commandsStore, (state) => state.commands)
  const customers = useStore(searchStore, (state) => state.customers)
  const recent = useStore(recentItems, (state) => state.items)
  const items = useFindableItems()
  const texts = useStore(paletteTexts, (state) => (state.answered === text ? state.hits : NO_TEXTS))
  return useMemo(() => {
    if (vessel !== null) return vesselGroups({ hits, text, vessel })
    const enabled = enabledCommands(commands)
    if (text.trim() === '') return firstGroups(recent, { commands: enabled, items })
    const known = foundGroups(text, { hits, customers, commands: enabled, items })
    const found = texts.length === 0 ? known : [...known, { heading: 'In documents', entries: texts.map(textEntry) }]
    // A word that commands fit is no reference, nor is one that names a field; what has a digit, or fits nothing, may be one.
    const isByField = fieldWords(text).some(({ field }) => field !== undefined)
    if (isByField || (!/\d/.test(text) && known.length > 0)) return found
    return [...found, { heading: 'Service', entries: [askEntry(splitReferences(text))] }]
  }, [hits, commands, customers, recent, items, texts, text, vessel])
}

const NO_TEXTS: readonly TextHit[] = []
const CHARS_BEFORE = 20

/** The words around, which tell more than the document’s name. */
function textEntry(hit: TextHit): PaletteEntry {
  const { sha256, page, snippet, name, parcelRef } = hit
  return {
    id: `text ${sha256} ${page}`,
    title: fromFound(snippet),
    details: [
      [`page ${page}`, parcelRef, name ?? 'Document']
        .filter(Boolean)
        .map((part) => visibleText(part ?? ''))
        .join(' · '),
    ],
    state: null,
    shortcut: undefined,
    fit: FIT.none,
    choice: { kind: 'run', run: () => openHit(hit) },
  }
}

/** A line has room for few words before those that were found. */
function fromFound(snippet: TextHit['snippet']): TextHit['snippet'] {
  const first = snippet.findIndex(({ isFound }) => isFound)
  const before = Array.from(
    snippet
      .slice(0, Math.max(0, first))
      .map(({ text }) => text)
      .join(''),
  )
  if (before.length <= CHARS_BEFORE) return snippet
  const near = before
    .slice(-CHARS_BEFORE)
    .join('')
    .replace(/^\S*\s/, '')
  return [{ text: `… ${near}`, isFound: false }, ...snippet.slice(first)]
}

function enabledCommands(commands: readonly Command[]): readonly Command[] {
  return listedCommands(commands).filter(({ isEnabled }) => isEnabled)
}

/** As they are when the palette opens: a list that moved while somebody types would be chosen from by mistake. */
function useFindableItems(): PaletteContents['items'] {
  const [found] = useState(() => {
    // A command does what a setting of its name only leads to.
    const commands = enabledCommands(commandsStore.getState().commands)
    const titles = new Set(commands.map(({ title }) => title.replace('…', '')))
    const byGroup = Map.groupBy(findersStore.getState().finders, ({ group }) => group)
    const itemsOf = (finders: readonly Finder[]): FindableItem[] =>
      finders
        .flatMap((finder) => finder.items())
        .filter(({ title }) => !titles.has(title))
        .map((item) => ({ ...item, title: visibleText(item.title) }))
    return new Map([...byGroup].map(([group, finders]) => [group, itemsOf(finders)]))
  })
  return found
}

interface VesselContents {
  readonly hits: readonly KnownHit[]
  readonly text: string
  readonly vessel: string
}

function vesselGroups({ hits, text, vessel }: VesselContents): EntryGroup[] {
  const words = fieldWords(text).map((word) => word.text)
  const references = hits.flatMap(({ shipmentRef }) => (shipmentRef === null ? [] : splitReferences(shipmentRef)))
  const shipments = [...new Set(references)]
  const groups = [
    {
      heading: `Sets on ${visibleText(vessel)}`,
      entries: hits.map((hit) => hitEntry({ ...hit, vesselName: null }, words)),
    },
    { heading: 'Service', entries: shipments.length === 0 ? [] : [askEntry(shipments)] },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

/** The service itself finds by shipment reference alone. */
function askEntry(references: readonly string[]): PaletteEntry {
  const [only = ''] = references
  const what = references.length === 1 ? `“${visibleText(only)}”` : countOf(references.length, 'shipment')
  return {
    id: 'ask',
    title: [{ text: `Ask the service for ${what}`, isFound: false }],
    details: ['By shipment reference'],
    state: null,
    shortcut: undefined,
    fit: FIT.none,
    choice: { kind: 'run', run: () => searchShipments(references) },
  }
}
