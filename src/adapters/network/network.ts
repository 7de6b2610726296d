import { once } from 'node:events'
import { connect, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SecureContext } from 'node:tls'
import { hostPort, isLoopbackHost } from '../../shared/text/addresses.ts'
import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import type { NetworkPort } from '../../engine/ports/network.ts'
import { codeOf, networkFailure } from '../network-failures.ts'
import { environmentWays } from './proxy-environment.ts'
import { createProxyGate, type ProxyGate } from './proxy-gate.ts'
import { certificatesReadHere, type SystemCertificates } from './system-certificates.ts'
import { createTrustedAuthorities, type TrustedAuthorities } from './trusted-authorities.ts'
import { DIRECT, type ProxyWay, type Way } from './ways.ts'

/** As long as browsers leave a proxy out that could not be reached. */
const LEFT_OUT_MS = 5 * 60_000

/** Node gives each address of a name but the last only 250 ms: less than a round trip by satellite, so that none is ever reached. */
const ADDRESS_MS = 3_000

export interface Place {
  host: string
  port: number
}

/** The ways to a place, in the order in which they are tried. Fails with service-unreachable. */
export type FindWays = (place: Place) => Promise<readonly Way[]>

/** A connection to a place, and the proxy that it leads through. */
export interface Opened {
  socket: Duplex
  proxy: ProxyWay | undefined
}

/** What HTTP and AMQP share of the way to another computer. */
export interface Network extends NetworkPort {
  /** Called before every request, because the network may change while the application runs. */
  waysTo: FindWays
  /**
   * Opens a connection, not yet encrypted, by the first way that leads there. Only a proxy that cannot be reached is passed
   * over for the next; its refusal stands. The system’s certificates, for which nobody knows how long to wait, have to be read by
   * then. Fails with service-unreachable, proxy-login, proxy-refused, or the signal’s reason.
   */
  open(place: Place, ways: readonly Way[], limits: { timeoutMs: number; signal: AbortSignal }): Promise<Opened>
  /** Whether the organisation allows AMQP without encryption to other computers. */
  isPlainAmqpAllowed(): boolean
  /** With the authorities of the organisation. */
  authorities: TrustedAuthorities
}

export interface NetworkOptions {
  /** Default: by the environment. */
  findWays?: FindWays
  /** Certificate authorities of the organisation in PEM, read when they are needed. */
  organisationCa?: () => string | undefined
  /** Default: read when they are needed, and everything waits for that. */
  certificates?: SystemCertificates
  /** Default: it does not. */
  isPlainAmqpAllowed?: () => boolean
  monotonicMs?: () => number
}

export function createNetwork(options: NetworkOptions = {}): Network {
  const { findWays = byEnvironment, organisationCa = () => undefined, monotonicMs = () => performance.now() } = options
  const { certificates = certificatesReadHere } = options
  // For every socket of the process: the agents of HTTP and amqplib open their own.
  setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_MS)
  const gate = createProxyGate()
  const leftOutUntil = new Map<string, number>()
  const isLeftOut = (way: Way): boolean =>
    way.kind !== 'direct' && (leftOutUntil.get(hostPort(way)) ?? 0) > monotonicMs()
  const authorities = createTrustedAuthorities({ certificates, organisationCa })
  const secure: Opening['secure'] = (proxy, signal) =>
    authorities.secure({ trust: 'system', origin: `The proxy ${hostPort(proxy)}` }, signal)
  return {
    useLogins: gate.useLogins,
    onSlowCertificates: certificates.onSlow,
    trustedAuthorities: async (signal) =>
      (await authorities.list({ trust: 'system', origin: 'The digital signatures' }, signal)) ?? [],
    authorities,
    isPlainAmqpAllowed: options.isPlainAmqpAllowed ?? (() => false),
    waysTo: async (place) => (isLoopbackHost(place.host) ? [DIRECT] : await findWays(place)),
    open: async (place, ways, { timeoutMs, signal }) => {
      // Those that could not be reached come last, and are tried if nothing else leads there.
      const inOrder = [...ways.filter((way) => !isLeftOut(way)), ...ways.filter(isLeftOut)].filter(isUsable)
      if (inOrder.length === 0) throw unusable(ways)
      const endMs = monotonicMs() + timeoutMs
      let last: unknown
      for (const [index, way] of inOrder.entries()) {
        const timeMs = Math.max(1, (endMs - monotonicMs()) / (inOrder.length - index))
        try {
          const opened = await inTime((limited) => openBy({ way, place, gate, secure }, limited), timeMs, signal)
          if (way.kind !== 'direct') leftOutUntil.delete(hostPort(way))
          return opened
        } catch (thrown) {
          signal.throwIfAborted()
          // Its answer, and a failure of ours, stand.
          if (failureOf(thrown) !== undefined) throw thrown
          last = way.kind === 'direct' ? thrown : proxyGone(thrown, way, place)
          if (way.kind !== 'direct') leftOutUntil.set(hostPort(way), monotonicMs() + LEFT_OUT_MS)
        }
      }
      throw last
    },
  }
}

