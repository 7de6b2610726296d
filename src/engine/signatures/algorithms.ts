import { constants, createVerify, type KeyObject } from 'node:crypto'
import { type Asn1, numberOf, oidOf, parts, tagged } from './asn1.ts'
import type { SignedContent } from './pdf-source.ts'
import { Unreadable } from './pdf-values.ts'

/** As Node calls them. */
const DIGESTS: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

type Kind = 'rsa' | 'rsa-pss' | 'ec' | 'dsa'

/** With the digest that belongs to it; without one, that of the signer counts. */
const ALGORITHMS: Readonly<Record<string, readonly [kind: Kind, digest?: string]>> = {
  '1.2.840.113549.1.1.1': ['rsa'],
  '1.2.840.113549.1.1.5': ['rsa', 'sha1'],
  '1.2.840.113549.1.1.14': ['rsa', 'sha224'],
  '1.2.840.113549.1.1.11': ['rsa', 'sha256'],
  '1.2.840.113549.1.1.12': ['rsa', 'sha384'],
  '1.2.840.113549.1.1.13': ['rsa', 'sha512'],
  '1.2.840.113549.1.1.10': ['rsa-pss'],
  '1.2.840.10045.2.1': ['ec'],
  '1.2.840.10045.4.1': ['ec', 'sha1'],
  '1.2.840.10045.4.3.1': ['ec', 'sha224'],
  '1.2.840.10045.4.3.2': ['ec', 'sha256'],
  '1.2.840.10045.4.3.3': ['ec', 'sha384'],
  '1.2.840.10045.4.3.4': ['ec', 'sha512'],
  '1.2.840.10040.4.1': ['dsa'],
  '1.2.840.10040.4.3': ['dsa', 'sha1'],
  '2.16.840.1.101.3.4.3.1': ['dsa', 'sha224'],
  '2.16.840.1.101.3.4.3.2': ['dsa', 'sha256'],
}

const MGF1 = '1.2.840.113549.1.1.8'
const SHA1_SALT_BYTES = 20

export interface Algorithm {
  kind: Kind
  digest: string
  /** Of RSA-PSS. */
  saltLength?: number
}

/** Fails with Unreadable for one that is not known here, of which MD5 is one: anybody can make another document for it. */
export function digestOf(algorithm: Asn1 | undefined): string {
  const oid = oidOf(parts(algorithm)[0])
  const digest = DIGESTS[oid]
  if (digest === undefined) throw unknownAlgorithm(oid)
  return digest
}

/** Fails with Unreadable. */
export function algorithmOf(algorithm: Asn1 | undefined, signersDigest: string): Algorithm {
  const [name, parameters] = parts(algorithm)
  const oid = oidOf(name)
  const [kind, digest = signersDigest] = ALGORITHMS[oid] ?? []
  if (kind === undefined) throw unknownAlgorithm(oid)
  const found = kind === 'rsa-pss' ? pssOf(parameters) : { kind, digest }
  if (found.digest !== signersDigest) throw new Unreadable('names two different digests')
  return found
}

/** RFC 4055, 3.1. */
function pssOf(parameters: Asn1 | undefined): Algorithm {
  const values = parts(parameters)
  const [hash] = parts(tagged(values, 0))
  const [mask] = parts(tagged(values, 1))
  const [salt] = parts(tagged(values, 2))
  const digest = hash === undefined ? 'sha1' : digestOf(hash)
  const [generator, maskHash] = parts(mask)
  const maskDigest = maskHash === undefined ? 'sha1' : digestOf(maskHash)
  const isUsual = maskDigest === digest && (generator === undefined || oidOf(generator) === MGF1)
  if (!isUsual) throw new Unreadable('uses RSA-PSS in a way that cannot be checked here')
  return { kind: 'rsa-pss', digest, saltLength: salt === undefined ? SHA1_SALT_BYTES : numberOf(salt) }
}

/** Whether the value was made of the content with the other half of the key. Fails with Unreadable. */
export async function isSignedBy(
  key: KeyObject,
  value: Buffer,
  { content, algorithm }: { content: SignedContent; algorithm: Algorithm },
): Promise<boolean> {
  const { kind, digest, saltLength } = algorithm
  const keyKind = key.asymmetricKeyType ?? ''
  if (keyKind !== kind && (kind !== 'rsa-pss' || keyKind !== 'rsa')) return false
  const check = createVerify(digest)
  for await (const chunk of content()) check.update(chunk)
  const padding = kind === 'rsa-pss' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } : {}
  try {
    return check.verify({ key, ...padding }, value)
  } catch (thrown) {
    throw new Unreadable('cannot be checked with the key of its certificate', { cause: thrown })
  }
}

const [LEAST_BITS, LEAST_EC_BITS] = [2048, 224]

/** What of it could be forged with some effort, as a person reads it. */
export function weaknesses(key: KeyObject, { kind, digest }: Algorithm): string[] {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {}
  const curveBits = Number(/\d{3}/.exec(namedCurve ?? '')?.[0] ?? LEAST_EC_BITS)
  return [
    digest === 'sha1' ? 'SHA-1' : [],
    modulusLength !== undefined && modulusLength < LEAST_BITS
      ? `${kind === 'dsa' ? 'DSA' : 'RSA'} with ${modulusLength} bits`
      : [],
    curveBits < LEAST_EC_BITS ? `an elliptic curve of ${curveBits} bits` : [],
  ].flat()
}

function unknownAlgorithm(oid: string): Unreadable {
  return new Unreadable(`uses an algorithm that is not known here (${oid})`)
}

/** The digest that a certificate was signed with; undefined where it is not known here. */
export function digestOfSignature(algorithm: Asn1 | undefined): string | undefined {
  const [name, parameters] = parts(algorithm)
  const [kind, digest] = ALGORITHMS[oidOf(name)] ?? []
  return kind === 'rsa-pss' ? pssOf(parameters).digest : digest
}
