import type { DocumentSignature, DocumentSignatures } from '../model/document-signatures.ts'
import { counted } from '../text/format.ts'
import { parseSignature } from '../text/set-fields.ts'

/** The three answers about a signature, a sentence or two each; none is drawn from another. */
export interface SignatureWords {
  integrity: string
  signer: string
  issuer: string
}

export function describeSignature(signature: DocumentSignature): SignatureWords {
  return { integrity: integrityOf(signature), signer: signerOf(signature), issuer: issuerOf(signature) }
}

/** Of a document without any, beside the service’s count (“2 of 3”), from which nothing follows for it. */
export function describeUnsigned(serviceCount: string | null): string {
  const { signed, total } = parseSignature(serviceCount ?? '') ?? {}
  const none = 'This PDF carries no digital signature.'
  return signed === undefined
    ? none
    : `${none} The service says ${signed} of ${total} ${signed === 1 ? 'has' : 'have'} signed.`
}

/** In a few words, for the heading of a document; undefined of one without. Without an answer there is no telling. */
export function signatureMark(found: DocumentSignatures | undefined): string | undefined {
  if (found === undefined || (found.problem !== null && found.signatures.length === 0)) return 'Signatures not read'
  const { signatures } = found
  if (signatures.length === 0) return undefined
  const count = counted(signatures.length, 'digital signature')
  if (signatures.some(({ integrity }) => integrity === 'changed')) return `${count}, changed since`
  if (signatures.some(({ integrity }) => integrity === 'unknown')) return `${count}, not all checked`
  return signatures.some(({ coversAll }) => coversAll) ? count : `${count}, more added later`
}

function integrityOf({ integrity, integrityReason, coversAll, laterChanges, weak }: DocumentSignature): string {
  const why = `this signature ${integrityReason ?? 'does not fit'}`
  if (integrity === 'unknown') return `Whether it was changed cannot be told: ${why}.`
  const made = weak.length === 0 ? '' : ` It was made with ${weak.join(' and ')}, which is weak by today’s measure.`
  if (integrity === 'changed') return `Changed since it was signed: ${why}.${made}`
  if (coversAll) return `Unchanged since it was signed.${made}`
  const later = laterChanges === 1 ? '1 change was' : `${counted(laterChanges, 'change')} were`
  return `What was signed is unchanged; ${later} added to the document after it.${made}`
}

function signerOf({ signer, certificate, time, timeBy, format }: DocumentSignature): string {
  const what = format === 'ETSI.RFC3161' ? 'Stamped' : 'Signed'
  if (signer === null || certificate === null) return `Who ${what.toLowerCase()} it cannot be told.`
  const when = time === null ? 'at a time that it does not say' : `on ${minuteOf(time)} UTC`
  const proof = timeBy === null ? '' : PROOFS[timeBy]
  return `${what} by “${signer}” ${when}${proof}. The certificate (${certificate.subject}) is valid until ${certificate.validUntil.slice(0, 10)}.`
}

function issuerOf({ issuer, issuerReason, certificate }: DocumentSignature): string {
  const by = certificate === null ? '' : ` (${certificate.issuer})`
  if (issuer === 'trusted') return `Its issuer${by} is known to this computer. Whether it was revoked was not asked.`
  return `This computer cannot tell whether its issuer${by} can be trusted${issuerReason === null ? '' : `: the certificate ${issuerReason}`}.`
}

const PROOFS = {
  signer: ', as the signer says',
  stamp: ', as a time stamp shows',
  'unknown-stamp': ', as a time stamp says whose maker is not known to this computer',
} as const

function minuteOf(time: string): string {
  return time.slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ')
}
