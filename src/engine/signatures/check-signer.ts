import { hash } from 'node:crypto'
import { algorithmOf, digestOf, isSignedBy, weaknesses } from './algorithms.ts'
import { octetsOf, oidOf, parts } from './asn1.ts'
import type { Certificate } from './certificate.ts'
import { hashOf, type SignedContent } from './pdf-source.ts'
import type { SignedMessage } from './signed-data.ts'
import { Unreadable } from './pdf-values.ts'

const [CONTENT_TYPE, MESSAGE_DIGEST] = ['1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4']
const [SIGNING_CERTIFICATE, SIGNING_CERTIFICATE_V2] = ['1.2.840.113549.1.9.16.2.12', '1.2.840.113549.1.9.16.2.47']
const OCTET_STRING = 4

export interface SignerCheck {
  /** Undefined where the content is as it was signed. */
  changed: string | undefined
  weak: string[]
  /** Whether the signed part names the certificate, as CAdES has it. */
  namesCertificate: boolean
}

/** Whether the content is what all signers signed. Fails with Unreadable where that cannot be told. */
export async function checkSigner(message: SignedMessage, content: SignedContent): Promise<SignerCheck> {
  const { signer, signedAttributes, digest, algorithm: written, value } = message
  if (signer === undefined) throw new Unreadable('does not come with the certificate of its signer')
  const algorithm = algorithmOf(written, digest)
  const key = signer.x509.publicKey
  const namesCertificate = isNamed(message, signer)
  const signed = signedAttributes === undefined ? content : () => [signedAttributes]
  const result = { weak: weaknesses(key, algorithm), namesCertificate }
  const isGenuine = await isSignedBy(key, value, { content: signed, algorithm })
  if (!isGenuine) return { ...result, changed: 'was not made of this document with the key of its certificate' }
  const isSame = signedAttributes === undefined || (await isContentOf(message, content))
  if (!isSame) return { ...result, changed: 'belongs to other content than the document has now' }
  for (const other of message.others) {
    const { changed } = await checkSigner(other, content)
    if (changed !== undefined) return { ...result, changed }
  }
  return { ...result, changed: undefined }
}

async function isContentOf(
  { attribute, contentType, digest }: SignedMessage,
  content: SignedContent,
): Promise<boolean> {
  const [type, imprint] = [attribute(CONTENT_TYPE), attribute(MESSAGE_DIGEST)]
  if (type === undefined || imprint === undefined || oidOf(type) !== contentType) {
    throw new Unreadable('does not say what it signs')
  }
  return octetsOf(imprint).equals(await hashOf(content, digest))
}

/** Whoever exchanges the certificate for another of the same key is found out (RFC 5035). */
function isNamed({ attribute }: SignedMessage, { x509 }: Certificate): boolean {
  const newer = attribute(SIGNING_CERTIFICATE_V2)
  const list = newer ?? attribute(SIGNING_CERTIFICATE)
  if (list === undefined) return false
  const [first] = parts(parts(list)[0])
  const fields = parts(first)
  const named = fields.find(({ idBlock }) => idBlock.tagNumber === OCTET_STRING)
  const digest = newer === undefined ? 'sha1' : fields[0] === named ? 'sha256' : digestOf(fields[0])
  if (!octetsOf(named).equals(hash(digest, x509.raw, 'buffer')))
    throw new Unreadable('names another certificate than it comes with')
  return true
}
