import { once } from 'node:events'
import tls from 'node:tls'
import type { Channel, ChannelModel, ConsumeMessage, Options } from 'amqplib'
import { AppError } from '../shared/errors/app-error.ts'
import { formatBytes } from '../shared/text/format.ts'
import type { Link, LinkPort, LinkReceiver, LinkTarget, QueueFound } from '../engine/ports/link.ts'
import { brokerOf, linkFailure } from './link-failures.ts'
import { serverIdentity } from './server-identity.ts'

/** A live broker answers a close within milliseconds; a dead one never does. */
const CLOSE_TIMEOUT_MS = 3_000

/**
 * The default limit of RabbitMQ before 4.0 (16 MiB since). A broker that announces more is not to be trusted, and amqplib
 * would gather the whole body in memory before it delivers anything.
 */
const MAX_BODY_BYTES = 128 * 1024 * 1024

/** The state of one connection to a broker. */
interface Connection {
  target: LinkTarget
  /** Destroys the socket at once in any phase: amqplib gives no access to it before the login is complete. */
  cut: AbortController
  model?: ChannelModel
  channel?: Channel
  /** The first error, which ended it; later errors only follow from it. */
  error?: unknown
  /** Set once messages flow, removed when the connection ends for any reason. */
  onError: ((thrown: unknown) => void) | undefined
}

/** AMQP 0-9-1 by amqplib, which is loaded on first use: most commands need no broker. */
export function createAmqpLink(largestBodyBytes = MAX_BODY_BYTES): LinkPort {
  return {
    connect: (target, receiver, signal) =>
      attempt(target, (connection) => open(connection, receiver, largestBodyBytes), signal),
    inspect: (target, signal) => attempt(target, inspect, signal),
  }
}

/** Opens a connection within the target’s time; if that fails, ends it and says why. */
async function attempt<Result>(
  target: LinkTarget,
  work: (connection: Connection) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const connection: Connection = { target, cut: new AbortController(), onError: undefined }
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    connection.cut.abort()
  }, target.timeoutMs)
  const interrupt = (): void => connection.cut.abort()
  signal?.addEventListener('abort', interrupt, { once: true })
  try {
    if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' })
    return await work(connection)
  } catch (thrown) {
    const failure = linkFailure(connection.error ?? thrown, target, connection.model === undefined)
    await close(connection)
    if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' }, { cause: thrown })
    throw isLate ? connectTimedOut(target, thrown) : failure
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', interrupt)
  }
}

/** Opens connection and channel. What either reports from now on is the connection’s error. */
async function openChannel(connection: Connection): Promise<{ model: ChannelModel; channel: Channel }> {
  const { connect } = await import('amqplib')
  const model = await connect(addressOf(connection.target), socketOptions(connection))
  connection.model = model
  const note = (thrown: unknown): void => noteError(connection, thrown)
  model.on('error', note).on('close', note)
  const channel = await model.createChannel()
  connection.channel = channel
  // A channel closes before its connection, whose own event in the same turn has the reason.
  channel.on('error', note).on('close', () => queueMicrotask(() => note(undefined)))
  return { model, channel }
}

/** Nothing is consumed: checking the queue brings its counts, and no message. */
async function inspect(connection: Connection): Promise<QueueFound> {
  const { model, channel } = await openChannel(connection)
  const { messageCount, consumerCount } = await channel.checkQueue(connection.target.queue)
  const { product, version } = model.connection.serverProperties
  // Not a public interface: without it the certificate is not shown, and nothing else is lost.
  const server = serverIdentity(Reflect.get(model.connection, 'stream'))
  await close(connection)
  return { product: `${product} ${version}`, server, waiting: messageCount, consumers: consumerCount }
}

async function open(connection: Connection, receiver: LinkReceiver, largestBodyBytes: number): Promise<Link> {
  const { target } = connection
  const { model, channel } = await openChannel(connection)
  model.on('blocked', (reason) => receiver.blocked(reason)).on('unblocked', () => receiver.blocked(undefined))
  refuseLargeBodies(connection, channel, largestBodyBytes)
  const { messageCount, consumerCount } = await channel.checkQueue(target.queue)
  await channel.prefetch(target.prefetch)
  const acknowledgeUpTo = await consume(connection, channel, receiver)
  // Not earlier: until here an error is a failure to connect.
  if (connection.error !== undefined) throw new Error('ended while it began', { cause: connection.error })
  connection.onError = (thrown) => {
    void close(connection)
    receiver.lost(linkFailure(thrown, target).failure)
  }
  return {
    waiting: messageCount,
    otherConsumers: consumerCount,
    acknowledgeUpTo,
    close: () => close(connection),
  }
}

