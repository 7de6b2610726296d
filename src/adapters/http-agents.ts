import { X509Certificate } from 'node:crypto'
import type { Agent } from 'node:http'
import type { Agent as SecureAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { badUsage } from '../shared/errors/app-error.ts'

const DEFAULT_CONNECTIONS = 4
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

export interface Route {
  /**
   * An address, or '' for none; the one of the environment where the host says nothing. A laptop that changes its network
   * changes its proxy, so each has connections of its own.
   */
  proxy: string | undefined
  /** Whose certificates are accepted besides the extra one: those that Node brings, or those of the system as well (F8). */
  trust: 'bundled' | 'system'
}

export interface HttpAgents {
  /** Fails where the proxy cannot be read. */
  agentFor(url: URL, route: Route): Agent
  setConnections(connections: number): void
  close(): void
}

/**
 * The connections to one service: kept open, few, and through a proxy where there is one, unless they stay on this
 * computer. Fails with bad-usage when the extra one is none.
 */
export function createHttpAgents(options: { extraCa: string | undefined; connectMs: number }): HttpAgents {
  const { extraCa, connectMs } = options
  if (extraCa !== undefined) requireCertificate(extraCa)
  const agents = new Map<string, Agent>()
  const connecting = new Set<Duplex>()
  let maxSockets = DEFAULT_CONNECTIONS

  const open = (isSecure: boolean, isLoopback: boolean, { proxy, trust }: Route): Agent => {
    // The last used socket first: one that idled long is the one that a middle box has dropped.
    const kept = { keepAlive: true, maxSockets, scheduling: 'lifo' } as const
    // Plain HTTP never leaves this computer (T29), so it needs no proxy.
    if (!isSecure) return new http.Agent(kept)
    const secureContext = trustedContext(extraCa, trust)
    // Said, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise decide: a common "fix" set for a whole computer.
    const checked = { ...kept, secureContext, rejectUnauthorized: true }
    if (isLoopback) return new https.Agent(checked)
    const agent = new https.Agent({ ...checked, proxyEnv: proxyEnvOf(proxy) })
    return limitConnecting(agent, connectMs, connecting)
  }

  return {
    agentFor: (url, way) => {
      const [isSecure, isLoopback] = [url.protocol === 'https:', LOOPBACK.test(url.hostname)]
      const key = `${isSecure} ${isLoopback} ${way.trust} ${way.proxy}`
      const agent = agents.get(key) ?? open(isSecure, isLoopback, way)
      agents.set(key, agent)
      return agent
    },
    setConnections: (connections) => {
      maxSockets = connections
      for (const agent of agents.values()) agent.maxSockets = connections
    },
    close: () => {
      for (const agent of agents.values()) agent.destroy()
      // With an error, as Node passes on nothing else while a tunnel is being opened.
      for (const socket of connecting) socket.destroy(new Error('the client was closed'))
    },
  }
}

/**
 * Node sets no limit to the way through a proxy, and neither request nor agent knows of the socket before it is through: a
 * proxy that keeps silent would hold it for ever.
 */
function limitConnecting(agent: SecureAgent, connectMs: number, connecting: Set<Duplex>): SecureAgent {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const socket = connect(options, (error: Error | null, connected: Duplex) => {
      settle()
      callback?.(error, connected)
    })
    const timer = setTimeout(() => {
      socket?.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' }))
    }, connectMs)
    const settle = (): void => {
      clearTimeout(timer)
      if (socket) connecting.delete(socket)
    }
    if (socket) connecting.add(socket)
    socket?.once('close', settle)
    return socket
  }
  return agent
}

/** In the form that Node takes; it looks for no other names. */
function proxyEnvOf(proxy: string | undefined): NodeJS.ProcessEnv {
  return proxy === undefined ? process.env : { HTTPS_PROXY: proxy }
}

/** Node passes over text without a certificate in silence; the service would then seem untrusted. */
function requireCertificate(extraCa: string): void {
  if (isCertificate(extraCa)) return
  throw badUsage('The certificate file holds no certificate in PEM form.', {
    terminal: 'Check --ca-file.',
    desk: 'Choose another file, or none.',
  })
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}

function trustedContext(extraCa: string | undefined, trust: Route['trust']): tls.SecureContext {
  // Node's own list is at hand; one that is given to it has to be read, 15 ms of a start (measured).
  if (extraCa === undefined && trust === 'bundled') return tls.createSecureContext()
  const trusted = new Set(tls.getCACertificates('default'))
  for (const certificate of trust === 'system' ? tls.getCACertificates('system') : []) trusted.add(certificate)
  if (extraCa !== undefined) trusted.add(extraCa)
  return tls.createSecureContext({ ca: [...trusted] })
}

/*
 * Node's HTTP without its ES module facade: an `import` of it reads every export, and some of those are getters that load
 * the whole of `fetch`, a third of the time from start to first request (measured).
 */
export const http = process.getBuiltinModule('node:http')
export const https = process.getBuiltinModule('node:https')
