import type { DocumentSignature } from '../../shared/model/document-signatures.ts'
import { timeOf } from './asn1.ts'
import { describeCertificate } from './certificate.ts'
import { checkSigner, type SignerCheck } from './check-signer.ts'
import { type Authorities, type TrustQuestion, whyUntrusted } from './issuers.ts'
import { hashOf, type SignedContent } from './pdf-source.ts'
import { readMessage, readTimeStamp, type SignedMessage } from './signed-data.ts'
import { Unreadable } from './pdf-values.ts'

/** A time stamp of the whole document. */
export const STAMP = 'ETSI.RFC3161'
const [CADES, SHA1, DETACHED] = ['ETSI.CAdES.detached', 'adbe.pkcs7.sha1', 'adbe.pkcs7.detached']
/** More than any, with the lists of revoked certificates that some hold. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
const SIGNING_TIME = '1.2.840.113549.1.9.5'

export interface ReadingOptions {
  /** Asked only where there is a signature. */
  authorities: (signal?: AbortSignal) => Promise<Authorities>
  now: Date
}

interface Signed {
  format: string
  /** The signature itself (CMS). */
  message: Buffer
  document: SignedContent
  /** When it was made, as the document says. */
  written: Date | undefined
}

/** The three answers about one signature. Fails with Unreadable. */
export async function checkSignature(
  { format, message: bytes, document, written }: Signed,
  { authorities, now }: ReadingOptions,
  signal?: AbortSignal,
): Promise<Partial<DocumentSignature>> {
  if (![CADES, STAMP, SHA1, DETACHED].includes(format)) throw new Unreadable('has a format that is not known here')
  if (bytes.length > MAX_MESSAGE_BYTES) throw new Unreadable('is too large')
  const message = readMessage(bytes)
  const { changed, weak, namesCertificate } = await checkIn(format, message, document)
  const known = await authorities(signal)
  const isOfDocument = format === STAMP
  const stamp = isOfDocument ? undefined : await readStamp(message, known)
  // Without a stamp of somebody known, the signature may be of any day on which somebody has the key.
  const at = stamp?.isTrusted === true ? stamp.time : now
  const signer = describeSigner(message, { authorities: known, at, use: isOfDocument ? 'time stamps' : 'documents' })
  const own = isOfDocument ? { ...readTimeStamp(message), isTrusted: signer.issuer === 'trusted' } : stamp
  // PAdES has it in the document alone (ETSI EN 319 142-1, 6.3).
  const claimed = timeOf(message.attribute(SIGNING_TIME)) ?? written
  return {
    integrity: changed === undefined ? 'unchanged' : 'changed',
    integrityReason: changed ?? null,
    weak,
    ...timeOfSigning(own, claimed),
    level: format === CADES && namesCertificate ? (stamp === undefined ? 'B-B' : 'B-T') : null,
    ...signer,
  }
}

/** Anybody can make a stamp of any time; only of somebody known does it prove more than what the signer says. */
function timeOfSigning(
  stamp: Stamp | undefined,
  claimed: Date | undefined,
): Pick<DocumentSignature, 'time' | 'timeBy'> {
  if (stamp === undefined)
    return { time: claimed?.toISOString() ?? null, timeBy: claimed === undefined ? null : 'signer' }
  return { time: stamp.time.toISOString(), timeBy: stamp.isTrusted ? 'stamp' : 'unknown-stamp' }
}

function describeSigner(
  { signer, certificates }: SignedMessage,
  question: Pick<TrustQuestion, 'authorities' | 'at' | 'use'>,
): Partial<DocumentSignature> {
  if (signer === undefined) return {}
  const why = whyUntrusted({ ...question, leaf: signer, others: certificates })
  return {
    signer: signer.name,
    certificate: describeCertificate(signer),
    issuer: why === undefined ? 'trusted' : 'unknown',
    issuerReason: why ?? null,
  }
}

/** By format: what the signer signed, and how the document hangs on it. */
async function checkIn(format: string, message: SignedMessage, document: SignedContent): Promise<SignerCheck> {
  if (format === CADES || format === DETACHED) {
    if (message.content !== undefined) throw new Unreadable('signs something else than the document')
    return await checkSigner(message, document)
  }
  const { content } = message
  if (content === undefined) throw new Unreadable('signs nothing')
  const check = await checkSigner(message, () => [content])
  const stamp = format === STAMP ? readTimeStamp(message) : { digest: 'sha1', imprint: content }
  const weak = format === SHA1 ? [...new Set([...check.weak, 'SHA-1'])] : check.weak
  const isSame = stamp.imprint.equals(await hashOf(document, stamp.digest))
  return { ...check, weak, changed: isSame ? check.changed : 'belongs to other content than the document has now' }
}

interface Stamp {
  time: Date
  /** Whether who made it is known to this computer. */
  isTrusted: boolean
}

/** When the signature existed, if it has a stamp that is of it. */
async function readStamp({ stamp, value }: SignedMessage, authorities: Authorities): Promise<Stamp | undefined> {
  if (stamp === undefined) return undefined
  try {
    const message = readMessage(stamp)
    const { time, digest, imprint } = readTimeStamp(message)
    const { changed } = await checkSigner(message, () => [message.content ?? Buffer.alloc(0)])
    const isOfThis = imprint.equals(await hashOf(() => [value], digest))
    if (changed !== undefined || !isOfThis) return undefined
    const question = { authorities, at: time, use: 'time stamps' } as const
    return { time, isTrusted: describeSigner(message, question).issuer === 'trusted' }
  } catch (thrown) {
    if (thrown instanceof Unreadable) return undefined
    throw thrown
  }
}
