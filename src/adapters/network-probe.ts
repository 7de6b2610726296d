import tls, { type DetailedPeerCertificate } from 'node:tls'
import type { NetworkProbe, ShownCertificates } from '../engine/ports/network-probe.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** A server may send any number; nobody has more authorities above a server. */
const MAX_CERTIFICATES = 10

/** `proxyFor` answers for this host. */
export function createNetworkProbe(proxyFor: NetworkProbe['proxyFor']): NetworkProbe {
  return { proxyFor, certificates: readCertificates }
}

/** The proxy that the environment names for an address, without its password. */
export function environmentProxy(env: NodeJS.ProcessEnv): NetworkProbe['proxyFor'] {
  return () => {
    const address = env['HTTPS_PROXY'] ?? env['https_proxy'] ?? ''
    const url = URL.parse(address)
    const exceptions = env['NO_PROXY'] ?? env['no_proxy'] ?? ''
    const except = exceptions === '' ? '' : `, not for ${exceptions}`
    return Promise.resolve(address === '' ? 'none' : `${url === null ? 'unreadable' : url.origin}${except}`)
  }
}

/**
 * Opens TLS to a server and closes it again, without sending anything. Untrusted certificates are accepted here and only here:
 * what is wrong with them is what support needs to see.
 */
async function readCertificates({ host, port }: { host: string; port: number }): Promise<ShownCertificates> {
  const { promise, resolve, reject } = Promise.withResolvers<ShownCertificates>()
  const ca = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')]
  const socket = tls.connect({ host, port, servername: host, ca, rejectUnauthorized: false }, () => {
    resolve({
      protocol: socket.getProtocol() ?? '',
      fault: socket.authorized ? null : String(socket.authorizationError),
      chain: chainOf(socket.getPeerCertificate(true)),
    })
  })
  socket.once('error', reject)
  socket.setTimeout(CONNECT_TIMEOUT_MS, () => reject(new Error('no answer in time')))
  try {
    return await promise
  } finally {
    socket.destroy()
  }
}

function chainOf(first: DetailedPeerCertificate | undefined): ShownCertificates['chain'] {
  const chain: ShownCertificates['chain'] = []
  let next = first
  while (next?.subject !== undefined && chain.length < MAX_CERTIFICATES) {
    const { subject, issuer, valid_from: validFrom, valid_to: validUntil, issuerCertificate } = next
    chain.push({ subject: nameOf(subject), issuer: nameOf(issuer), validFrom, validUntil })
    // The last one names itself.
    next = issuerCertificate === next ? undefined : issuerCertificate
  }
  return chain
}

/** “CN=exchange.example.com, O=Example AG”. */
function nameOf(name: object): string {
  return Object.entries(name)
    .map(([part, value]) => `${part}=${String(value)}`)
    .join(', ')
}
