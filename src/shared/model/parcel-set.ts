/** A document of a set, as far as it could be read. */
export interface ParcelDocument {
  documentId: string
  name: string | null
  docType: string | null
}

/**
 * A parcel set as this installation knows it. Only `setId` is certain (reference, “Set”); text that was missing or of another
 * type is null, and the original is kept in `received`.
 */
export interface ParcelSet {
  setId: string
  /** The customer in whose search it was found; a row does not say so itself (T6). */
  customerId: string | null
  customerName: string | null
  transactionId: string | null
  parcelRef: string | null
  shipmentRef: string | null
  status: string | null
  destinationName: string | null
  destinationCountry: string | null
  cargoName: string | null
  modifiedDate: string | null
  fromParty: string | null
  fromPartyId: string | null
  billOfLadingDate: string | null
  signature: string | null
  quantity: string | null
  consignorCompanyName: string | null
  consigneeCompanyName: string | null
  loadPort: string | null
  vesselName: string | null
  /** Undefined while the service has not listed them: “not loaded”, never “no documents” (T4). */
  documents: ParcelDocument[] | undefined
  /** The row as received, without XML contents. */
  received: Record<string, unknown>
}

export interface Counterparty {
  customerId: string
  customerName: string
}

/** Something that did not stop the work but that the user must know about. */
export interface Problem {
  where: string
  message: string
  /** A few of the values it is about, as received but shortened and made plain. */
  received?: string[] | undefined
}

/** What was known about a document when it was planned; stored in job, ledger and manifest. */
export interface DocumentFacts {
  customerId: string | null
  customerName: string | null
  parcelRef: string | null
  shipmentRef: string | null
  status: string | null
  modifiedDate: string | null
  name: string | null
  docType: string | null
}
