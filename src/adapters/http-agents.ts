import { once } from 'node:events'
import type { Agent } from 'node:http'
import type { Agent as SecureAgent, RequestOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import type { SecureContext } from 'node:tls'
import { badUsage } from '../shared/errors/app-error.ts'
import type { Network } from './network/network.ts'
import { isCertificate, type Trust, type Trusting } from './network/trusted-authorities.ts'
import { isDirect, keyOfWays, type Way } from './network/ways.ts'
import { http, https } from './node-clients.ts'

const DEFAULT_CONNECTIONS = 32

export interface Route {
  /** A laptop that changes networks changes its proxies, so each list of ways has connections of its own. */
  ways: readonly Way[]
  trust: Trust
}

export interface HttpAgents {
  /** Fails with service-unreachable, interrupted. */
  agentFor(url: URL, route: Route, signal?: AbortSignal): Promise<Agent>
  close(): void
}

interface HttpAgentsOptions {
  network: Network
  extraCa: string | undefined
  connectMs: number
  connections?: number | undefined
}

/**
 * The connections to one service: few, kept open, each by the first way that leads there. Fails with bad-usage if `extraCa` is
 * not a certificate.
 */
export function createHttpAgents(options: HttpAgentsOptions): HttpAgents {
  const { network, extraCa, connectMs, connections: maxSockets = DEFAULT_CONNECTIONS } = options
  if (extraCa !== undefined) requireCertificate(extraCa)
  const agents = new Map<string, Agent>()
  const closing = new AbortController()

  const open = (secureContext: SecureContext | undefined, ways: readonly Way[]): Agent => {
    // Last used socket first: one that has idled for long may have been dropped by a middlebox.
    const kept = { keepAlive: true, maxSockets, scheduling: 'lifo' } as const
    // Plain HTTP never leaves this computer (T29), so it needs no proxy.
    if (secureContext === undefined) return new http.Agent(kept)
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0, a common "fix" set for a whole computer, would otherwise turn it off.
    const agent = new https.Agent({ ...kept, secureContext, rejectUnauthorized: true })
    return isDirect(ways) ? agent : throughNetwork(agent, { network, ways, connectMs, closed: closing.signal })
  }

  return {
    agentFor: async ({ protocol, origin }, { ways, trust }, signal) => {
      const isSecure = protocol === 'https:'
      const key = `${isSecure} ${trust} ${keyOfWays(ways)}`
      const known = agents.get(key)
      if (known !== undefined) return known
      const ended = AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])])
      const secure = async (asked: Omit<Trusting, 'origin'>): Promise<SecureContext> =>
        await network.authorities.secure({ ...asked, origin }, ended)
      const secureContext = isSecure ? await secure({ trust, extraCa }) : undefined
      // Read before the time of a connection begins, of which it would take.
      if (ways.some(({ kind }) => kind === 'https')) await secure({ trust: 'system' })
      // Somebody else may have waited for the same.
      const agent = agents.get(key) ?? open(secureContext, ways)
      agents.set(key, agent)
      return agent
    },
    close: () => {
      closing.abort(new Error('the client was closed'))
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

interface Tunnels {
  network: Network
  ways: readonly Way[]
  /** For the tunnel and the handshake together. */
  connectMs: number
  closed: AbortSignal
}

/** The same agent over connections of the network. Neither request nor agent sees them before they are encrypted. */
function throughNetwork(agent: SecureAgent, { network, ways, connectMs, closed }: Tunnels): SecureAgent {
  const encrypt = agent.createConnection.bind(agent)
  const connect = async (options: RequestOptions): Promise<Duplex> => {
    const place = { host: String(options.host), port: Number(options.port) }
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(lateError()), connectMs)
    const signal = AbortSignal.any([closed, late.signal])
    try {
      const { socket } = await network.open(place, ways, { timeoutMs: connectMs, signal })
      // It takes an open socket, as tls.connect does.
      const overTunnel = { ...options, socket }
      return await whenSecure(encrypt(overTunnel), signal)
    } finally {
      clearTimeout(timer)
    }
  }
  const answer = async (options: RequestOptions, callback: OnConnected | undefined): Promise<void> => {
    let socket: Duplex
    try {
      socket = await connect(options)
    } catch (thrown) {
      // Its type wants a socket here too.
      if (callback !== undefined) Reflect.apply(callback, undefined, [thrown])
      return
    }
    callback?.(null, socket)
  }
  agent.createConnection = (options, callback) => {
    void answer(options, callback)
    return undefined
  }
  return agent
}

type OnConnected = (error: Error | null, socket: Duplex) => void

async function whenSecure(socket: Duplex | null | undefined, signal: AbortSignal): Promise<Duplex> {
  if (!socket) throw new Error('no socket')
  const onAbort = (): void => void socket.destroy(signal.reason instanceof Error ? signal.reason : undefined)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    signal.throwIfAborted()
    await once(socket, 'secureConnect')
    return socket
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function lateError(): Error {
  return Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })
}

function requireCertificate(extraCa: string): void {
  if (isCertificate(extraCa)) return
  throw badUsage('The certificate file holds no certificate in PEM form.', {
    terminal: 'Check --ca-file.',
    desk: 'Choose another file, or none.',
  })
}
