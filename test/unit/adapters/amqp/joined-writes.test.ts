import type { ChannelModel } from 'amqplib'
import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { joinWrites } from '../../../../src/adapters/amqp/joined-writes.ts'

/** A connection as amqplib has one, and what its socket was given at once. */
function connectionTo(sent: string[][]): Pick<ChannelModel, 'connection'> {
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      sent.push([chunk.toString()])
      done()
    },
    writev: (chunks: { chunk: unknown }[], done) => {
      sent.push(chunks.map(({ chunk }) => String(chunk)))
      done()
    },
  })
  return { connection: Object.assign(Object.create(null), { stream }) }
}

it('sends what is written in one turn at once, in its order, and what comes later by itself', async () => {
  const sent: string[][] = []
  const model = connectionTo(sent)
  joinWrites(model)
  const stream: unknown = Reflect.get(model.connection, 'stream')
  if (!(stream instanceof Writable)) throw new Error('it has a stream')
  for (const frame of ['one', 'two', 'three']) stream.write(frame)
  await nextTurn()
  expect(sent).toEqual([['one', 'two', 'three']])
  stream.write('four')
  await nextTurn()
  expect(sent).toEqual([['one', 'two', 'three'], ['four']])
})
