import type { ParcelDocument, ParcelSet } from '../../shared/model/parcel-set.ts'
import { isUuid } from '../../shared/text/set-fields.ts'
import { MAX_FIELD_CHARS } from '../../shared/text/plain-text.ts'
import { textOf } from './parse-json.ts'

/*
 * Written by hand: a hundred thousand sets with many documents each pass through here more than once, and a schema took most
 * of a search's time (measured).
 */

type Fields = Record<string, unknown>

/** Far more than any real value has; some thousands could not even be written as JSON again. */
const MAX_LEVELS = 500
/** Enough for a row of some thousand documents. */
const MAX_VALUES = 50_000

const TEXT_FIELDS = [
  'transactionId',
  'parcelRef',
  'shipmentRef',
  'status',
  'destinationName',
  'destinationCountry',
  'cargoName',
  'modifiedDate',
  'fromParty',
  'fromPartyId',
  'billOfLadingDate',
  'signature',
  'quantity',
  'consignorCompanyName',
  'consigneeCompanyName',
  'loadPort',
  'vesselName',
] as const

/** The customer that a row belongs to, known from the search that found it (T6). */
export interface Owner {
  customerId: string
  customerName: string
}

/**
 * A row from the service as a set; undefined if it has no valid id (nothing else is required). XML contents are dropped: they
 * may be large and are never shown (T4).
 */
export function readReceivedSet(row: unknown, owner: Owner | undefined): ParcelSet | undefined {
  return isFields(row) ? readSet(withoutXml(withoutExcess(row)), owner) : undefined
}

/**
 * The fields of a set. A number is the text that it came as; any other type becomes null, and the row stays (T19). Unreadable
 * documents are left out; an absent or empty list means “not loaded” (T4).
 */
export function readSet(row: unknown, owner: Owner | undefined): ParcelSet | undefined {
  const setId = setIdOf(row)
  if (setId === undefined || !isFields(row)) return undefined
  return {
    setId,
    customerId: owner?.customerId ?? null,
    customerName: owner?.customerName ?? null,
    transactionId: textIn(row, 'transactionId'),
    parcelRef: textIn(row, 'parcelRef'),
    shipmentRef: textIn(row, 'shipmentRef'),
    status: textIn(row, 'status'),
    destinationName: textIn(row, 'destinationName'),
    destinationCountry: textIn(row, 'destinationCountry'),
    cargoName: textIn(row, 'cargoName'),
    modifiedDate: textIn(row, 'modifiedDate'),
    fromParty: textIn(row, 'fromParty'),
    fromPartyId: textIn(row, 'fromPartyId'),
    billOfLadingDate: textIn(row, 'billOfLadingDate'),
    signature: textIn(row, 'signature'),
    quantity: textIn(row, 'quantity'),
    consignorCompanyName: textIn(row, 'consignorCompanyName'),
    consigneeCompanyName: textIn(row, 'consigneeCompanyName'),
    loadPort: textIn(row, 'loadPort'),
    vesselName: textIn(row, 'vesselName'),
    documents: readDocuments(row['documents']),
    received: row,
  }
}

/** An unreadable row as text, to be shown to the user; an oversized one is not quoted. */
export function receivedText(row: unknown): string {
  return countValues(row) === undefined ? '(too deep or too much to be shown)' : JSON.stringify(row)
}

/** The id of a row, if it has a valid one. */
export function setIdOf(row: unknown): string | undefined {
  return isFields(row) ? idIn(row, 'setId') : undefined
}

/** How many entries of the row's document list have no valid id. */
export function countUnreadableDocuments({ received }: ParcelSet): number {
  const rows = received['documents']
  return Array.isArray(rows) ? rows.filter((row) => readDocument(row) === undefined).length : 0
}

/**
 * The fields of a set whose value is of another type, or too deep or too much to be kept; those of its documents as
 * “documents.name”.
 */
export function unreadableFields({ received }: ParcelSet): string[] {
  const rows = received['documents'] ?? []
  const documents = Array.isArray(rows) ? rows.filter(isFields) : []
  const ofDocuments = (['name', 'docType'] as const).filter((field) =>
    documents.some((one) => textOf(one[field]) === undefined),
  )
  const fields = [
    ...TEXT_FIELDS.filter((field) => textOf(received[field]) === undefined),
    ...(Array.isArray(rows) ? [] : ['documents']),
    ...ofDocuments.map((field) => `documents.${field}`),
    ...Object.keys(received).filter((field) => received[field] === EXCESS),
  ]
  return [...new Set(fields)]
}

function readDocuments(rows: unknown): ParcelDocument[] | undefined {
  if (!Array.isArray(rows) || rows.length === 0) return undefined
  const byId = new Map<string, ParcelDocument>()
  for (const row of rows) {
    const document = readDocument(row)
    if (document !== undefined) byId.set(document.documentId, document)
  }
  return [...byId.values()]
}

function readDocument(row: unknown): ParcelDocument | undefined {
  if (!isFields(row)) return undefined
  const documentId = idIn(row, 'documentId')
  if (documentId === undefined) return undefined
  return { documentId, name: textIn(row, 'name'), docType: textIn(row, 'docType') }
}

function withoutXml(row: Fields): Fields {
  if (!Array.isArray(row['documents'])) return row
  const documents = row['documents'].map((document: unknown) => {
    if (!isFields(document) || typeof document['xmlContent'] !== 'string') return document
    const { xmlContent: _left, ...rest } = document
    return rest
  })
  return { ...row, documents }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
}

function idIn(row: Fields, field: string): string | undefined {
  const value = row[field]
  return typeof value === 'string' && isUuid(value) ? value : undefined
}

/** Cut to a maximum: the text goes into lists, names and sentences. */
function textIn(row: Fields, field: string): string | null {
  const value = row[field] ?? undefined
  const text = value === undefined || value === EXCESS ? undefined : textOf(value)
  if (text === undefined) return null
  return text.length <= MAX_FIELD_CHARS ? text : text.slice(0, MAX_FIELD_CHARS).toWellFormed()
}

/** Stands in a row for a value that was too deep or too much to be kept. */
const EXCESS = '(too deep or too much to be kept)'

/** Such a value is most likely in a field that nobody reads, and must not cost the set. */
function withoutExcess(row: Fields): Fields {
  if (countValues(row) !== undefined) return row
  let valuesLeft = MAX_VALUES
  const kept = Object.entries(row).map(([field, value]) => {
    const values = countValues(value, valuesLeft)
    valuesLeft -= values ?? 0
    return [field, values === undefined ? EXCESS : value] as const
  })
  return Object.fromEntries(kept)
}

/** The number of values in one; undefined beyond the limits of levels and values, at which it stops. */
function countValues(value: unknown, most = MAX_VALUES): number | undefined {
  let valuesLeft = most
  const isBeyond = (inner: unknown, levelsLeft: number): boolean => {
    valuesLeft -= 1
    if (valuesLeft < 0) return true
    if (typeof inner !== 'object' || inner === null) return false
    return levelsLeft === 0 || Object.values(inner).some((one) => isBeyond(one, levelsLeft - 1))
  }
  return isBeyond(value, MAX_LEVELS) ? undefined : most - valuesLeft
}
