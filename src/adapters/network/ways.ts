import { bareHost, hostPort, withScheme } from '../../shared/text/addresses.ts'
import { AppError } from '../../shared/errors/app-error.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { ProxyLogin } from '../../engine/ports/network.ts'

/** One way to a host: straight there, or through a proxy. `http` and `https` say how the proxy itself is spoken to. */
export type Way = { kind: 'direct' } | ProxyWay

export interface ProxyWay {
  /** SOCKS, and what a later system may name, are known by name only. */
  kind: 'http' | 'https' | 'unknown'
  host: string
  port: number
  /** As a proxy script names the kind, such as `SOCKS5`. */
  name: string
  /** Given with its address. */
  login?: ProxyLogin
}

export const DIRECT: Way = { kind: 'direct' }

const DEFAULT_PORTS: Record<ProxyWay['kind'], number> = { http: 80, https: 443, unknown: 1080 }
const KINDS: Record<string, ProxyWay['kind']> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }
/** More is no answer of a script that means well. */
const MAX_ANSWER_CHARS = 4_000
const MAX_WAYS = 20

/**
 * The ways in the answer of a proxy script, `PROXY a:8080; PROXY b:8080; DIRECT`, in its order; what is not understood is left
 * out. Fails with service-unreachable where nothing is left.
 */
export function readScriptAnswer(answer: string, origin: string): Way[] {
  const ways = answer.slice(0, MAX_ANSWER_CHARS).split(';').slice(0, MAX_WAYS).flatMap(readEntry)
  if (ways.length > 0) return ways
  const said = plainText(answer, 100)
  const reason =
    said === '' ? 'the proxy settings name no way there' : `the proxy settings answer “${said}”, which names no proxy`
  throw new AppError({ tag: 'service-unreachable', origin, reason })
}

function readEntry(entry: string): Way[] {
  const [name = '', address = ''] = entry.trim().split(/\s+/)
  const upper = name.toUpperCase()
  if (upper === 'DIRECT') return [DIRECT]
  const kind = KINDS[upper] ?? (/^(?:SOCKS[45]?|QUIC)$/.test(upper) ? 'unknown' : undefined)
  const place = kind === undefined ? undefined : readPlace(address, kind)
  return kind === undefined || place === undefined ? [] : [{ kind, name: upper, ...place }]
}

/**
 * The proxy of an address such as `http://user@proxy.example:8080`; without a scheme it is `http`. Fails with
 * service-unreachable, and never quotes the address, which may contain a password.
 */
export function readProxyUrl(text: string, origin: string): ProxyWay {
  const url = URL.parse(withScheme(text, 'http'))
  if (url === null || url.hostname === '') {
    throw new AppError({ tag: 'service-unreachable', origin, reason: 'the proxy settings are not valid' })
  }
  const scheme = url.protocol.slice(0, -1)
  const kind = scheme === 'http' || scheme === 'https' ? scheme : 'unknown'
  const port = url.port === '' ? DEFAULT_PORTS[kind] : Number(url.port)
  const login =
    url.username === '' ? {} : { login: { username: decoded(url.username), password: decoded(url.password) } }
  return { kind, name: scheme.toUpperCase(), host: bareHost(url.hostname), port, ...login }
}

/** Tells one list of ways from another, without any password. */
export function keyOfWays(ways: readonly Way[]): string {
  return ways
    .map((way) => (way.kind === 'direct' ? 'direct' : `${way.kind} ${way.login?.username ?? ''}@${hostPort(way)}`))
    .join(';')
}

/** Whether the only way is straight there, so that no tunnel is needed. */
export function isDirect(ways: readonly Way[]): boolean {
  return ways.every(({ kind }) => kind === 'direct')
}

function readPlace(address: string, kind: ProxyWay['kind']): { host: string; port: number } | undefined {
  const url = address === '' ? null : URL.parse(`http://${address}`)
  // A scheme before it would be taken for the host.
  if (url === null || url.username !== '' || url.hostname === '' || url.pathname !== '/') return undefined
  // Of `:80` URL keeps nothing, because it is the default of its scheme.
  const port = url.port === '' ? (address.endsWith(':80') ? 80 : DEFAULT_PORTS[kind]) : Number(url.port)
  return port === 0 ? undefined : { host: bareHost(url.hostname), port }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
