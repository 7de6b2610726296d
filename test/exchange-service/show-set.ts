import { demoData, type DemoData, type DemoDataOptions } from './demo-data.ts'
import type { DocumentKind, StoredSet } from './exchange-data.ts'
import { uuidOf } from './seeded-random.ts'
import { spokenDate } from './spoken-date.ts'
import type { ExchangeService } from './start-exchange-service.ts'

/** The shipment of the set that shows what a desk can tell of documents. */
export const SHOW_SHIPMENT = 'SHP-SHOW'

const DOCUMENTS: readonly [kind: DocumentKind, name: string][] = [
  ['container-bill', 'Bill of Lading, 4 containers'],
  ['signed', 'Certificate of weight, signed'],
  ['signed-then-changed', 'Certificate of weight, changed after signing'],
  ['scanned-page', 'Quality certificate (scan)'],
  ['commercial-invoice', 'Commercial Invoice'],
]

export interface ShowData extends DemoData {
  shown: StoredSet
}

/** The demo data, and before all of it a set of the first customer with documents that tests of other things need not. */
export function showData(options: DemoDataOptions = {}): ShowData {
  const data = demoData(options)
  const [first] = data.sets
  if (first === undefined) throw new Error('the demo data has a set')
  const documents = DOCUMENTS.map(([kind, name]) => ({
    name,
    documentId: uuidOf(`show ${kind}`),
    docType: kind === 'container-bill' ? 'Bill of Lading' : 'Uploadable Document',
    xmlContent: null,
  }))
  const shown: StoredSet = {
    ...first,
    documentKinds: DOCUMENTS.map(([kind]) => kind),
    row: {
      ...first.row,
      setId: uuidOf('show set'),
      transactionId: uuidOf('show transaction'),
      parcelRef: 'PR-2026-SHOW',
      shipmentRef: SHOW_SHIPMENT,
      cargoName: 'Green coffee in bags',
      quantity: '4 containers',
      signature: '2 of 3',
      documents,
    },
  }
  data.sets.unshift(shown)
  return { ...data, shown }
}

/** The service has a later version of the bill of lading from now on, with other words, another picture and another date of its set. */
export function amendBill(
  { changeDocument }: Pick<ExchangeService, 'changeDocument'>,
  { row }: StoredSet,
  at: Date,
): void {
  row.modifiedDate = spokenDate(at.getTime())
  changeDocument(row.documents[0]?.documentId ?? '')
}
