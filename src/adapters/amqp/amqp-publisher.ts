import { hostPort } from '../../shared/text/addresses.ts'
import { AppError } from '../../shared/errors/app-error.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type {
  OutgoingMessage,
  PublishAnswer,
  Publisher,
  PublisherPort,
  PublishTarget,
} from '../../engine/ports/publisher.ts'
import { type BrokerConnection, closeConnection, logIn, openConnection, useChannel } from './amqp-connection.ts'
import { createNetwork, type Network } from '../network/network.ts'
import { joinWrites } from './joined-writes.ts'
import { linkFailure } from './link-failures.ts'

type Connection = BrokerConnection<PublishTarget>

/** Publishes by amqplib, with the broker’s confirmation of each message. */
export function createAmqpPublisher(network: Network = createNetwork()): PublisherPort {
  return { open: (target) => openConnection({ target, network }, open) }
}

/** Who is told of the answer for a message that is on its way. */
type OnAnswer = (answer: PublishAnswer) => void

async function open(connection: Connection): Promise<Publisher> {
  const { target } = connection
  const model = await logIn(connection)
  joinWrites(model)
  const channel = useChannel(connection, await model.createConfirmChannel())
  await channel.checkExchange(target.exchange)
  /** Each ends the waiting of one call. */
  const waiting = new Set<(failure: AppError) => void>()
  const inTransit = new Map<string, OnAnswer[]>()
  const returned = new Set<string>()
  // Comes before the confirmation of the same message.
  channel.on('return', ({ fields, properties }: ReturnedMessage) => {
    returned.add(keyOf({ routingKey: fields.routingKey, messageId: properties.messageId }))
  })
  const fail = (failure: AppError): void => {
    for (const end of waiting) end(failure)
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
  const trouble = (): AppError | undefined =>
    connection.onError === undefined ? linkFailure(connection.error, target) : blocked
  const send = (message: OutgoingMessage, onAnswer: OnAnswer): void => {
    const { routingKey, body, messageId, properties, headers } = message
    const key = keyOf(message)
    const before = inTransit.get(key)
    if (before !== undefined) {
      before.push(onAnswer)
      return
    }
    const told = [onAnswer]
    inTransit.set(key, told)
    const content = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    // Mandatory: what is bound to no queue comes back, where it would otherwise be confirmed and lost.
    const own = { persistent: true, mandatory: true, messageId }
    const options =
      properties === undefined
        ? { ...own, headers }
        : { ...own, ...properties, headers: { ...properties.headers, ...headers } }
    channel.publish(target.exchange, routingKey, content, options, (refusal: unknown) => {
      inTransit.delete(key)
      const confirmed = returned.delete(key) ? 'returned' : 'confirmed'
      const answer = refusal === null ? confirmed : linkFailure(refusal, target)
      for (const tell of told) tell(answer)
    })
  }
  return {
    publish: async (messages, onAnswer) => {
      const failure = trouble()
      if (failure !== undefined || messages.length === 0) return failure
      const ended = Promise.withResolvers<AppError | undefined>()
      const end = ended.resolve
      waiting.add(end)
      const waited = `it confirmed nothing for ${target.confirmTimeoutMs / 1_000} seconds`
      // The connection stays: closed, it would leave open whether they were published. A dead one ends by its heartbeat.
      const timer = setTimeout(() => end(notConfirmed(target, waited)), target.confirmTimeoutMs)
      let unanswered = messages.length
      let refusal: AppError | undefined
      for (const message of messages) {
        send(message, (answer) => {
          onAnswer(message, answer)
          if (typeof answer !== 'string') refusal ??= answer
          unanswered -= 1
          if (unanswered === 0) end(refusal)
        })
      }
      return await ended.promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(end)
      })
    },
    trouble,
    get isOpen() {
      return connection.onError !== undefined
    },
    close: async () => {
      await closeConnection(connection)
      fail(new AppError({ tag: 'interrupted' }))
    },
  }
}

interface ReturnedMessage {
  fields: { routingKey: string }
  properties: { messageId?: unknown }
}

/** By which a message on its way is known when it is answered for, and when it is published once more. */
function keyOf({ routingKey, messageId }: { routingKey: string; messageId?: unknown }): string {
  return `${routingKey} ${String(messageId)}`
}

function notConfirmed(target: PublishTarget, reason: string): AppError {
  const { exchange } = target
  return new AppError({ tag: 'not-published', exchange, broker: hostPort(target), reason })
}
