import type {
  Counterparty,
  DocumentKind,
  DrawnKind,
  DocumentRow,
  ExchangeData,
  SearchFilters,
  SetRow,
  StoredSet,
} from './exchange-data.ts'
import * as tables from './demo-tables.ts'
import { matchesFilters, type ReferenceMatch } from './matches-filters.ts'
import { seededRandom, uuidOf } from './seeded-random.ts'
import { spokenDate } from './spoken-date.ts'

export interface DemoDataOptions {
  seed?: number
  /** Which it is, is not documented (T8); exact by default. */
  referenceMatch?: ReferenceMatch
  /** Takes only this many sets of each customer, for a test that reads everything. */
  setsPerCustomer?: number
}

export interface DemoData extends ExchangeData {
  counterparties: Counterparty[]
  /** Plain arrays and objects: a test may add, remove or change sets while the service runs. */
  sets: StoredSet[]
}

type ListedKind = Exclude<DrawnKind, 'container-bill'>

interface Dice {
  random: () => number
  pick: <T>(choices: readonly T[]) => T
}

/** Where a set stands: in the whole, and among the sets of its customer. */
interface Place {
  customerId: string
  overall: number
  ofCustomer: number
}

const lastChange = Date.UTC(2026, 2, 3, 14, 5)
const dayMs = 24 * 60 * 60 * 1000

/** Seven customers and 1,240 sets, the same on every machine for the same seed. */
export function demoData(options: DemoDataOptions = {}): DemoData {
  const sets = setsOf(options.seed ?? 20260303)
  const kept = keepFirst(sets, options.setsPerCustomer ?? Number.POSITIVE_INFINITY).map(copyOf)
  return {
    counterparties: tables.demoCustomers.map(({ name }) => ({ customerId: idOfCustomer(name), customerName: name })),
    sets: kept,
    findSet: (setId) => kept.find((set) => set.row.setId === setId),
    search: (filters: SearchFilters) => {
      const matches = kept.filter((set) => matchesFilters(set, filters, options.referenceMatch ?? 'exact'))
      return { total: matches.length, slice: (start, end) => matches.slice(start, end) }
    },
  }
}

/** By their seed. Each test with a service of its own copies them, which takes a twentieth of the time (measured). */
const drawnSets = new Map<number, readonly StoredSet[]>()

function setsOf(seed: number): readonly StoredSet[] {
  const sets = drawnSets.get(seed) ?? drawSets(seed)
  drawnSets.set(seed, sets)
  return sets
}

function drawSets(seed: number): StoredSet[] {
  const dice = createDice(seed)
  const sets: StoredSet[] = []
  const references = createReferences()
  for (const { name, share } of tables.demoCustomers) {
    const customerId = idOfCustomer(name)
    for (let ofCustomer = 0; ofCustomer < share; ofCustomer += 1) {
      const set = demoSet({ customerId, overall: sets.length, ofCustomer }, references.next(ofCustomer), dice)
      sets.push(set)
    }
  }
  return sets
}

function idOfCustomer(name: string): string {
  return uuidOf(`customer ${name}`)
}

function copyOf(set: StoredSet): StoredSet {
  const documents = set.row.documents.map((document) => ({ ...document }))
  return { ...set, documentKinds: [...set.documentKinds], row: { ...set.row, documents, links: [] } }
}

/** The first document of a kind that a customer (by default the first one, Aurora Grain) holds. */
export function documentOfKind(
  data: DemoData,
  kind: DocumentKind,
  customerId?: string,
): DocumentRow & { setId: string } {
  const owner = customerId ?? data.counterparties[0]?.customerId
  for (const set of data.sets) {
    const document = set.row.documents[set.documentKinds.indexOf(kind)]
    if (set.customerId === owner && document !== undefined) return { ...document, setId: set.row.setId }
  }
  throw new Error(`no document of kind ${kind}`)
}

function keepFirst(sets: readonly StoredSet[], perCustomer: number): StoredSet[] {
  const seen = new Map<string, number>()
  return sets.filter(({ customerId }) => {
    const count = (seen.get(customerId) ?? 0) + 1
    seen.set(customerId, count)
    return count <= perCustomer
  })
}

function createDice(seed: number): Dice {
  const random = seededRandom(seed)
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[Math.floor(random() * choices.length)]
    if (choice === undefined) throw new Error('nothing to choose from')
    return choice
  }
  return { random, pick }
}

/** Most references belong to one set, some to two or three, one to every customer. */
function createReferences() {
  let number = 0
  return {
    next: (ofCustomer: number): string => {
      if (ofCustomer === 10) return 'SHP-0007'
      const isShared = ofCustomer % 7 === 3 || ofCustomer % 35 === 4
      if (!isShared) number += 1
      return `SHP-${String(number).padStart(4, '0')}`
    },
  }
}

