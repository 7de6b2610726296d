import { X509Certificate } from 'node:crypto'
import { visibleText } from '../../shared/text/plain-text.ts'
import type { SignatureCertificate } from '../../shared/model/document-signatures.ts'
import { type Asn1, bytesOf, damaged, decode, isTagged, octetsOf, oidOf, parts, tagged, textOf } from './asn1.ts'

/** A certificate as OpenSSL reads it, and what Node does not tell of it. */
export interface Certificate {
  x509: X509Certificate
  subject: Asn1 | undefined
  issuer: Asn1 | undefined
  serial: Buffer
  keyId: Buffer | undefined
  /** How its issuer signed it, as `AlgorithmIdentifier`. */
  signedWith: Asn1 | undefined
  extensions: ReadonlyMap<string, Extension>
  /** Who it was issued to, as a person reads it. */
  name: string
}

interface Extension {
  isCritical: boolean
  value: Buffer
}

const SUBJECT_KEY_ID = '2.5.29.14'
const EXTENSIONS = 3
/** Of a name that may have megabytes. */
const [MAX_NAME_CHARS, MAX_NAME_PARTS] = [200, 20]
const LABELS: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.11': 'OU',
  '2.5.4.10': 'O',
  '2.5.4.7': 'L',
  '2.5.4.6': 'C',
  '1.2.840.113549.1.9.1': 'E',
}

/** Fails with Unreadable. */
export function readCertificate(encoded: Buffer): Certificate {
  const [signed, signedWith] = parts(decode(encoded))
  const fields = parts(signed)
  // The version, which the first one has not.
  const [serial, , issuer, , subject] = fields[0] !== undefined && isTagged(fields[0]) ? fields.slice(1) : fields
  const extensions = extensionsOf(tagged(fields, EXTENSIONS))
  const keyId = extensions.get(SUBJECT_KEY_ID)?.value
  const x509 = openCertificate(encoded)
  if (x509 === undefined) throw damaged()
  return {
    x509,
    subject,
    issuer,
    serial: bytesOf(serial),
    keyId: keyId === undefined ? undefined : octetsOf(decode(keyId)),
    signedWith,
    extensions,
    name: shortName(subject),
  }
}

/** Undefined for what is none. */
export function openCertificate(encoded: Buffer | string): X509Certificate | undefined {
  try {
    return new X509Certificate(encoded)
  } catch {
    return undefined
  }
}

function extensionsOf(tag: Asn1 | undefined): Map<string, Extension> {
  const found = new Map<string, Extension>()
  for (const extension of parts(parts(tag)[0])) {
    const [name, ...rest] = parts(extension)
    found.set(oidOf(name), { isCritical: rest.length > 1, value: octetsOf(rest.at(-1)) })
  }
  return found
}

function namePairs(name: Asn1 | undefined): [label: string, text: string][] {
  return parts(name)
    .slice(0, MAX_NAME_PARTS)
    .flatMap((set) => parts(set).slice(0, MAX_NAME_PARTS))
    .map((pair) => {
      const [type, value] = parts(pair)
      const oid = oidOf(type)
      return [LABELS[oid] ?? oid, shown(textOf(value) ?? '')]
    })
}

function shown(text: string): string {
  const cut = text.length > MAX_NAME_CHARS ? `${text.slice(0, MAX_NAME_CHARS)}…` : text
  return visibleText(cut).trim()
}

function shortName(name: Asn1 | undefined): string {
  const pairs = namePairs(name)
  const named = ['CN', 'O', 'E'].map((label) => pairs.findLast(([one, text]) => one === label && text !== '')?.[1])
  return named.find((text) => text !== undefined) ?? 'a certificate without a name'
}

function wholeName(name: Asn1 | undefined): string {
  return namePairs(name)
    .map(([label, text]) => `${label}=${text}`)
    .join(', ')
}

/** What a person needs to recognise it. */
export function describeCertificate({ x509, serial, issuer, subject }: Certificate): SignatureCertificate {
  return {
    subject: wholeName(subject),
    issuer: wholeName(issuer),
    serial: serial.toString('hex').slice(0, MAX_NAME_CHARS),
    validFrom: x509.validFromDate.toISOString(),
    validUntil: x509.validToDate.toISOString(),
    sha256: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
  }
}
