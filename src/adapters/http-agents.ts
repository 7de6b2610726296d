import { X509Certificate } from 'node:crypto'
import type { Agent } from 'node:http'
import type { Agent as SecureAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { badUsage } from '../shared/errors/app-error.ts'
import { isLoopbackHost } from '../shared/text/is-loopback-host.ts'

const DEFAULT_CONNECTIONS = 4

export interface Route {
  /**
   * An address, '' for no proxy, undefined for the one of the environment. A laptop that changes networks changes its proxy,
   * so each proxy has connections of its own.
   */
  proxy: string | undefined
  /** Which certificate authorities are trusted besides the extra one: Node's own, or the system's as well (F8). */
  trust: 'bundled' | 'system'
}

export interface HttpAgents {
  /** Fails if the proxy's address cannot be parsed. */
  agentFor(url: URL, route: Route): Agent
  setConnections(connections: number): void
  close(): void
}

/**
 * The connections to one service: few, kept open, and through the proxy unless they stay on this computer. Fails with
 * bad-usage if `extraCa` is not a certificate.
 */
export function createHttpAgents(options: { extraCa: string | undefined; connectMs: number }): HttpAgents {
  const { extraCa, connectMs } = options
  if (extraCa !== undefined) requireCertificate(extraCa)
  const agents = new Map<string, Agent>()
  const connecting = new Set<Duplex>()
  let maxSockets = DEFAULT_CONNECTIONS

  const open = (isSecure: boolean, isLoopback: boolean, { proxy, trust }: Route): Agent => {
    // Last used socket first: one that has idled for long may have been dropped by a middlebox.
    const kept = { keepAlive: true, maxSockets, scheduling: 'lifo' } as const
    // Plain HTTP never leaves this computer (T29), so it needs no proxy.
    if (!isSecure) return new http.Agent(kept)
    const secureContext = trustedContext(extraCa, trust)
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0, a common "fix" set for a whole computer, would otherwise turn it off.
    const checked = { ...kept, secureContext, rejectUnauthorized: true }
    if (isLoopback) return new https.Agent(checked)
    const agent = new https.Agent({ ...checked, proxyEnv: proxyEnvOf(proxy) })
    return limitConnecting(agent, connectMs, connecting)
  }

  return {
    agentFor: (url, way) => {
      const [isSecure, isLoopback] = [url.protocol === 'https:', isLoopbackHost(url.hostname)]
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
      // With an error, because that is all Node passes on while a tunnel is being opened.
      for (const socket of connecting) socket.destroy(new Error('the client was closed'))
    },
  }
}

/**
 * Node has no timeout for opening a tunnel through a proxy, and neither request nor agent sees the socket before the tunnel
 * is open: a silent proxy would hold it for ever.
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

/** The proxy in the form that Node's agent takes. */
function proxyEnvOf(proxy: string | undefined): NodeJS.ProcessEnv {
  return proxy === undefined ? process.env : { HTTPS_PROXY: proxy }
}

/** Node silently ignores text that is not a certificate; the service would then seem untrusted. */
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
