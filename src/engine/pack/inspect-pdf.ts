import { PDFDict, PDFDocument, PDFName, type PDFObject } from '@cantoo/pdf-lib'

/** What must be known of a document before its pages are taken out of it. */
export interface InspectedPdf {
  /** Null where it cannot be read, or is encrypted. */
  document: PDFDocument | null
  pages: number | null
  /** It may carry a digital signature, which no copy of its pages would keep. */
  isSigned: boolean
  isEncrypted: boolean
}

const BYTE_RANGE = PDFName.of('ByteRange')
const FIELD_TYPE = PDFName.of('FT')
const SIGNATURE = PDFName.of('Sig')
const VALUE = PDFName.of('V')

/**
 * Whether it carries a signature is asked of its bytes, for readers overlook objects of earlier revisions, and of its objects, which
 * may be compressed or spelled otherwise. One answer is enough.
 */
export async function inspectPdf(bytes: Buffer): Promise<InspectedPdf> {
  const isNamed = bytes.includes('/ByteRange')
  try {
    const options = { ignoreEncryption: true, updateMetadata: false }
    const document = await PDFDocument.load(bytes, options)
    const objects = document.context.enumerateIndirectObjects()
    const isSigned = isNamed || objects.some(([, object]) => isOfSignature(object))
    const { isEncrypted } = document
    if (isEncrypted) return { document: null, pages: null, isSigned, isEncrypted }
    return { document, pages: document.getPageCount(), isSigned, isEncrypted }
  } catch {
    return { document: null, pages: null, isSigned: isNamed, isEncrypted: bytes.includes('/Encrypt') }
  }
}

function isOfSignature(object: PDFObject): boolean {
  if (!(object instanceof PDFDict)) return false
  return object.has(BYTE_RANGE) || (object.get(FIELD_TYPE) === SIGNATURE && object.has(VALUE))
}
