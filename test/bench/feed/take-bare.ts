import { connect } from 'amqplib'
import { nowMs, type Order, type Taken } from './order.ts'

/** What a consumer costs that stores nothing: amqplib alone, each message acknowledged by itself. */
export async function takeBare({ url, queue, count, prefetch }: Order, onReady: () => void): Promise<Taken> {
  const model = await connect(url, { noDelay: true })
  const channel = await model.createChannel()
  await channel.prefetch(prefetch)
  const done = Promise.withResolvers<void>()
  const acknowledgedAtMs: number[] = []
  let beginMs = 0
  await channel.consume(queue, (message) => {
    if (message === null) return
    if (beginMs === 0) beginMs = nowMs()
    channel.ack(message)
    acknowledgedAtMs.push(nowMs())
    if (acknowledgedAtMs.length === count) done.resolve()
  })
  onReady()
  await done.promise
  await channel.close()
  await model.close()
  return { beginMs, endMs: acknowledgedAtMs.at(-1) ?? 0, acknowledgedAtMs }
}
