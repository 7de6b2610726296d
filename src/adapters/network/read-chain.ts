import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { isIP } from 'node:net'
import tls, { type DetailedPeerCertificate } from 'node:tls'
import type { Opened, Place } from './network.ts'

/** No chain is longer; the last certificate may name itself as its issuer. */
const MAX_CERTIFICATES = 10

/**
 * The certificates that a server shows. The connection is refused already: this one only looks, sends nothing, and is closed
 * at once.
 */
export async function readChain(
  open: (signal: AbortSignal) => Promise<Opened>,
  { host }: Place,
  signal: AbortSignal,
): Promise<X509Certificate[]> {
  const { socket } = await open(signal)
  const name = isIP(host) === 0 ? { servername: host } : {}
  // Whatever it shows is looked at, never trusted.
  const shown = tls.connect({ socket, ...name, rejectUnauthorized: false })
  const onAbort = (): void => void shown.destroy(new Error('given up'))
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await once(shown, 'secureConnect')
    return chainOf(shown.getPeerCertificate(true))
  } finally {
    signal.removeEventListener('abort', onAbort)
    shown.destroy()
    socket.destroy()
  }
}

/** Of a connection, the server’s own first. */
export function chainOf(leaf: DetailedPeerCertificate): X509Certificate[] {
  const chain: X509Certificate[] = []
  let next: DetailedPeerCertificate | undefined = leaf
  while (next?.raw !== undefined && chain.length < MAX_CERTIFICATES) {
    chain.push(new X509Certificate(next.raw))
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate
  }
  return chain
}
