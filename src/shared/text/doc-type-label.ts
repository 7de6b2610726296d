/** The words of a code, such as BILL_OF_LADING: one at least, joined by underscores alone. */
const CODE = /^[\p{L}\d]+(?:_[\p{L}\d]+)+$/u

/**
 * What a user reads for a document type: “Bill of lading” for `BILL_OF_LADING`. A type that is written in words passes
 * through as received, and file names keep the type as received, for archives go on under the names that they have.
 */
export function docTypeLabel(docType: string): string {
  if (!CODE.test(docType)) return docType
  const words = docType.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
