/** What was known of a document when it was planned; goes into job, ledger and manifest. */
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
