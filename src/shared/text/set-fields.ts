export interface SignatureProgress {
  readonly signed: number
  readonly total: number
}

const SIGNATURE = /^\s*(\d{1,6})\s+of\s+(\d{1,6})\s*$/i

/**
 * Parses `<n> of <m>`; undefined for anything else, including `0 of 0` and n > m, which is then shown as text. Reference
 * “Set”, T18.
 */
export function parseSignature(text: string): SignatureProgress | undefined {
  const [, signed, total] = (SIGNATURE.exec(text) ?? []).map(Number)
  if (signed === undefined || total === undefined) return undefined
  return total > 0 && signed <= total ? { signed, total } : undefined
}

/** A quantity without literal `null` parts (`1000 null`, `null null`); empty if none was set. T17. */
export function cleanQuantity(text: string): string {
  return text
    .split(/\s+/)
    .filter((part) => part !== '' && part !== 'null')
    .join(' ')
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text is a UUID of any version: check this before an id goes into a URL path or a file name. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** A code such as BILL_OF_LADING: words joined by underscores. */
const CODE = /^[\p{L}\d]+(?:_[\p{L}\d]+)+$/u

/**
 * The label of a document type: “Bill of lading” for `BILL_OF_LADING`. A type already written in words stays as received.
 * File names use labels only in `{title}`: `{docType}` is the type as received, so that existing archives keep their names.
 */
export function docTypeLabel(docType: string): string {
  if (!CODE.test(docType)) return docType
  const words = docType.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
