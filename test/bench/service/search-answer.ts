/** What the service of the benches knows: one customer, numbered sets, numbered documents; shapes of the service reference. */

export const BENCH_TOKEN = 't0ken'
export const BENCH_PASSWORD = 'bench-pass'
export const benchCustomer = { customerId: 'c0570000-0000-4000-a000-000000000001', customerName: 'Bench Trading' }

export const tokenAnswer = JSON.stringify({ token: BENCH_TOKEN })
export const counterpartiesAnswer = JSON.stringify([benchCustomer])

export interface BenchSets {
  sets: number
  documentsPerSet: number
}

function setIdOf(set: number): string {
  return `5e700000-0000-4000-a000-${hexOf(set)}`
}

/** Documents are numbered through all sets: set n holds documents n × documentsPerSet and on. */
export function documentIdOf(document: number): string {
  return `d0c00000-0000-4000-a000-${hexOf(document)}`
}

export function documentPath(set: number, document: number): string {
  return `/v3/common/sets/${setIdOf(set)}/get-single-pdf/${documentIdOf(document)}`
}

/** The number of the document that a path asks for, undefined for any other path. */
export function documentNumberOf(urlPath: string): number | undefined {
  const hex = /\/get-single-pdf\/d0c00000-0000-4000-a000-([0-9a-f]{12})$/.exec(urlPath)?.[1]
  return hex === undefined ? undefined : Number.parseInt(hex, 16)
}

/** A page of the search (service reference, “Search response envelope”). */
export function searchAnswer(shape: BenchSets, offset: number, limit: number): string {
  const count = Math.max(0, Math.min(limit, shape.sets - offset))
  const results = Array.from({ length: count }, (_, index) => setRow(shape, offset + index))
  return JSON.stringify({
    code: 200,
    status: 'OK',
    data: { offset, limit, total: shape.sets, count, results },
    links: [],
  })
}

function setRow(shape: BenchSets, set: number): object {
  const number = String(set + 1).padStart(7, '0')
  const documents = Array.from({ length: shape.documentsPerSet }, (_, index) => ({
    name: index === 0 ? 'Bill of Lading' : `Certificate ${index}`,
    documentId: documentIdOf(set * shape.documentsPerSet + index),
    docType: index === 0 ? 'Bill of Lading' : 'Uploadable Document',
    xmlContent: null,
  }))
  return {
    setId: setIdOf(set),
    transactionId: `7a000000-0000-4000-a000-${hexOf(set)}`,
    parcelRef: `PR-${number}`,
    shipmentRef: `SHP-${number}`,
    status: 'signed',
    destinationName: 'Rotterdam',
    destinationCountry: 'Netherlands',
    cargoName: 'Milling wheat',
    modifiedDate: '12 February 2026, 08:15',
    fromParty: null,
    fromPartyId: null,
    documents,
    actions: null,
    billOfLadingDate: '2026-02-10',
    signature: '2 of 3',
    quantity: 'null null',
    consignorCompanyName: 'Pampa Sur Cereales S.A.',
    consigneeCompanyName: 'Nile Delta Mills',
    loadPort: 'Santos',
    vesselName: null,
    links: [],
  }
}

function hexOf(number: number): string {
  return number.toString(16).padStart(12, '0')
}