function demoSet(place: Place, shipmentRef: string, dice: Dice): StoredSet {
  const { overall, ofCustomer, customerId } = place
  const state = ofCustomer === 0 ? 'signed' : dice.pick(tables.states)
  const isDraft = state === 'drafted'
  const changedMs = ofCustomer === 0 ? lastChange : lastChange - Math.floor(dice.random() * 270 * dayMs)
  const documentKinds = kindsOf(ofCustomer, dice)
  const [destinationName, destinationCountry] = dice.pick(tables.destinations)
  const row: SetRow = {
    setId: uuidOf(`set ${overall}`),
    // Now and then two sets belong to one transaction (T20).
    transactionId: uuidOf(`transaction ${overall % 40 === 39 ? overall - 1 : overall}`),
    parcelRef: parcelRefOf(overall),
    shipmentRef,
    status: state,
    destinationName,
    destinationCountry,
    cargoName: dice.pick(tables.cargoes),
    modifiedDate: spokenDate(changedMs),
    ...partyOf(dice),
    documents: documentKinds.map((kind, index) => documentRow(`${overall}.${index}`, kind, dice)),
    actions: null,
    billOfLadingDate: isDraft ? null : isoDay(changedMs - Math.floor(dice.random() * 20) * dayMs),
    signature: dice.pick(isDraft ? tables.signaturesOfDrafts : tables.signaturesOfOthers),
    quantity: dice.pick(tables.quantities),
    consignorCompanyName: dice.pick(tables.traders),
    consigneeCompanyName: dice.random() < 0.1 ? null : dice.pick(tables.traders),
    loadPort: dice.pick(tables.loadPorts),
    vesselName: dice.random() < 0.25 ? null : dice.pick(tables.vessels),
    links: [],
  }
  const isUnusual = ofCustomer > 2
  const instance = isUnusual && ofCustomer % 20 === 9 ? 'DocHub' : 'DocEx'
  const folder = isUnusual && ofCustomer % 12 === 7 ? 'filed' : 'inbox'
  return { customerId, instance, folder, row, documentKinds }
}

function parcelRefOf(overall: number): string {
  const oddity =
    overall % 97 === 96 ? tables.parcelRefOddities[(overall % 3) % tables.parcelRefOddities.length] : undefined
  return oddity ?? `PR-2026-${String(overall + 1).padStart(5, '0')}`
}

function partyOf(dice: Dice): Pick<SetRow, 'fromParty' | 'fromPartyId'> {
  if (dice.random() < 0.6) return { fromParty: null, fromPartyId: null }
  const fromParty = dice.pick(tables.traders)
  return { fromParty, fromPartyId: uuidOf(`trader ${fromParty}`) }
}

/** The first three sets of a customer hold one document of every kind; costly kinds stay rare after that. */
function kindsOf(ofCustomer: number, dice: Dice): ListedKind[] {
  if (ofCustomer === 0) {
    return ['bill-of-lading', 'certificate-of-origin', 'commercial-invoice', 'chinese-notice', 'scanned-page']
  }
  if (ofCustomer === 1 || ofCustomer % 90 === 4) return ['bill-of-lading', 'password-protected']
  if (ofCustomer === 2 || ofCustomer % 150 === 77) return ['bill-of-lading', 'three-hundred-pages']
  const others: ListedKind[] = ['certificate-of-origin', 'commercial-invoice', 'certificate-of-origin']
  if (ofCustomer % 6 === 0) others.push('chinese-notice')
  if (ofCustomer % 8 === 0) others.push('scanned-page')
  const count = Math.floor(dice.random() * 5)
  return ['bill-of-lading', ...Array.from({ length: count }, () => dice.pick(others))]
}

function documentRow(key: string, kind: ListedKind, dice: Dice): DocumentRow {
  const documentId = uuidOf(`document ${key}`)
  if (kind === 'bill-of-lading' || kind === 'small') {
    return { name: 'Bill of Lading', documentId, docType: 'Bill of Lading', xmlContent: xmlOf(documentId, dice) }
  }
  return { name: dice.pick(tables.uploadNames[kind]), documentId, docType: 'Uploadable Document', xmlContent: null }
}

function xmlOf(documentId: string, dice: Dice): string | null {
  if (dice.random() > 0.04) return null
  return `<?xml version="1.0" encoding="UTF-8"?><billOfLading id="${documentId}"><form>CONGENBILL 2022</form></billOfLading>`
}

/** As people write it, without a zone: `3 March 2026, 14:05` (T16). */
function isoDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}
