import { inflateSync } from 'node:zlib'
import { PDFArray, PDFBool, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import type { KeptReason } from '../../shared/model/pack.ts'
import { errorCode } from '../files/file-system.ts'
import { SIGNATURE_MARKER } from '../signatures/byte-range.ts'

/** What must be known of a document before its pages are taken out of it. */
export interface InspectedPdf {
  /** Null where it cannot be read, or is encrypted. */
  document: PDFDocument | null
  pages: number | null
  isSigned: boolean
  /** Why it must not be merged; null where it may. */
  kept: KeptReason | null
}

/**
 * Whether it carries a signature is asked of its bytes, for readers overlook objects of earlier revisions, and of its objects, which
 * may be compressed or spelled otherwise. One answer is enough.
 */
export async function inspectPdf(bytes: Buffer): Promise<InspectedPdf> {
  const saysSigned = bytes.includes(SIGNATURE_MARKER)
  try {
    if (isBomb(bytes)) throw new Error('it unpacks to too much')
    const document = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false })
    const objects = document.context
      .enumerateIndirectObjects()
      .flatMap(([, one]) => (one instanceof PDFDict ? one : []))
    const isSigned = saysSigned || objects.some(isOfSignature)
    if (document.isEncrypted) return { document: null, pages: null, isSigned, kept: 'encrypted' }
    const bare = hasBareForm(document, objects) ? 'form' : hidesLayers(document) ? 'layers' : null
    return { document, pages: document.getPageCount(), isSigned, kept: isSigned ? 'signed' : bare }
  } catch {
    const kept = bytes.includes('/Encrypt') ? 'encrypted' : saysSigned ? 'signed' : 'unreadable'
    return { document: null, pages: null, isSigned: saysSigned, kept }
  }
}

const MAX_OBJECT_BYTES = 256 * 1024 * 1024

/** Whether its packed objects are more than a document has: to read them would take minutes and gigabytes. */
function isBomb(bytes: Buffer): boolean {
  let size = 0
  for (const kind of ['/ObjStm', '/XRef']) {
    for (let at = bytes.indexOf(kind); at !== -1 && size <= MAX_OBJECT_BYTES; at = bytes.indexOf(kind, at + 1))
      size += unpackedSize(bytes.subarray(bytes.indexOf('\n', bytes.indexOf('stream', at)) + 1))
  }
  return size > MAX_OBJECT_BYTES
}

function unpackedSize(packed: Buffer): number {
  try {
    return inflateSync(packed, { maxOutputLength: MAX_OBJECT_BYTES }).length
  } catch (thrown) {
    return errorCode(thrown) === 'ERR_BUFFER_TOO_LARGE' ? Infinity : 0
  }
}

function isOfSignature(object: PDFDict): boolean {
  return has(object, 'ByteRange') || (isNamed(object, 'FT', 'Sig') && has(object, 'V'))
}

/** Whether fields show what they hold only because a reader draws it: on a copied page they would be empty. */
function hasBareForm({ catalog }: PDFDocument, objects: readonly PDFDict[]): boolean {
  const form = catalog.lookup(PDFName.of('AcroForm'))
  if (!(form instanceof PDFDict)) return false
  if (has(form, 'XFA') || form.get(PDFName.of('NeedAppearances')) === PDFBool.True) return true
  return objects.some((one) => isNamed(one, 'Subtype', 'Widget') && !has(one, 'AP') && !isNamed(one, 'FT', 'Sig'))
}

/** Whether layers are hidden, which the catalog alone says: on a copied page they would be shown. */
function hidesLayers({ catalog }: PDFDocument): boolean {
  const state = catalog.lookupMaybe(PDFName.of('OCProperties'), PDFDict)?.lookupMaybe(PDFName.of('D'), PDFDict)
  if (state === undefined) return false
  return isNamed(state, 'BaseState', 'OFF') || (state.lookupMaybe(PDFName.of('OFF'), PDFArray)?.size() ?? 0) > 0
}

function has(object: PDFDict, key: string): boolean {
  return object.has(PDFName.of(key))
}

function isNamed(object: PDFDict, key: string, name: string): boolean {
  return object.get(PDFName.of(key)) === PDFName.of(name)
}
