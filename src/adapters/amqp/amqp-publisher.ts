import { hostPort } from '../../shared/text/addresses.ts'
import { AppError } from '../../shared/errors/app-error.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { OutgoingMessage, Publisher, PublisherPort, PublishTarget } from '../../engine/ports/publisher.ts'
import {
  type BrokerConnection,
  closeConnection,
  logIn,
  noteError,
  openConnection,
  useChannel,
} from './amqp-connection.ts'
import { createNetwork, type Network } from '../network/network.ts'
import { joinWrites } from './joined-writes.ts'
import { linkFailure } from './link-failures.ts'

type Connection = BrokerConnection<PublishTarget>

/** Publishes by amqplib, with the broker’s confirmation of each message. */
export function createAmqpPublisher(network: Network = createNetwork()): PublisherPort {
  return { open: (target) => openConnection({ target, network }, open) }
}

/** Messages that were published together, and what became of them. */
interface Batch {
  unconfirmed: number
  /** What is bound to no queue has come back. */
  returned(routingKey: string): void
  resolve(): void
  reject(thrown: unknown): void
}

async function open(connection: Connection): Promise<Publisher> {
  const { target } = connection
  const model = await logIn(connection)
  joinWrites(model)
  const channel = useChannel(connection, await model.createConfirmChannel())
  await channel.checkExchange(target.exchange)
  const batches = new Set<Batch>()
  /** Its number on this connection is the id by which a message that comes back is known. */
  let published = 0
  const unroutable = new Set<string>()
  // Comes before the confirmation of the same message.
  channel.on('return', ({ properties }: { properties: { messageId?: unknown } }) => {
    unroutable.add(String(properties.messageId))
  })
  const fail = (thrown: unknown): void => {
    for (const { reject } of batches) reject(thrown)
  }
  /** It reads nothing more from this connection, where what is sent meanwhile would pile up. */
  let blocked: AppError | undefined
  const block = (reason: string): void => {
    blocked = notConfirmed(
      target,
      `it is short of memory or disk space (“${plainText(reason, 200)}”) and takes nothing new`,
    )
    fail(blocked)
  }
  model.on('blocked', block).on('unblocked', () => (blocked = undefined))
  if (connection.error !== undefined) throw new Error('ended while it began', { cause: connection.error })
  connection.onError = (thrown) => {
    void closeConnection(connection)
    fail(linkFailure(thrown, target))
  }
  const publishOne = ({ routingKey, body, headers }: OutgoingMessage, batch: Batch): void => {
    published += 1
    const messageId = String(published)
    const content = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    // Mandatory: what is bound to no queue comes back, where it would otherwise be confirmed and lost.
    const options = { persistent: true, mandatory: true, messageId, headers }
    channel.publish(target.exchange, routingKey, content, options, (refusal: unknown) => {
      if (unroutable.delete(messageId)) batch.returned(routingKey)
      else if (refusal !== null) batch.reject(linkFailure(refusal, target))
      batch.unconfirmed -= 1
      if (batch.unconfirmed === 0) batch.resolve()
    })
  }
  const publish = async (messages: readonly OutgoingMessage[], returned?: () => void): Promise<void> => {
    if (connection.onError === undefined) throw linkFailure(connection.error, target)
    if (blocked !== undefined) throw blocked
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const refuse = (routingKey: string): void => reject(notRouted(target, routingKey))
    const batch: Batch = { unconfirmed: messages.length, returned: returned ?? refuse, resolve, reject }
    batches.add(batch)
    const waited = `it confirmed nothing for ${target.confirmTimeoutMs / 1_000} seconds`
    const timer = setTimeout(() => noteError(connection, notConfirmed(target, waited)), target.confirmTimeoutMs)
    if (messages.length === 0) resolve()
    for (const message of messages) publishOne(message, batch)
    await promise.finally(() => {
      clearTimeout(timer)
      batches.delete(batch)
    })
  }
  return {
    publish: (messages) => publish(messages),
    isReturned: async (message) => {
      let isReturned = false
      await publish([message], () => (isReturned = true))
      return isReturned
    },
    get isOpen() {
      return connection.onError !== undefined
    },
    close: async () => {
      await closeConnection(connection)
      fail(new AppError({ tag: 'interrupted' }))
    },
  }
}

function notRouted(target: PublishTarget, routingKey: string): AppError {
  const { exchange } = target
  return new AppError({
    tag: 'not-published',
    exchange,
    broker: hostPort(target),
    reason: `no stream is bound to it for “${plainText(routingKey, 100)}”`,
    next: 'Have the definitions imported that “parcel-desk feed topology --keep-users” prints, with this customer among all.',
  })
}

function notConfirmed(target: PublishTarget, reason: string): AppError {
  const { exchange } = target
  return new AppError({ tag: 'not-published', exchange, broker: hostPort(target), reason })
}
