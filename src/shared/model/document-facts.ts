import { z } from 'zod'

const text = z.string().nullable()

/** What was known of a document when it was planned; goes into job, ledger and manifest. */
export const documentFacts = z.object({
  customerId: text,
  customerName: text,
  parcelRef: text,
  shipmentRef: text,
  status: text,
  modifiedDate: text,
  name: text,
  docType: text,
})

export type DocumentFacts = z.infer<typeof documentFacts>
