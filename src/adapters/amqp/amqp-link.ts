import { setTimeout as delay } from 'node:timers/promises'
import type { Channel, ChannelModel, ConsumeMessage, Options } from 'amqplib'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { hostPort } from '../../shared/text/addresses.ts'
import { AppError } from '../../shared/errors/app-error.ts'
import { formatBytes } from '../../shared/text/format.ts'
import { serialize } from '../../engine/base/async.ts'
import type {
  Delivery,
  Link,
  LinkPort,
  LinkReceiver,
  LinkTarget,
  MessageProperties,
  QueueFound,
  QueueKind,
  StreamStart,
} from '../../engine/ports/link.ts'
import {
  type BrokerConnection,
  closeConnection,
  logIn,
  noteError,
  openConnection,
  useChannel,
} from './amqp-connection.ts'
import { createNetwork, type Network } from '../network/network.ts'
import { linkFailure } from './link-failures.ts'
import { createSharedConnections } from './shared-connections.ts'
import { serverIdentity } from '../network/shown-certificates.ts'

/**
 * The default limit of RabbitMQ before 4.0 (16 MiB since). A broker that announces more is not to be trusted, and amqplib
 * would gather the whole body in memory before it delivers anything.
 */
const MAX_BODY_BYTES = 128 * 1024 * 1024
/** Who reads metrics waits for some seconds in all. */
const COUNT_TIMEOUT_MS = 2_000

type Connection = BrokerConnection<LinkTarget>

interface AmqpLinkOptions {
  /** By the environment unless given. */
  network?: Network
  largestBodyBytes?: number
}

/** Consumes queues and streams by amqplib. */
export function createAmqpLink(options: AmqpLinkOptions = {}): LinkPort {
  const { network = createNetwork(), largestBodyBytes = MAX_BODY_BYTES } = options
  const shared = createSharedConnections(network)
  return {
    connect: (target, receiver, signal) => {
      const connect = target.isShared === true ? shared.logIn : logIn
      return openConnection(
        { target, network },
        async (connection) => {
          connection.onBlocked = (reason) => receiver.blocked(reason)
          return await open(connection, await connect(connection), { receiver, largestBodyBytes })
        },
        signal,
      )
    },
    inspect: (target, signal) => openConnection({ target, network }, inspect, signal),
  }
}

/** Nothing is consumed: checking the queue brings its counts, and no message. */
async function inspect(connection: Connection): Promise<QueueFound> {
  const model = await logIn(connection)
  const channel = useChannel(connection, await model.createChannel())
  const { queue, stream, asksKind = false } = connection.target
  const { messageCount, consumerCount } = await channel.checkQueue(queue)
  if (stream !== undefined) await tryReading(channel, queue, stream)
  const kind = asksKind ? await kindOf(model, queue) : undefined
  const { product, version } = model.connection.serverProperties
  // Not a public interface: without it the certificate is not shown, and nothing else is lost.
  const server = serverIdentity(Reflect.get(model.connection, 'stream'))
  await closeConnection(connection)
  const counts = { waiting: messageCount, consumers: consumerCount }
  return { product: `${product} ${version}`, server, ...counts, ...(kind === undefined ? {} : { kind }) }
}

interface LinkUse {
  receiver: LinkReceiver
  largestBodyBytes: number
}

/** Only a consumer is refused where the right to read is missing, or a queue is no stream. What it gets stays in the stream. */
async function tryReading(channel: Channel, stream: string, start: StreamStart): Promise<void> {
  await channel.prefetch(1)
  const { consumerTag } = await channel.consume(stream, () => undefined, streamOptions(start))
  await channel.cancel(consumerTag)
}

/**
 * Every kind but a stream refuses a place in a stream; RabbitMQ names the kind then, once it has seen that the user may read it.
 * Nothing is taken. On its own channel, which such a refusal ends.
 */
async function kindOf(model: ChannelModel, queue: string): Promise<QueueKind | undefined> {
  const channel = await model.createChannel()
  channel.on('error', () => undefined)
  try {
    await tryReading(channel, queue, 'next')
    return 'stream'
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : ''
    const kinds = ['classic', 'quorum'] as const
    const kind = kinds.find((one) => said.includes(`of queue type rabbit_${one}_queue`))
    if (kind === undefined && !said.includes('x-stream-offset')) throw thrown
    return kind
  }
}

async function open(
  connection: Connection,
  model: ChannelModel,
  { receiver, largestBodyBytes }: LinkUse,
): Promise<Link> {
  const { target } = connection
  const channel = useChannel(connection, await model.createChannel())
  watchBodies(connection, channel, { receiver, largestBodyBytes })
  const take = createTaking(connection, channel, receiver)
  const { messageCount, consumerCount } = await take.check()
  await channel.prefetch(target.prefetch)
  await take.begin()
  // Not earlier: until here an error is a failure to connect.
  if (connection.error !== undefined) throw new Error('ended while it began', { cause: connection.error })
  connection.onError = (thrown) => {
    void closeConnection(connection)
    receiver.lost(linkFailure(thrown, target).failure)
  }
  const inTurn = serialize()
  const whileOpen = (work: () => Promise<void>): Promise<void> =>
    inTurn(async () => {
      if (connection.onError === undefined || target.stream !== undefined) return
      await work().catch((thrown: unknown) => noteError(connection, thrown))
    })
  return {
    waiting: messageCount,
    otherConsumers: consumerCount,
    acknowledgeUpTo: take.acknowledgeUpTo,
    pause: () => whileOpen(take.end),
    resume: () =>
      whileOpen(async () => {
        await take.check()
        await take.begin()
      }),
    countWaiting: async () => {
      if (connection.onError === undefined) return undefined
      const late = delay(COUNT_TIMEOUT_MS, undefined, { ref: false })
      const counted = channel.checkQueue(target.queue).then((found) => found.messageCount)
      return await Promise.race([counted, late]).catch(ignoring('a number that may be unknown'))
    },
    close: () => closeConnection(connection),
  }
}

