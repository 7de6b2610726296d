import type { DocumentSignature, DocumentSignatures } from '../../shared/model/document-signatures.ts'
import { visibleText } from '../../shared/text/plain-text.ts'
import { openUntrusted } from '../files/open-untrusted.ts'
import { pdfMomentOf } from './asn1.ts'
import { coveredBy, holdsSignature, isFollowed } from './byte-range.ts'
import { checkSignature, type ReadingOptions, STAMP } from './check-signature.ts'
import { findSignatures } from './find-signatures.ts'
import { chunksOf, fileSource, type PdfSource } from './pdf-source.ts'
import { isName, type PdfDict, stringOf, Unreadable } from './pdf-values.ts'

/**
 * The digital signatures of a PDF. What cannot be read is told as a sentence, in the place of the answer that it leaves open.
 * Fails with what the disk throws, and where `signal` is aborted. Asks nobody anything.
 */
export async function readSignatures(
  file: string,
  options: ReadingOptions,
  signal?: AbortSignal,
): Promise<DocumentSignatures> {
  const handle = await openUntrusted(file)
  try {
    const source = fileSource(handle, (await handle.stat()).size)
    return await readAll({ ...options, source, signal })
  } finally {
    await handle.close()
  }
}

interface Reading extends ReadingOptions {
  source: PdfSource
  signal: AbortSignal | undefined
}

async function readAll(reading: Reading): Promise<DocumentSignatures> {
  const { source, signal } = reading
  try {
    const { signatures, hasValidationData, tables } = await findSignatures(source, signal)
    // Whoever takes the form away does not make it a document that nobody signed.
    if (signatures.length === 0 && (await holdsSignature(source, signal)))
      throw new Unreadable('holds a signature that is in no field of its form')
    const read: Read[] = []
    for (const one of signatures) {
      signal?.throwIfAborted()
      read.push(await readOne(one, tables, reading))
    }
    return { signatures: read.map((one) => withLongTerm(one, read, hasValidationData)), problem: null }
  } catch (thrown) {
    if (isOurs(thrown, signal)) throw thrown
    return { signatures: [], problem: thrown instanceof Unreadable ? thrown.message : 'cannot be read' }
  }
}

/** Of the disk, or of whoever does not want to know any more. Anything else is the fault of the document, and told of it. */
function isOurs(thrown: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true || (thrown instanceof Error && 'syscall' in thrown)
}

interface Read {
  signature: DocumentSignature
  end: number
}

const UNKNOWN: DocumentSignature = {
  integrity: 'unknown',
  integrityReason: null,
  coversAll: false,
  laterChanges: 0,
  signer: null,
  certificate: null,
  time: null,
  timeBy: null,
  issuer: 'unknown',
  issuerReason: null,
  format: '',
  level: null,
  weak: [],
}

async function readOne(dict: PdfDict, tables: readonly number[], reading: Reading): Promise<Read> {
  const { source, signal } = reading
  const subFilter = dict.entries.get('SubFilter')
  const format = isName(subFilter) ? visibleText(subFilter.name.slice(0, 100)) : ''
  const covered = coveredBy(dict, source.bytes)
  if (!('spans' in covered)) {
    const { integrity, reason } = covered
    return { signature: { ...UNKNOWN, format, integrity, integrityReason: reason }, end: 0 }
  }
  const coversAll = !(await isFollowed(source, covered.end, signal))
  // What is no proper revision is a change, too.
  const laterChanges = coversAll ? 0 : Math.max(1, tables.filter((at) => at >= covered.end).length)
  const place = { ...UNKNOWN, format, laterChanges, coversAll }
  try {
    const written = pdfMomentOf(stringOf(dict.entries.get('M'))?.text ?? '')
    const signed = { ...covered, format, written, document: () => chunksOf(source, covered.spans, signal) }
    const checked = await checkSignature(signed, reading, signal)
    return { signature: { ...place, ...checked }, end: covered.end }
  } catch (thrown) {
    if (isOurs(thrown, signal)) throw thrown
    const reason = thrown instanceof Unreadable ? thrown.message : 'cannot be checked'
    return { signature: { ...place, integrityReason: reason }, end: covered.end }
  }
}

/** What later revisions add to a signature (ETSI EN 319 142-1, 5.4 and 5.5): the proof of its certificates, and a stamp upon that. */
function withLongTerm({ signature, end }: Read, all: readonly Read[], hasValidationData: boolean): DocumentSignature {
  if (signature.level !== 'B-T' || !hasValidationData) return signature
  const isStamped = all.some(
    (one) => one.end > end && one.signature.format === STAMP && one.signature.integrity === 'unchanged',
  )
  return { ...signature, level: isStamped ? 'B-LTA' : 'B-LT' }
}
