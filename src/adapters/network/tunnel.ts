import type { OutgoingHttpHeaders } from 'node:http'
import type { RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SecureContext } from 'node:tls'
import { hostPort } from '../../shared/text/addresses.ts'
import { http, https, MAX_HEADER_BYTES } from '../node-clients.ts'
import type { ProxyLogin } from '../../engine/ports/network.ts'
import { type ProxyWay } from './ways.ts'

export interface TunnelRequest {
  proxy: ProxyWay
  target: { host: string; port: number }
  login: ProxyLogin | undefined
  /** For a proxy that itself is spoken to by TLS. */
  secureContext: SecureContext | undefined
}

/** What a proxy said to CONNECT. Where it agreed, the socket leads to the target and is the caller’s. */
export interface TunnelAnswer {
  status: number
  /** The schemes of sign-in that it offers, in small letters, such as `basic` and `negotiate`. */
  schemes: string[]
  socket: Duplex
}

/** Asks a proxy for a tunnel. Fails with what Node throws, or with the signal’s reason. */
export async function askForTunnel(request: TunnelRequest, signal: AbortSignal): Promise<TunnelAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<TunnelAnswer>()
  signal.throwIfAborted()
  const sent = (request.proxy.kind === 'https' ? https : http).request(optionsOf(request))
  const onAbort = (): void => void sent.destroy(new Error('given up', { cause: signal.reason }))
  signal.addEventListener('abort', onAbort, { once: true })
  sent.on('connect', (answer, socket, head) => {
    if (head.length > 0) socket.unshift(head)
    resolve({ status: answer.statusCode ?? 0, schemes: schemesIn(answer.headers['proxy-authenticate'] ?? []), socket })
  })
  sent.on('response', (answer) => {
    answer.destroy()
    reject(new Error('the proxy answered CONNECT with a document'))
  })
  sent.on('error', (thrown) => reject(thrown))
  sent.on('close', () => reject(Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' })))
  sent.end()
  try {
    return await promise
  } catch (thrown) {
    signal.throwIfAborted()
    throw thrown
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function optionsOf({ proxy, target, login, secureContext }: TunnelRequest): RequestOptions {
  const path = hostPort(target)
  const headers: OutgoingHttpHeaders = { host: path }
  if (login !== undefined) headers['proxy-authorization'] = basicForm(login)
  const { host, port } = proxy
  const plain = { method: 'CONNECT', host, port, path, headers, agent: false, maxHeaderSize: MAX_HEADER_BYTES } as const
  if (proxy.kind !== 'https') return plain
  // Left out, Node would take the target's from the header, and have the proxy's certificate checked for it.
  const servername = isIP(proxy.host) === 0 ? proxy.host : ''
  // Explicit, or NODE_TLS_REJECT_UNAUTHORIZED=0 would turn it off.
  return { ...plain, servername, rejectUnauthorized: true, ...(secureContext === undefined ? {} : { secureContext }) }
}

function basicForm({ username, password }: ProxyLogin): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** One header may hold several challenges, each a scheme with parameters of its own: `Negotiate, Basic realm="a, b"`. */
function schemesIn(header: string | readonly string[]): string[] {
  const text = String(header).slice(0, 2_000)
  const parts = text.replaceAll(/"[^"]*"/g, '').split(',')
  return parts.flatMap((part) => /^\s*([a-z][a-z0-9-]*)(?:\s|$)/i.exec(part)?.[1]?.toLowerCase() ?? [])
}
