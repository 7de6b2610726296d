import {
  type Asn1,
  bytesOf,
  damaged,
  decode,
  encodedOf,
  isDefinite,
  isTagged,
  octetsOf,
  oidOf,
  parts,
  tagged,
  timeOf,
} from './asn1.ts'
import { digestOf } from './algorithms.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { Unreadable } from './pdf-values.ts'

/** A signed message (CMS, RFC 5652), as a PDF and a time stamp hold it. */
export interface SignedMessage {
  contentType: string
  /** What is signed, where the message itself holds it. */
  content: Buffer | undefined
  certificates: Certificate[]
  /** Undefined where it is not among them. */
  signer: Certificate | undefined
  /** Encoded, as it was signed in place of the content. */
  signedAttributes: Buffer | undefined
  /** The value of a signed attribute. */
  attribute(oid: string): Asn1 | undefined
  /** A time stamp of the signature, which comes after it. */
  stamp: Buffer | undefined
  digest: string
  algorithm: Asn1 | undefined
  value: Buffer
  /** The same of whoever signed it besides: some makers have the same signer twice. */
  others: SignedMessage[]
}

const [SIGNED_DATA, TIME_STAMP_TOKEN] = ['1.2.840.113549.1.7.2', '1.2.840.113549.1.9.16.2.14']
const TIME_STAMP_INFO = '1.2.840.113549.1.9.16.1.4'
const SET_TAG = 0x31
/** Of a chain there are three or four; path building tries them all. */
const MAX_CERTIFICATES = 50
const MAX_SIGNERS = 10

/** Fails with Unreadable. */
export function readMessage(bytes: Buffer): SignedMessage {
  const [type, wrapped] = parts(decode(bytes))
  if (oidOf(type) !== SIGNED_DATA) throw new Unreadable('is of a kind that is not known here')
  const fields = parts(parts(wrapped)[0])
  const [contentType, content] = parts(fields[2])
  const certificates = parts(tagged(fields, 0))
    .filter((one) => !isTagged(one))
    .slice(0, MAX_CERTIFICATES)
    .map((one) => readCertificate(encodedOf(one)))
  const held = parts(content)[0]
  const signed = {
    contentType: oidOf(contentType),
    content: held === undefined ? undefined : octetsOf(held),
    certificates,
    others: [],
  }
  const signers = parts(fields.at(-1))
  if (signers.length > MAX_SIGNERS) throw new Unreadable('has too many signers')
  const [first, ...others] = signers.map((info) => ({ ...signed, ...readSigner(info, certificates) }))
  if (first === undefined) throw new Unreadable('has no signer')
  return { ...first, others }
}

function readSigner(
  info: Asn1,
  certificates: readonly Certificate[],
): Omit<SignedMessage, 'contentType' | 'content' | 'certificates' | 'others'> {
  const [, id, digestAlgorithm, ...rest] = parts(info)
  const [signed, unsigned] = [tagged(rest, 0), tagged(rest, 1)]
  const [algorithm, value] = rest.filter((one) => !isTagged(one))
  const [stamp] = valuesOf(unsigned, TIME_STAMP_TOKEN)
  return {
    signer: certificates.find((one) => isNamedBy(one, id)),
    signedAttributes: signed === undefined ? undefined : asSet(signed),
    attribute: (oid) => {
      const [found, ...others] = valuesOf(signed, oid)
      // Of two, each reader would take another.
      if (others.length > 0) throw new Unreadable('says something about itself twice')
      return found
    },
    stamp: stamp === undefined ? undefined : encodedOf(stamp),
    digest: digestOf(digestAlgorithm),
    algorithm,
    value: octetsOf(value),
  }
}

/** The values of an attribute, in all the places where it stands. */
function valuesOf(attributes: Asn1 | undefined, oid: string): Asn1[] {
  const named = parts(attributes).filter((one) => oidOf(parts(one)[0]) === oid)
  return named.flatMap((one) => parts(parts(one)[1]))
}

/** By issuer and serial number, or by the id of its key. */
function isNamedBy({ issuer, serial, keyId }: Certificate, id: Asn1 | undefined): boolean {
  if (id !== undefined && isTagged(id)) return keyId?.equals(bytesOf(id)) === true
  const [name, number] = parts(id)
  return encodedOf(name).equals(encodedOf(issuer)) && bytesOf(number).equals(serial)
}

/** It stands there as `[0]` and is signed as a set (RFC 5652, 5.4). */
function asSet(signed: Asn1): Buffer {
  if (!isDefinite(signed)) throw new Unreadable('is written in a way that cannot be checked here')
  return Buffer.concat([Buffer.from([SET_TAG]), encodedOf(signed).subarray(1)])
}

export interface TimeStamp {
  time: Date
  /** Of what is stamped, as Node calls it. */
  digest: string
  imprint: Buffer
}

/** What a time stamp says (RFC 3161, 2.4.2). Fails with Unreadable. */
export function readTimeStamp({ contentType, content }: SignedMessage): TimeStamp {
  if (contentType !== TIME_STAMP_INFO || content === undefined) throw new Unreadable('is no time stamp')
  const [, , imprint, , made] = parts(decode(content))
  const [algorithm, digest] = parts(imprint)
  const time = timeOf(made)
  if (time === undefined) throw damaged()
  return { time, digest: digestOf(algorithm), imprint: octetsOf(digest) }
}
