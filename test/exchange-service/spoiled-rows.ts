import { HOSTILE_VALUES } from '../support/hostile-names.ts'

export type Row = Record<string, unknown>
type Spoiler = (row: Row) => unknown

const textFields = [
  'parcelRef',
  'shipmentRef',
  'status',
  'modifiedDate',
  'quantity',
  'signature',
  'vesselName',
] as const

/** Each breaks a set in another way. Where only one field is wrong, a good client loses one cell and not the page (T19). */
export const setSpoilers: Spoiler[] = [
  (row) => without(row, 'setId'),
  () => 'a text where a set should be',
  () => null,
  () => 7,
  () => [],
  (row) => ({ ...row, setId: '../..' }),
  (row) => ({ ...row, setId: '' }),
  (row) => ({ ...row, setId: 42 }),
  (row) => ({ ...row, setId: String(row['setId']).toUpperCase() }),
  (row) => ({ ...row, documents: null }),
  (row) => without(row, 'documents'),
  (row) => ({ ...row, documents: 'none' }),
  (row) => ({ ...row, documents: { name: 'not a list' } }),
  (row) => ({ ...row, documents: [null, 'a text', 3, []] }),
  (row) => spoilDocuments(row, { documentId: '../../../v3/common/counterparties' }),
  (row) => spoilDocuments(row, { documentId: null }),
  (row) => spoilDocuments(row, { name: null }),
  (row) => spoilDocuments(row, { name: { first: 'Bill' } }),
  (row) => spoilDocuments(row, { docType: ['Bill of Lading'], xmlContent: 5 }),
  (row) => ({ ...row, billOfLadingDate: '2026-02-31' }),
  (row) => ({ ...row, billOfLadingDate: 20260303 }),
  (row) => ({ ...row, links: null, actions: 'SIGN' }),
  (row) => ({ ...row, cargoName: 'long '.repeat(20_000) }),
  (row) => ({ ...row, unknownField: { nested: [1, 2, 3] }, constructor: 'x', toString: 'y' }),
  withPrototypeKey,
  ...textFields.map(
    (field): Spoiler =>
      (row) =>
        without(row, field),
  ),
  ...textFields.flatMap((field) =>
    HOSTILE_VALUES.map((value): Spoiler => (row) => ({ ...row, [field]: value })),
  ),
]

export const counterpartySpoilers: Spoiler[] = [
  (row) => without(row, 'customerId'),
  (row) => without(row, 'customerName'),
  () => 'a text where a counterparty should be',
  () => null,
  (row) => ({ ...row, customerId: '../..' }),
  (row) => ({ ...row, customerId: 9 }),
  ...HOSTILE_VALUES.map((value): Spoiler => (row) => ({ ...row, customerName: value })),
]

function without(row: Row, field: string): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== field))
}

/** A key that an object literal would take for its prototype; only text can carry it. */
function withPrototypeKey(row: Row): unknown {
  const spoiled: unknown = JSON.parse(JSON.stringify(row).replace(/^\{/, '{"__proto__":{"polluted":true},'))
  return spoiled
}

function spoilDocuments(row: Row, change: Row): Row {
  const documents = Array.isArray(row['documents']) ? row['documents'] : []
  return { ...row, documents: documents.map((document: Row) => ({ ...document, ...change })) }
}
