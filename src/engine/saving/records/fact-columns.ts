import type { DocumentFacts } from '../../../shared/model/document-facts.ts'
import { type Row, textOrNullIn } from '../../storage/read-row.ts'

/** The columns that hold a document's facts, the same in jobs and ledger. */
export const FACT_COLUMNS =
  'customer_id, customer_name, parcel_ref, shipment_ref, status, modified_date, name, doc_type'

/** The values of `FACT_COLUMNS`, in their order. */
export function factCells(facts: DocumentFacts): (string | null)[] {
  const { customerId, customerName, parcelRef, shipmentRef, status, modifiedDate, name, docType } = facts
  return [customerId, customerName, parcelRef, shipmentRef, status, modifiedDate, name, docType]
}

export function factsIn(row: Row): DocumentFacts {
  return {
    customerId: textOrNullIn(row, 'customer_id'),
    customerName: textOrNullIn(row, 'customer_name'),
    parcelRef: textOrNullIn(row, 'parcel_ref'),
    shipmentRef: textOrNullIn(row, 'shipment_ref'),
    status: textOrNullIn(row, 'status'),
    modifiedDate: textOrNullIn(row, 'modified_date'),
    name: textOrNullIn(row, 'name'),
    docType: textOrNullIn(row, 'doc_type'),
  }
}
