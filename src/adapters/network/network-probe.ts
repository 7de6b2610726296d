import { lookup } from 'node:dns/promises'
import type { X509Certificate } from 'node:crypto'
import { hostPort } from '../../shared/text/addresses.ts'
import type { NetworkProbe } from '../../engine/ports/network.ts'
import type { Network } from './network.ts'
import { readChain } from './shown-certificates.ts'

const TIMEOUT_MS = 10_000

/** Looks at servers by the same ways as everything else goes. */
export function createNetworkProbe(network: Network): NetworkProbe {
  return {
    addresses: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    waysTo: async (server) =>
      (await network.waysTo(server)).map((way) => (way.kind === 'direct' ? 'direct' : hostPort(way))),
    certificates: async (server) => {
      const ways = await network.waysTo(server)
      const secureContext = await network.authorities.secure({ trust: 'system', origin: hostPort(server) })
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const { socket } = await network.open(server, ways, { timeoutMs: TIMEOUT_MS, signal })
      const { protocol, fault, chain } = await readChain({ socket, host: server.host, secureContext }, signal)
      return { protocol, fault, chain: chain.map(namesIn) }
    },
  }
}

function namesIn({ subject, issuer, validFrom, validTo }: X509Certificate) {
  return { subject: oneLine(subject), issuer: oneLine(issuer), validFrom, validUntil: validTo }
}

/** Each part of a name stands on its own line. */
function oneLine(name: string): string {
  return name.split('\n').join(', ')
}
