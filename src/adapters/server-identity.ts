import { TLSSocket } from 'node:tls'
import type { ServerIdentity } from '../engine/ports/server-identity.ts'

/** Reads the certificate of an open connection; undefined for one that is not encrypted. */
export function serverIdentity(socket: unknown): ServerIdentity | undefined {
  if (!(socket instanceof TLSSocket)) return undefined
  const { subject, issuer, valid_to: validTo } = socket.getPeerCertificate()
  return {
    protocol: socket.getProtocol() ?? '',
    name: oneOf(subject?.CN) || socket.servername || '',
    issuer: oneOf(issuer?.O) || oneOf(issuer?.CN),
    validUntil: new Date(validTo),
  }
}

/** A certificate may hold a name several times; the types do not say so. */
function oneOf(names: string | string[] | undefined): string {
  return (Array.isArray(names) ? names[0] : names) ?? ''
}