/**
 * Tells when a body begins to arrive, and cuts the connection where it is announced as too large (W-L1): amqplib has no limit of
 * its own. Every frame of a channel passes through its `accept`, which is not a public interface: a test with a real broker
 * fails when that changes.
 */
function watchBodies(connection: Connection, channel: Channel, { receiver, largestBodyBytes }: LinkUse): void {
  const accept: unknown = Reflect.get(channel, 'accept')
  if (typeof accept !== 'function') throw new Error('the channels of this amqplib take their frames in another way')
  Reflect.set(channel, 'accept', (frame: unknown) => {
    const bytes = announcedBytes(frame)
    if (bytes > 0) receiver.arriving?.()
    if (bytes <= largestBodyBytes) {
      Reflect.apply(accept, channel, [frame])
      return
    }
    connection.cut.abort()
    const sizes = `a message of ${formatBytes(bytes)} came, and no more than ${formatBytes(largestBodyBytes)} are taken`
    const reason = `${sizes}; the operator of the broker has to remove it from the queue`
    noteError(
      connection,
      new AppError({ tag: 'connection-lost', endpoint: `the feed from ${hostPort(connection.target)}`, reason }),
    )
  })
}

/** The size of the body that a frame announces; 0 for one that announces none. */
function announcedBytes(frame: unknown): number {
  const size: unknown = typeof frame === 'object' && frame !== null && 'size' in frame ? frame.size : 0
  return typeof size === 'number' ? size : 0
}

/** Taking from the queue, by one consumer after another. */
interface Taking {
  /** What the queue has. Fails with queue-held where this program wants it alone and another takes from it. */
  check(): Promise<{ messageCount: number; consumerCount: number }>
  /** Fails as `check` does. */
  begin(): Promise<void>
  end(): Promise<void>
  acknowledgeUpTo: Link['acknowledgeUpTo']
}

function createTaking(connection: Connection, channel: Channel, receiver: LinkReceiver): Taking {
  const { queue, isExclusive = false, stream } = connection.target
  const broker = hostPort(connection.target)
  let latest: ConsumeMessage | undefined
  let consumerTag = ''
  const take = (message: ConsumeMessage | null): void => {
    if (message === null) {
      const isStream = stream !== undefined
      noteError(connection, new AppError({ tag: 'queue-cancelled', queue, broker, isStream }))
      return
    }
    latest = message
    receiver.delivered(deliveryOf(message))
  }
  /** RabbitMQ lets several consumers take a quorum queue exclusively: who finds another there leaves it to that. */
  const check = async (own = 0): ReturnType<Taking['check']> => {
    const found = await channel.checkQueue(queue)
    if (isExclusive && found.consumerCount > own) throw new AppError({ tag: 'queue-held', queue, broker })
    return found
  }
  return {
    check,
    begin: async () => {
      const more = stream === undefined ? {} : streamOptions(stream)
      consumerTag = (await channel.consume(queue, take, { exclusive: isExclusive, ...more })).consumerTag
      // Two that began at once both leave it, and try again at different times.
      if (isExclusive) await check(1)
    },
    end: async () => {
      await channel.cancel(consumerTag)
    },
    acknowledgeUpTo: (tag) => {
      if (connection.onError === undefined || latest === undefined) return
      try {
        channel.ack({ ...latest, fields: { ...latest.fields, deliveryTag: tag } }, true)
      } catch {
        // The channel has just ended: its events carry the reason, and the broker sends these messages again.
      }
    },
  }
}

function deliveryOf({ content, fields, properties }: ConsumeMessage): Delivery {
  const delivery: Delivery = { tag: fields.deliveryTag, body: content, isRedelivered: fields.redelivered }
  const headers: Record<string, unknown> = properties.headers ?? {}
  const { 'x-stream-offset': offset, 'x-delivery-count': returns } = headers
  if (typeof offset === 'number') delivery.offset = offset
  if (typeof returns === 'number') delivery.returns = returns
  const said = saidBySender({ ...properties }, headers)
  return Object.keys(said).length > 0 ? { ...delivery, properties: said } : delivery
}

/** The broker passes on whatever a sender has set, of any type. */
function saidBySender(given: Record<string, unknown>, headers: Record<string, unknown>): MessageProperties {
  const { contentType, contentEncoding, timestamp } = given
  const own: Record<string, string | number | boolean> = {}
  for (const [name, value] of Object.entries(headers)) {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (isPlain && !name.startsWith('x-')) own[name] = value
  }
  return {
    ...(typeof contentType === 'string' ? { contentType } : {}),
    ...(typeof contentEncoding === 'string' ? { contentEncoding } : {}),
    ...(typeof timestamp === 'number' ? { timestamp } : {}),
    ...(Object.keys(own).length > 0 ? { headers: own } : {}),
  }
}

function streamOptions(start: StreamStart): Options.Consume {
  return { arguments: { 'x-stream-offset': offsetOf(start) } }
}

/** As amqplib writes it; a moment is a timestamp in seconds. */
function offsetOf(start: StreamStart): unknown {
  return start instanceof Date ? { '!': 'timestamp', value: Math.floor(start.getTime() / 1_000) } : start
}