const byEnvironment: FindWays = (place) =>
  Promise.resolve().then(() => environmentWays(process.env, place, `https://${hostPort(place)}`))

interface Opening {
  way: Way
  place: Place
  gate: ProxyGate
  /** What the TLS to a proxy needs. */
  secure: (proxy: Place, signal: AbortSignal) => Promise<SecureContext>
}

async function openBy({ way, place, gate, secure }: Opening, signal: AbortSignal): Promise<Opened> {
  if (way.kind === 'direct') return { socket: await openDirectly(place, signal), proxy: undefined }
  const secureContext = way.kind === 'https' ? await secure(way, signal) : undefined
  const socket = await gate.open({ proxy: way, target: place, secureContext }, signal)
  return { socket, proxy: way }
}

async function inTime<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  timeMs: number,
  signal: AbortSignal,
): Promise<Result> {
  const late = new AbortController()
  const timer = setTimeout(() => {
    late.abort(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' }))
  }, timeMs)
  try {
    return await work(AbortSignal.any([signal, late.signal]))
  } finally {
    clearTimeout(timer)
  }
}

async function openDirectly({ host, port }: Place, signal: AbortSignal): Promise<Duplex> {
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect', { signal })
    return socket
  } catch (thrown) {
    socket.destroy()
    signal.throwIfAborted()
    throw thrown
  }
}

function isUsable(way: Way): boolean {
  return way.kind !== 'unknown'
}

function unusable(ways: readonly Way[]): AppError {
  const way = ways.find((one) => one.kind === 'unknown')
  if (way?.kind !== 'unknown') throw new Error('no way at all')
  return new AppError({
    tag: 'proxy-refused',
    proxy: hostPort(way),
    reason: `it is a ${way.name} proxy, and Parcel Desk goes through HTTP proxies only`,
    next: {
      terminal:
        'Ask your IT department for the HTTP proxy of this network and set PARCEL_DESK_PROXY=http://HOST:PORT; or “direct” where none is needed.',
      desk: 'Ask your IT department to name an HTTP proxy for this address in the proxy settings of this computer, or in the policy ProxyUrl.',
    },
  })
}

function proxyGone(thrown: unknown, way: ProxyWay, place: Place): AppError {
  const failure = networkFailure(thrown, `The proxy ${hostPort(way)}`)?.failure
  if (failure?.tag === 'tls-untrusted') return new AppError(failure, { cause: thrown })
  const ended = codeOf(thrown).startsWith('HPE_')
    ? 'what it answered is not HTTP'
    : 'it ended the connection without an answer'
  const why = failure?.tag === 'service-unreachable' ? failure.reason : ended
  const reason = `the proxy ${hostPort(way)} leads there and could not be used: ${why}`
  return new AppError({ tag: 'service-unreachable', origin: hostPort(place), reason }, { cause: thrown })
}
