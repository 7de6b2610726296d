import type { X509Certificate } from 'node:crypto'
import { digestOfSignature } from './algorithms.ts'
import { bytesOf, decode, numberOf, parts } from './asn1.ts'
import { type Certificate, openCertificate } from './certificate.ts'

/** Whom this computer trusts to say who somebody is. */
export interface Authorities {
  /** Those with a name. */
  named(subject: string): readonly X509Certificate[]
}

export function createAuthorities(pems: readonly string[]): Authorities {
  const authorities = pems.flatMap((pem) => openCertificate(pem) ?? [])
  const bySubject = Map.groupBy(authorities, ({ subject }) => subject)
  return { named: (subject) => bySubject.get(subject) ?? [] }
}

export interface TrustQuestion {
  leaf: Certificate
  /** That came with the signature, for the way up. */
  others: readonly Certificate[]
  authorities: Authorities
  /** When the certificate has to have been valid. */
  at: Date
  use: 'documents' | 'time stamps'
}

const [BASIC_CONSTRAINTS, KEY_USAGE, NAME_CONSTRAINTS] = ['2.5.29.19', '2.5.29.15', '2.5.29.30']
/** Digital signature, or non-repudiation. */
const SIGNING_BITS = 0xc0
/** What is looked at here or by OpenSSL. A critical one that is not listed makes a certificate useless to us (RFC 5280, 4.2). */
const KNOWN = new Set([BASIC_CONSTRAINTS, KEY_USAGE, '2.5.29.37', '2.5.29.17', '2.5.29.14', '2.5.29.35', '2.5.29.32'])
/** For anything, documents (RFC 9336, Adobe, Microsoft), mail, clients. Not one for web servers alone. */
const DOCUMENT_USES = new Set([
  '2.5.29.37.0',
  '1.3.6.1.5.5.7.3.36',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.2',
])
const TIME_STAMPS = '1.3.6.1.5.5.7.3.8'
const MAX_INTERMEDIATES = 6
/** A bag of certificates that all could have issued each other has more ways than anybody can walk. */
const MAX_CHECKS = 200

/** Why the certificate is not trusted, as the end of a sentence about it; undefined where it is. Asks nobody, so revocation is not known. */
export function whyUntrusted({ leaf, others, authorities, at, use }: TrustQuestion): string | undefined {
  const { x509 } = leaf
  if (!isFor(leaf, use)) return `was not issued for ${use}`
  if (at > x509.validToDate) return `expired on ${dayOf(x509.validToDate)}`
  if (at < x509.validFromDate) return `was not valid before ${dayOf(x509.validFromDate)}`
  if (!isUnderstood(leaf)) return 'has conditions that are not known here'
  let checks = MAX_CHECKS
  const isLinked = (child: Certificate, issuer: X509Certificate): boolean => {
    checks -= 1
    return checks >= 0 && issuer.ca && isValidAt(issuer, at) && isIssuedBy(child, issuer)
  }
  const leadsUp = (child: Certificate, below: readonly Certificate[]): boolean => {
    const known = authorities.named(child.x509.issuer)
    if (authorities.named(child.x509.subject).some(({ raw }) => raw.equals(child.x509.raw))) return true
    if (known.some((authority) => isLinked(child, authority))) return true
    if (below.length > MAX_INTERMEDIATES) return false
    return others.some(
      (one) =>
        !below.includes(one) &&
        one !== child &&
        mayIssue(one, below.length) &&
        isLinked(child, one.x509) &&
        leadsUp(one, [...below, child]),
    )
  }
  if (leadsUp(leaf, [])) return undefined
  return x509.issuer === x509.subject
    ? 'is signed by itself'
    : 'was issued by somebody who is not known to this computer'
}

/** Without a list it may be used for anything; not for time stamps, which are what others rely on. */
function isFor({ x509, extensions }: Certificate, use: TrustQuestion['use']): boolean {
  const key = extensions.get(KEY_USAGE)
  if (key !== undefined && ((bytesOf(decode(key.value))[1] ?? 0) & SIGNING_BITS) === 0) return false
  // Node’s types forget that there may be no list.
  const uses: readonly string[] | undefined = x509.keyUsage
  if (use === 'time stamps') return uses?.includes(TIME_STAMPS) ?? false
  return uses?.some((one) => DOCUMENT_USES.has(one)) ?? true
}

function isValidAt({ validFromDate, validToDate }: X509Certificate, at: Date): boolean {
  return at >= validFromDate && at <= validToDate
}

/** By name, key identifier and use of the key, and by what the issuer signed; not where anybody could have made that. */
function isIssuedBy({ x509, signedWith }: Certificate, issuer: X509Certificate): boolean {
  const digest = digestOfSignature(signedWith)
  if (digest === undefined || digest === 'sha1') return false
  try {
    return x509.checkIssued(issuer) && x509.verify(issuer.publicKey)
  } catch {
    return false
  }
}

/** Whether it is an authority, may have so many below it, and sets no condition that is not looked at here. */
function mayIssue(certificate: Certificate, below: number): boolean {
  if (!certificate.x509.ca || !isUnderstood(certificate)) return false
  const constraints = certificate.extensions.get(BASIC_CONSTRAINTS)
  const [, length] = constraints === undefined ? [] : parts(decode(constraints.value))
  return length === undefined || below <= numberOf(length)
}

function isUnderstood({ extensions }: Certificate): boolean {
  return [...extensions].every(([oid, { isCritical }]) => KNOWN.has(oid) || !(isCritical || oid === NAME_CONSTRAINTS))
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length)
}
