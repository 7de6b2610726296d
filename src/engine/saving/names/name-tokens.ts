import { parseModifiedDate, parsePlainDate } from '../../../shared/text/dates.ts'
import { cleanQuantity } from '../../../shared/text/set-fields.ts'
import { stateLabel } from '../../../shared/text/fold-state.ts'
import { documentTitle } from './document-title.ts'

type FieldName =
  | 'customerName'
  | 'customerId'
  | 'setId'
  | 'transactionId'
  | 'parcelRef'
  | 'shipmentRef'
  | 'status'
  | 'destinationName'
  | 'destinationCountry'
  | 'cargoName'
  | 'modifiedDate'
  | 'fromParty'
  | 'fromPartyId'
  | 'billOfLadingDate'
  | 'signature'
  | 'quantity'
  | 'consignorCompanyName'
  | 'consigneeCompanyName'
  | 'loadPort'
  | 'vesselName'
  | 'documentId'
  | 'docType'
  | 'name'

/** A set's and a document's fields under the service's own names, as received: any may be missing or of the wrong type (T19). */
export type NameFields = { readonly [Field in FieldName]?: unknown }

export interface NameToken {
  /** As written between the braces. */
  readonly name: string
  /** For people: "no <label>" names a folder that has no value. */
  readonly label: string
  readonly example: string
  /** The service's name of the field, which is also accepted between the braces. */
  readonly field: FieldName
  /** Turns the field's text into the text of the name. Default: unchanged. */
  readonly format?: (text: string) => string
  /** Makes the text from several fields, in place of `format`. */
  readonly compose?: (fields: NameFields) => string
}

/** Every token of a name pattern, for help, the live preview and parsing. Reference “Set”, “Document”. */
export const TOKENS: readonly NameToken[] = [
  { name: 'customer', label: 'customer', example: 'Northwind Grain Ltd', field: 'customerName' },
  { name: 'shipmentRef', label: 'shipment reference', example: 'SHP-2026-0117', field: 'shipmentRef' },
  { name: 'parcelRef', label: 'parcel reference', example: 'P-0042', field: 'parcelRef' },
  { name: 'title', label: 'document title', example: 'Bill of lading 1 of 3', field: 'name', compose: titleOf },
  { name: 'docType', label: 'document type', example: 'BILL_OF_LADING', field: 'docType' },
  { name: 'name', label: 'document name', example: 'Bill of lading 1 of 3', field: 'name' },
  { name: 'billOfLadingDate', label: 'bill of lading date', example: '2026-03-03', field: 'billOfLadingDate' },
  { name: 'status', label: 'status', example: 'signed', field: 'status', format: stateLabel },
  { name: 'signature', label: 'signature progress', example: '2 of 3', field: 'signature' },
  { name: 'year', label: 'bill of lading year', example: '2026-03-03', field: 'billOfLadingDate', format: yearOf },
  { name: 'month', label: 'bill of lading month', example: '2026-03-03', field: 'billOfLadingDate', format: monthOf },
  {
    name: 'modifiedDate',
    label: 'modified date',
    example: '3 March 2026, 14:05',
    field: 'modifiedDate',
    format: sortableTime,
  },
  { name: 'vesselName', label: 'vessel', example: 'MV Aurora', field: 'vesselName' },
  { name: 'loadPort', label: 'load port', example: 'Santos', field: 'loadPort' },
  { name: 'destinationName', label: 'destination', example: 'Rotterdam', field: 'destinationName' },
  { name: 'destinationCountry', label: 'destination country', example: 'Netherlands', field: 'destinationCountry' },
  { name: 'cargoName', label: 'cargo', example: 'Soybeans', field: 'cargoName' },
  { name: 'quantity', label: 'quantity', example: '25000 MT', field: 'quantity', format: cleanQuantity },
  { name: 'consignor', label: 'consignor', example: 'Agro Export SA', field: 'consignorCompanyName' },
  { name: 'consignee', label: 'consignee', example: 'Delta Mills BV', field: 'consigneeCompanyName' },
  { name: 'fromParty', label: 'sending party', example: 'Agro Export SA', field: 'fromParty' },
  {
    name: 'fromPartyId',
    label: 'sending party id',
    example: '8a3f7a55-3c52-4df3-8f0e-4a4d7b0f6f20',
    field: 'fromPartyId',
  },
  { name: 'customerId', label: 'customer id', example: '0b5c1c9e-5c0e-4a53-9d0f-1d9f6f0f7a11', field: 'customerId' },
  { name: 'setId', label: 'set id', example: '5d0e3f52-93a5-4a41-b8a5-6f3d4f0f4b7e', field: 'setId' },
  {
    name: 'transactionId',
    label: 'transaction id',
    example: '2f6b7b0e-2f8e-4b52-8c39-4a8f1c1f9d03',
    field: 'transactionId',
  },
  { name: 'documentId', label: 'document id', example: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d', field: 'documentId' },
  {
    name: 'shortId',
    label: 'short document id',
    example: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
    field: 'documentId',
    format: (id) => id.slice(0, 8),
  },
]

/** The examples of all tokens: what the live preview shows until a set is found. */
export const EXAMPLE_FIELDS: NameFields = Object.fromEntries(TOKENS.map(({ field, example }) => [field, example]))

/** The token with that name, else with that field name, ignoring case. */
export function findToken(name: string): NameToken | undefined {
  const searched = name.trim().toLowerCase()
  return (
    TOKENS.find((token) => token.name.toLowerCase() === searched) ??
    TOKENS.find((token) => token.field.toLowerCase() === searched)
  )
}

/** What a token becomes for these fields, not yet cleaned; empty when the field is missing or not text. */
export function tokenText({ field, format, compose }: NameToken, fields: NameFields): string {
  if (compose !== undefined) return compose(fields)
  const text = fieldText(fields[field])
  return format === undefined || text === '' ? text : format(text)
}

function fieldText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function titleOf({ name, docType }: NameFields): string {
  return documentTitle(fieldText(name), fieldText(docType))
}

function yearOf(date: string): string {
  return parsePlainDate(date) === undefined ? '' : date.slice(0, 4)
}

function monthOf(date: string): string {
  return parsePlainDate(date) === undefined ? '' : date.slice(5, 7)
}

/** `2026-03-03 14.05`, so that names sort by time; text that does not parse stays as it is. */
function sortableTime(text: string): string {
  const time = parseModifiedDate(text)
  if (time === undefined) return text
  const [month, day, hour, minute] = [time.month, time.day, time.hour, time.minute].map((n) =>
    String(n).padStart(2, '0'),
  )
  return `${time.year}-${month}-${day} ${hour}.${minute}`
}
