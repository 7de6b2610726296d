import type { ParcelDocument, ParcelSet } from '../../shared/model/parcel-set.ts'
import { isUuid } from '../../shared/text/fields.ts'
import { MAX_FIELD_CHARS } from '../../shared/text/plain-text.ts'

/*
 * Read by hand: a hundred thousand sets of many documents pass through here more than once, and a schema took most of the
 * time of a search (measured).
 */

type Fields = Record<string, unknown>

/** Far more levels than any row has; beyond some thousands it could not even be written down. */
const MAX_LEVELS = 50
/** A row of some thousand documents has no more. */
const MAX_VALUES = 50_000

/** Who a row belongs to, known from the search that found it (T6). */
export interface Owner {
  customerId: string
  customerName: string
}

/**
 * A row as it came from the service, as a set; undefined when it has no valid id (only that is required) or more levels
 * or values than a row has. XML contents are left out: they may be large and are never shown (T4).
 */
export function readReceivedSet(row: unknown, owner: Owner | undefined): ParcelSet | undefined {
  return isFields(row) && !isOversized(row) ? readSet(withoutXml(row), owner) : undefined
}

/**
 * The fields of a set. A wrong type spoils the cell, not the row (T19). Documents that cannot be read are left out and
 * counted; an absent or empty list means “not loaded” (T4).
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

/** A row as text, for showing it where it cannot be read. Of the values of a row without an end of levels nothing is shown. */
export function receivedText(row: unknown): string {
  return isOversized(row) ? '(too deep or too much to be shown)' : JSON.stringify(row)
}

/** The id of a row, where it has a valid one. */
export function setIdOf(row: unknown): string | undefined {
  return isFields(row) ? idIn(row, 'setId') : undefined
}

/** How many entries of the row's document list could not be read: they have no valid id. */
export function countUnreadableDocuments(set: ParcelSet): number {
  const rows = set.received['documents']
  return Array.isArray(rows) ? rows.filter((row) => readDocument(row) === undefined).length : 0
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
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function idIn(row: Fields, field: string): string | undefined {
  const value = row[field]
  return typeof value === 'string' && isUuid(value) ? value : undefined
}

/** Cut where it is endless: it goes into lists, names and sentences. */
function textIn(row: Fields, field: string): string | null {
  const value = row[field]
  if (typeof value !== 'string') return null
  return value.length <= MAX_FIELD_CHARS ? value : value.slice(0, MAX_FIELD_CHARS).toWellFormed()
}

/** Whether a row holds more levels or values than one may, found out without looking at all of them. */
function isOversized(row: unknown): boolean {
  let valuesLeft = MAX_VALUES
  const isBeyond = (value: unknown, levelsLeft: number): boolean => {
    valuesLeft -= 1
    if (valuesLeft < 0) return true
    if (typeof value !== 'object' || value === null) return false
    return levelsLeft === 0 || Object.values(value).some((inner) => isBeyond(inner, levelsLeft - 1))
  }
  return isBeyond(row, MAX_LEVELS)
}
