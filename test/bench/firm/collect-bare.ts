import { connect } from 'amqplib'
import { DEFAULT_EXCHANGE, DEFAULT_PREFETCH } from '../../../src/shared/model/queue-defaults.ts'
import { nowMs } from '../feed/order.ts'
import { customerIds, PASSWORD, QUEUE } from './firm-site.ts'

export interface CollectOrder {
  port: number
  count: number
  /** For what is stored. */
  folder: string
}

export interface Collected {
  /** When the first message came; by `nowMs`. */
  beginMs: number
  /** When the last was acknowledged. */
  endMs: number
}

/** The least that a collector can be: consumes, publishes under one key, acknowledges what is confirmed, stores nothing. */
export async function collectBare({ port, count }: CollectOrder): Promise<Collected> {
  const at = { hostname: '127.0.0.1', port }
  const taking = await connect({ ...at, username: 'guest', password: 'guest' }, { noDelay: true })
  const publishing = await connect({ ...at, username: 'parcel-collector', password: PASSWORD }, { noDelay: true })
  const source = await taking.createChannel()
  const target = await publishing.createConfirmChannel()
  await source.prefetch(DEFAULT_PREFETCH)
  const [routingKey = ''] = customerIds(1)
  const done = Promise.withResolvers<void>()
  let beginMs = 0
  let acknowledged = 0
  await source.consume(QUEUE, (message) => {
    if (message === null) return
    if (beginMs === 0) beginMs = nowMs()
    target.publish(DEFAULT_EXCHANGE, routingKey, message.content, { persistent: true, mandatory: true }, () => {
      source.ack(message)
      acknowledged += 1
      if (acknowledged === count) done.resolve()
    })
  })
  await done.promise
  const endMs = nowMs()
  await source.close()
  await Promise.all([taking.close(), publishing.close()])
  return { beginMs, endMs }
}
