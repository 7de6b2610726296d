import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { isIP } from 'node:net'
import tls, { type DetailedPeerCertificate, type SecureContext, TLSSocket } from 'node:tls'
import type { ServerIdentity } from '../../engine/ports/network.ts'
import type { Opened } from './network.ts'

/** No chain is longer; the last certificate may name itself as its issuer. */
const MAX_CERTIFICATES = 10

interface ShownTls {
  protocol: string
  /** Why the certificates are not trusted; null where they are. */
  fault: string | null
  /** The server’s own first. */
  chain: X509Certificate[]
}

interface Looking extends Pick<Opened, 'socket'> {
  host: string
  /** Without one, those that Node knows are trusted. */
  secureContext?: SecureContext
}

/** What a server shows when TLS is opened to it: only looked at and never trusted, so nothing is sent, and it is closed at once. */
export async function readChain({ socket, host, secureContext }: Looking, signal: AbortSignal): Promise<ShownTls> {
  const name = isIP(host) === 0 ? { servername: host } : {}
  const shown = tls.connect({ socket, ...name, secureContext, rejectUnauthorized: false })
  try {
    await once(shown, 'secureConnect', { signal })
    return {
      protocol: shown.getProtocol() ?? '',
      fault: shown.authorized ? null : String(shown.authorizationError),
      chain: chainOf(shown.getPeerCertificate(true)),
    }
  } finally {
    shown.destroy()
    socket.destroy()
  }
}

function chainOf(leaf: DetailedPeerCertificate): X509Certificate[] {
  const chain: X509Certificate[] = []
  let next: DetailedPeerCertificate | undefined = leaf
  while (next?.raw !== undefined && chain.length < MAX_CERTIFICATES) {
    chain.push(new X509Certificate(next.raw))
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate
  }
  return chain
}

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
