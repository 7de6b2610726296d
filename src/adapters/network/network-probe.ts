import { once } from 'node:events'
import { isIP } from 'node:net'
import tls from 'node:tls'
import { hostPort } from '../../engine/base/host-port.ts'
import type { NetworkProbe } from '../../engine/ports/network-probe.ts'
import type { Network } from './network.ts'
import { chainOf } from './read-chain.ts'

const TIMEOUT_MS = 10_000

/** Looks at servers by the same ways as everything else goes. */
export function createNetworkProbe(network: Network): NetworkProbe {
  return {
    waysTo: async (server) =>
      (await network.waysTo(server)).map((way) => (way.kind === 'direct' ? 'direct' : hostPort(way))),
    certificates: async (server) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const { socket } = await network.open(server, await network.waysTo(server), { timeoutMs: TIMEOUT_MS, signal })
      const name = isIP(server.host) === 0 ? { servername: server.host } : {}
      // Whatever it shows is looked at and never trusted: nothing is sent. What is wrong is what support needs to see.
      const shown = tls.connect({
        socket,
        ...name,
        ca: network.trusted('system', undefined),
        rejectUnauthorized: false,
      })
      try {
        await once(shown, 'secureConnect', { signal })
        const fault = shown.authorized ? null : String(shown.authorizationError)
        return {
          protocol: shown.getProtocol() ?? '',
          fault,
          chain: chainOf(shown.getPeerCertificate(true)).map(namesIn),
        }
      } finally {
        shown.destroy()
        socket.destroy()
      }
    },
  }
}

function namesIn({ subject, issuer, validFrom, validTo }: ReturnType<typeof chainOf>[number]) {
  return { subject: oneLine(subject), issuer: oneLine(issuer), validFrom, validUntil: validTo }
}

/** Each part of a name stands on its own line. */
function oneLine(name: string): string {
  return name.split('\n').join(', ')
}
