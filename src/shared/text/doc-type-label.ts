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
