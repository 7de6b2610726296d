import { once } from 'node:events'
import type { SecureContext } from 'node:tls'
import type { Channel, ChannelModel, Options } from 'amqplib'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { hostPort } from '../../shared/text/addresses.ts'
import { AppError } from '../../shared/errors/app-error.ts'
import { refusePlainAmqp } from '../../engine/base/plain-amqp.ts'
import type { BrokerTarget } from '../../engine/ports/link.ts'
import { explainUntrusted } from '../network/certificate-faults.ts'
import type { Network, Opened } from '../network/network.ts'
import { isDirect } from '../network/ways.ts'
import { linkFailure, type LinkNames } from './link-failures.ts'

/** A live broker answers a close within milliseconds; a dead one never does. */
export const CLOSE_TIMEOUT_MS = 3_000

/** The state of one connection to a broker, with its one channel. */
export interface BrokerConnection<Target extends BrokerTarget> {
  target: Target
  network: Network
  /** Destroys the socket at once in any phase: amqplib gives no access to it before the login is complete. */
  cut: AbortController
  model?: ChannelModel
  channel?: Channel
  /** The first error, which ended it; later errors only follow from it. */
  error?: unknown
  /** Set once it is in use, removed when it ends for any reason. */
  onError: ((thrown: unknown) => void) | undefined
  /** The broker has run out of memory or disk, and gives this reason; undefined when it has recovered. */
  onBlocked?: (reason: string | undefined) => void
  /** Where the connection to the broker is shared: ends the use of it. May be called twice; never fails. */
  leave?: () => Promise<void>
}

/** A broker, and the network that leads there. */
export interface Attempt<Target extends BrokerTarget> {
  target: Target
  network: Network
}

