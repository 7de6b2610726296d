import { z } from 'zod'
import type { ParcelDocument, ParcelSet } from '../../shared/model/parcel-set.ts'
import { isUuid } from '../../shared/text/is-uuid.ts'

const uuid = z.string().refine(isUuid)
/** A wrong type spoils the cell, not the row (T19). */
const text = z.string().nullable().catch(null).default(null)

const setRow = z.object({
  setId: uuid,
  transactionId: text,
  parcelRef: text,
  shipmentRef: text,
  status: text,
  destinationName: text,
  destinationCountry: text,
  cargoName: text,
  modifiedDate: text,
  fromParty: text,
  fromPartyId: text,
  billOfLadingDate: text,
  signature: text,
  quantity: text,
  consignorCompanyName: text,
  consigneeCompanyName: text,
  loadPort: text,
  vesselName: text,
})

/** Far more levels than any row has; beyond some thousands it could not even be written down. */
const MOST_LEVELS = 50

const idRow = z.object({ setId: uuid })
const documentRow = z.object({ documentId: uuid, name: text, docType: text })
const receivedRow = z.record(z.string(), z.unknown())

/** Who a row belongs to, known from the search that found it (T6). */
export interface Owner {
  customerId: string
  customerName: string
}

/**
 * A row of the search as a set, or undefined when it has no valid id (only that is required) or no end of levels.
 * Documents that cannot be read are left out and counted; an absent or empty list means “not loaded” (T4).
 */
export function readSet(row: unknown, owner: Owner | undefined): ParcelSet | undefined {
  const parsed = setRow.safeParse(row)
  if (!parsed.success || isDeeperThan(MOST_LEVELS, row)) return undefined
  const received = withoutXml(receivedRow.parse(row))
  const { setId, ...cells } = parsed.data
  return {
    setId,
    customerId: owner?.customerId ?? null,
    customerName: owner?.customerName ?? null,
    ...cells,
    documents: readDocuments(received['documents']),
    received,
  }
}

/** The id of a row, where it has a valid one. */
export function setIdOf(row: unknown): string | undefined {
  return idRow.safeParse(row).data?.setId
}

function readDocuments(rows: unknown): ParcelDocument[] | undefined {
  if (!Array.isArray(rows) || rows.length === 0) return undefined
  const byId = new Map<string, ParcelDocument>()
  for (const row of rows) {
    const parsed = documentRow.safeParse(row)
    if (!parsed.success) continue
    const { documentId, name, docType } = parsed.data
    byId.set(documentId, { documentId, name, docType })
  }
  return [...byId.values()]
}

/** How many entries of the row's document list could not be read: they have no valid id. */
export function unreadableDocuments(set: ParcelSet): number {
  const rows = set.received['documents']
  if (!Array.isArray(rows)) return 0
  return rows.filter((row) => !documentRow.safeParse(row).success).length
}

/** XML contents may be large and are never shown: they do not stay in memory or in the index (T4). */
function withoutXml(row: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(row['documents'])) return row
  const documents = row['documents'].map((document: unknown) => {
    const parsed = receivedRow.safeParse(document)
    if (!parsed.success || typeof parsed.data['xmlContent'] !== 'string') return document
    const { xmlContent: _left, ...rest } = parsed.data
    return rest
  })
  return { ...row, documents }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
}
