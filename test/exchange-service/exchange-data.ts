/** What the service knows: shapes of the service reference, plus the facts about a set that it never sends. */

export interface Counterparty {
  customerId: string
  customerName: string
}

export interface DocumentRow {
  name: string
  documentId: string
  docType: string
  xmlContent: string | null
}

/** One search result as sent. There is no customerId among the fields: a client has to remember whom it asked about (T6). */
export interface SetRow {
  setId: string
  transactionId: string
  parcelRef: string
  shipmentRef: string
  status: string
  destinationName: string | null
  destinationCountry: string | null
  cargoName: string | null
  modifiedDate: string
  fromParty: string | null
  fromPartyId: string | null
  documents: DocumentRow[]
  actions: null
  billOfLadingDate: string | null
  signature: string | null
  quantity: string
  consignorCompanyName: string | null
  consigneeCompanyName: string | null
  loadPort: string | null
  vesselName: string | null
  links: []
}

export type DocumentKind = DrawnKind | SignedKind

/** Made once, by make-signed.ts, because not every computer can sign. */
export type SignedKind = 'signed' | 'signed-then-changed'

export type DrawnKind =
  | 'bill-of-lading'
  | 'certificate-of-origin'
  | 'commercial-invoice'
  | 'chinese-notice'
  | 'scanned-page'
  | 'password-protected'
  | 'three-hundred-pages'
  | 'container-bill'
  | 'small'

export interface StoredSet {
  customerId: string
  instance: 'DocEx' | 'DocHub'
  /** ACTIVE finds what is in the inbox, FILED what was filed, ALL both (T7). */
  folder: 'inbox' | 'filed'
  row: SetRow
  /** In the order of `row.documents`: what each document looks like. */
  documentKinds: DocumentKind[]
}

export interface SearchFilters {
  customerIds: string[]
  status?: string | undefined
  instance?: string | undefined
  shipmentRef?: string | undefined
  parcelRef?: string | undefined
  vesselName?: string | undefined
}

export interface SearchMatches {
  total: number
  /** Only the rows of the page are made, so that 100,000 sets cost no more than 100. */
  slice(start: number, end: number): StoredSet[]
}

export interface ExchangeData {
  readonly counterparties: readonly Counterparty[]
  /** In a stable order. */
  search(filters: SearchFilters): SearchMatches
  findSet(setId: string): StoredSet | undefined
}