/** Opens a connection and has it set up, within the target’s time. Fails like `LinkPort.connect`. */
export async function openConnection<Target extends BrokerTarget & LinkNames, Result>(
  { target, network }: Attempt<Target>,
  setUp: (connection: BrokerConnection<Target>) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const connection: BrokerConnection<Target> = { target, network, cut: new AbortController(), onError: undefined }
  let isLate = false
  let timer: NodeJS.Timeout | undefined
  const interrupt = (): void => connection.cut.abort()
  signal?.addEventListener('abort', interrupt, { once: true })
  try {
    if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' })
    refusePlainAmqp({ host: target.host, usesTls: target.tls !== undefined }, network.isPlainAmqpAllowed())
    // Before the time begins, of which it would take: the system may need minutes to name its authorities.
    await securedBy(connection, signal)
    timer = setTimeout(() => {
      isLate = true
      connection.cut.abort()
    }, target.timeoutMs)
    return await Promise.race([setUp(connection), whenCut(connection)])
  } catch (thrown) {
    const failure = linkFailure(connection.error ?? thrown, target, connection.model === undefined)
    await closeConnection(connection)
    if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' }, { cause: thrown })
    throw isLate ? connectTimedOut(target, thrown) : await explained(failure, connection, signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', interrupt)
  }
}

/** On a shared connection nothing else ends what waits for an answer. */
async function whenCut<Target extends BrokerTarget>({ cut }: BrokerConnection<Target>): Promise<never> {
  await once(cut.signal, 'abort')
  throw new Error('cut')
}

/** Connects and logs in by amqplib, which is loaded on first use: most commands need no broker. */
export async function logIn<Target extends BrokerTarget>(connection: BrokerConnection<Target>): Promise<ChannelModel> {
  const { connect } = await import('amqplib')
  const tunnel = await openTunnel(connection)
  const model = await connect(addressOf(connection.target), await socketOptions(connection, tunnel))
  connection.model = model
  const note = (thrown: unknown): void => noteError(connection, thrown)
  model.on('error', note).on('close', note)
  model
    .on('blocked', (reason) => connection.onBlocked?.(reason))
    .on('unblocked', () => connection.onBlocked?.(undefined))
  return model
}

/** The connection’s only channel, whose end is the connection’s. */
export function useChannel<Target extends BrokerTarget, Kind extends Channel>(
  connection: BrokerConnection<Target>,
  channel: Kind,
): Kind {
  if (connection.cut.signal.aborted) {
    void channel.close().catch(ignoring('it is gone already'))
    throw new Error('cut')
  }
  connection.channel = channel
  const note = (thrown: unknown): void => noteError(connection, thrown)
  // A channel closes before its connection, whose own event in the same turn has the reason.
  channel.on('error', note).on('close', () => queueMicrotask(() => note(undefined)))
  return channel
}

export function noteError<Target extends BrokerTarget>(connection: BrokerConnection<Target>, thrown: unknown): void {
  connection.error ??= thrown ?? new Error('Unexpected close')
  const { onError } = connection
  connection.onError = undefined
  onError?.(connection.error)
}

/** Channel before connection, or acknowledgements in transit are overtaken and lost (measured: 23 to 73 of 1,000). */
export async function closeConnection<Target extends BrokerTarget>(
  connection: BrokerConnection<Target>,
): Promise<void> {
  const { cut, model, channel, leave } = connection
  connection.onError = undefined
  if (leave !== undefined) return await leave()
  if (cut.signal.aborted) return
  const isCut = once(cut.signal, 'abort')
  const timer = setTimeout(() => cut.abort(), CLOSE_TIMEOUT_MS)
  const closeBoth = async (): Promise<void> => {
    await channel?.close().catch(ignoring('it is gone already'))
    await model?.close().catch(ignoring('it is gone already'))
  }
  await Promise.race([closeBoth(), isCut])
  clearTimeout(timer)
  cut.abort()
}

/** An object, never a URL: a URL with a password would appear in errors. */
function addressOf(target: BrokerTarget): Options.Connect {
  const { host, port, username, password, virtualHost, heartbeatSeconds, tls: secure } = target
  return {
    protocol: secure === undefined ? 'amqp' : 'amqps',
    hostname: host,
    port,
    username,
    password,
    // amqplib decodes it, even from an object.
    vhost: encodeURIComponent(virtualHost),
    heartbeat: heartbeatSeconds,
  }
}

/**
 * The tunnel through a proxy, if one leads to the broker. amqplib passes the socket on to tls.connect, so that what goes
 * through is encrypted from end to end. Plain AMQP stays on this computer, or is allowed by the organisation and goes straight.
 */
async function openTunnel<Target extends BrokerTarget>({
  target,
  network,
  cut: { signal },
}: BrokerConnection<Target>): Promise<Opened | undefined> {
  if (target.tls === undefined) return undefined
  const ways = await network.waysTo(target)
  if (isDirect(ways)) return undefined
  const opened = await network.open(target, ways, { timeoutMs: target.timeoutMs, signal })
  opened.socket.on('error', () => undefined)
  // Cutting the encrypted socket alone leaves a silent proxy’s side open.
  const cutToo = (): void => void opened.socket.destroy()
  if (signal.aborted) cutToo()
  signal.addEventListener('abort', cutToo, { once: true })
  return opened
}

async function socketOptions<Target extends BrokerTarget>(
  connection: BrokerConnection<Target>,
  tunnel: Opened | undefined,
): Promise<object> {
  const { signal } = connection.cut
  const options = { noDelay: true, keepAlive: true, keepAliveDelay: 15_000, signal }
  const secureContext = await securedBy(connection, signal)
  if (secureContext === undefined) return options
  return {
    ...options,
    // Explicit, or NODE_TLS_REJECT_UNAUTHORIZED=0 would override it.
    rejectUnauthorized: true,
    secureContext,
    ...(tunnel === undefined ? {} : { socket: tunnel.socket }),
  }
}

/** What TLS to the broker needs; undefined where there is none. A company’s own authority is in the system’s store. */
async function securedBy<Target extends BrokerTarget>(
  { target, network }: BrokerConnection<Target>,
  signal: AbortSignal | undefined,
): Promise<SecureContext | undefined> {
  if (target.tls === undefined) return undefined
  const { ca: extraCa, ...own } = target.tls
  return await network.authorities.secure({ trust: 'system', origin: hostPort(target), extraCa, ...own }, signal)
}

async function explained<Target extends BrokerTarget>(
  failure: AppError,
  { target, network }: BrokerConnection<Target>,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  if (failure.failure.tag !== 'tls-untrusted') return failure
  const ways = await network.waysTo(target)
  const extraCa = target.tls?.ca
  return await explainUntrusted(failure, { network, place: target, ways, extraCa, timeoutMs: target.timeoutMs, signal })
}

function connectTimedOut({ host, port, timeoutMs }: BrokerTarget, cause: unknown): AppError {
  return new AppError(
    { tag: 'timed-out', endpoint: hostPort({ host, port }), waitedFor: 'answer', timeoutMs },
    { cause },
  )
}