/**
 * Cuts the connection as soon as a body is announced that is too large (W-L1). amqplib has no limit of its own. Every frame
 * of a channel passes through its `accept`, which is not a public interface: a test with a real broker fails when that
 * changes.
 */
function refuseLargeBodies(connection: Connection, channel: Channel, largestBytes: number): void {
  const accept: unknown = Reflect.get(channel, 'accept')
  if (typeof accept !== 'function') throw new Error('the channels of this amqplib take their frames in another way')
  Reflect.set(channel, 'accept', (frame: unknown) => {
    const bytes = announcedBytes(frame)
    if (bytes <= largestBytes) {
      Reflect.apply(accept, channel, [frame])
      return
    }
    connection.cut.abort()
    const sizes = `a message of ${formatBytes(bytes)} came, and no more than ${formatBytes(largestBytes)} are taken`
    const reason = `${sizes}; the operator of the broker has to remove it from the queue`
    noteError(
      connection,
      new AppError({ tag: 'connection-lost', endpoint: `the feed from ${brokerOf(connection.target)}`, reason }),
    )
  })
}

/** The size of the body that a frame announces; 0 for one that announces none. */
function announcedBytes(frame: unknown): number {
  const size: unknown = typeof frame === 'object' && frame !== null && 'size' in frame ? frame.size : 0
  return typeof size === 'number' ? size : 0
}

async function consume(
  connection: Connection,
  channel: Channel,
  receiver: LinkReceiver,
): Promise<Link['acknowledgeUpTo']> {
  const { queue, host, port } = connection.target
  let latest: ConsumeMessage | undefined
  await channel.consume(queue, (message) => {
    if (message === null) {
      noteError(connection, new AppError({ tag: 'queue-cancelled', queue, broker: brokerOf({ host, port }) }))
      return
    }
    latest = message
    const { deliveryTag, redelivered } = message.fields
    receiver.delivered({ tag: deliveryTag, body: message.content, isRedelivered: redelivered })
  })
  return (tag) => {
    if (connection.onError === undefined || latest === undefined) return
    try {
      channel.ack({ ...latest, fields: { ...latest.fields, deliveryTag: tag } }, true)
    } catch {
      // The channel has just ended: its events carry the reason, and the broker sends these messages again.
    }
  }
}

function noteError(connection: Connection, thrown: unknown): void {
  connection.error ??= thrown ?? new Error('Unexpected close')
  const { onError } = connection
  connection.onError = undefined
  onError?.(connection.error)
}

/** Channel before connection, or acknowledgements in transit are overtaken and lost (measured: 23 to 73 of 1,000). */
async function close(connection: Connection): Promise<void> {
  const { cut, model, channel } = connection
  connection.onError = undefined
  if (cut.signal.aborted) return
  const isCut = once(cut.signal, 'abort')
  const timer = setTimeout(() => cut.abort(), CLOSE_TIMEOUT_MS)
  const closeBoth = async (): Promise<void> => {
    await channel?.close().catch(() => undefined)
    await model?.close().catch(() => undefined)
  }
  await Promise.race([closeBoth(), isCut])
  clearTimeout(timer)
  cut.abort()
}

/** An object, never a URL: a URL with a password would appear in errors. */
function addressOf(target: LinkTarget): Options.Connect {
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

function socketOptions({ target, cut }: Connection): object {
  const { signal } = cut
  const options = { noDelay: true, keepAlive: true, keepAliveDelay: 15_000, signal }
  if (target.tls === undefined) return options
  const { ca, certificate: cert, key } = target.tls
  // A company’s own authority is in the system’s store (F8).
  const trusted = new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])
  if (ca !== undefined) trusted.add(ca)
  return {
    ...options,
    // Explicit, or NODE_TLS_REJECT_UNAUTHORIZED=0 would override it.
    rejectUnauthorized: true,
    ca: [...trusted],
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  }
}

function connectTimedOut({ host, port, timeoutMs }: LinkTarget, cause: unknown): AppError {
  return new AppError(
    { tag: 'timed-out', endpoint: brokerOf({ host, port }), waitedFor: 'answer', timeoutMs },
    { cause },
  )
}
