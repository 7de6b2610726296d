import type { Counterparty, ExchangeData, SearchFilters, SearchMatches, StoredSet } from './exchange-data.ts'
import { matchesFilters } from './matches-filters.ts'
import { uuidOf } from './seeded-random.ts'

export interface LargeDataOptions {
  sets: number
  documentsPerSet?: number
  customers?: number
}

interface LargeShape {
  sets: number
  documentsPerSet: number
  counterparties: Counterparty[]
}

const states = ['drafted', 'signed', 'issued', 'title_held', 'transfer_drafted'] as const
const ports = ['Santos', 'Rouen', 'Gdańsk', 'Newcastle NSW'] as const

/**
 * As many sets as asked for, none of them kept: a set is worked out from its number when a page holds it.
 * Set n belongs to customer n modulo customers; every document is the same small PDF.
 */
export function largeData(options: LargeDataOptions): ExchangeData {
  const counterparties = Array.from({ length: options.customers ?? 1 }, (_, index) => ({
    customerId: uuidOf(`large customer ${index}`),
    customerName: `Customer ${String(index + 1).padStart(4, '0')} Trading`,
  }))
  const shape = { sets: options.sets, documentsPerSet: options.documentsPerSet ?? 1, counterparties }
  return {
    counterparties,
    search: (filters) => searchLarge(shape, filters),
    findSet: (setId) => {
      const index = Number.parseInt(setId.slice(-12), 16)
      return setId === setIdOf(index) && index < shape.sets ? setAt(shape, index) : undefined
    },
  }
}

function searchLarge(shape: LargeShape, filters: SearchFilters): SearchMatches {
  const reference = /^(?:SHP|PR)-(\d{7})$/.exec(filters.shipmentRef ?? filters.parcelRef ?? '')
  if (reference !== null) return listed(shape, filters, [Number(reference[1]) - 1])
  if (hasOnlyFolderFilters(filters)) return strided(shape, filters.customerIds)
  return listed(shape, filters, Array.from({ length: shape.sets }).keys())
}

/** Every set of this data is an active DocEx set, so that such a search need not check the sets. */
function hasOnlyFolderFilters({ status, instance, shipmentRef, parcelRef, vesselName }: SearchFilters): boolean {
  const isWholeFolder = status === undefined || /^(active|all)$/i.test(status)
  const isWholeInstance = instance === undefined || /^docex$/i.test(instance)
  return isWholeFolder && isWholeInstance && (shipmentRef ?? parcelRef ?? vesselName) === undefined
}

function listed(shape: LargeShape, filters: SearchFilters, indexes: Iterable<number>): SearchMatches {
  const matches: number[] = []
  for (const index of indexes) {
    if (index >= 0 && index < shape.sets && matchesFilters(setAt(shape, index), filters, 'exact')) matches.push(index)
  }
  return {
    total: matches.length,
    slice: (start, end) => matches.slice(start, end).map((index) => setAt(shape, index)),
  }
}

function strided(shape: LargeShape, customerIds: string[]): SearchMatches {
  const customers = shape.counterparties.length
  const offsets = shape.counterparties.flatMap(({ customerId }, index) =>
    customerIds.includes(customerId) && index < shape.sets ? [index] : [],
  )
  const counts = offsets.map((offset) => Math.ceil((shape.sets - offset) / customers))
  const total = counts.reduce((sum, count) => sum + count, 0)
  const slice = (start: number, end: number): StoredSet[] => {
    const found: StoredSet[] = []
    let before = 0
    for (const [position, offset] of offsets.entries()) {
      const count = counts[position] ?? 0
      for (let at = Math.max(start - before, 0); at < Math.min(end - before, count); at += 1) {
        found.push(setAt(shape, offset + at * customers))
      }
      before += count
    }
    return found
  }
  return { total, slice }
}

function setAt(shape: LargeShape, index: number): StoredSet {
  const number = String(index + 1).padStart(7, '0')
  const customerId = shape.counterparties[index % shape.counterparties.length]?.customerId ?? ''
  const documents = Array.from({ length: shape.documentsPerSet }, (_, at) => ({
    name: at === 0 ? 'Bill of Lading' : `Certificate ${at}`,
    documentId: `d0c00000-0000-4000-a${String(at).padStart(3, '0')}-${hexOf(index)}`,
    docType: at === 0 ? 'Bill of Lading' : 'Uploadable Document',
    xmlContent: null,
  }))
  const row = {
    setId: setIdOf(index),
    transactionId: `7a000000-0000-4000-a000-${hexOf(index)}`,
    parcelRef: `PR-${number}`,
    shipmentRef: `SHP-${number}`,
    status: states[index % states.length] ?? 'signed',
    destinationName: 'Rotterdam',
    destinationCountry: 'Netherlands',
    cargoName: 'Milling wheat',
    modifiedDate: `${(index % 28) + 1} February 2026, ${String(8 + (index % 10)).padStart(2, '0')}:15`,
    fromParty: null,
    fromPartyId: null,
    documents,
    actions: null,
    billOfLadingDate: `2026-01-${String((index % 28) + 1).padStart(2, '0')}`,
    signature: '2 of 3',
    quantity: `${1000 + (index % 50) * 500} MT`,
    consignorCompanyName: 'Pampa Sur Cereales S.A.',
    consigneeCompanyName: 'Nile Delta Mills',
    loadPort: ports[index % ports.length] ?? 'Santos',
    vesselName: index % 4 === 0 ? null : `MV Carrier ${index % 60}`,
    links: [],
  }
  return {
    customerId,
    instance: 'DocEx',
    folder: 'inbox',
    row: { ...row, links: [] },
    documentKinds: documents.map(() => 'small'),
  }
}

function setIdOf(index: number): string {
  return `5e700000-0000-4000-a000-${hexOf(index)}`
}

function hexOf(index: number): string {
  return index.toString(16).padStart(12, '0')
}
