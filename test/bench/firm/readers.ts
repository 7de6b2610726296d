import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createAmqpLink } from '../../../src/adapters/amqp/amqp-link.ts'
import { keepHeapSmall } from '../../../src/engine/base/small-heap.ts'
import { FEED_SCHEMA } from '../../../src/engine/storage/schema.ts'
import { openDatabase } from '../../../src/engine/storage/database.ts'
import { nowMs } from '../feed/order.ts'
import { customerIds } from './firm-site.ts'
import { createLatencies } from './latencies.ts'
import { FOLLOWED, type ReadersFigures } from './readers-figures.ts'
import { startReader } from './start-reader.ts'

/*
 * Some readers in a process of their own. Says “ready” when all are live, then one line of figures when each has stored the
 * messages of its streams. A message that does not follow the one before it ends the process.
 */

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { port: text, first: text, readers: text, customers: text, each: text, folder: text },
})
const [port, first, count, each] = [values.port, values.first, values.readers, values.each].map(Number)
const customers = customerIds(Number(values.customers))
const { folder } = values

keepHeapSmall()
const latencies = createLatencies()
const done = Promise.withResolvers<void>()
let missing = (count ?? 0) * FOLLOWED * (each ?? 0)
const readers = Array.from({ length: count ?? 0 }, (_, index) => {
  const number = (first ?? 0) + index
  const followed = Array.from(
    { length: FOLLOWED },
    (_one, nth) => customers[(number * FOLLOWED + nth) % customers.length] ?? '',
  )
  const expected = new Map(followed.map((customerId) => [customerId, 0]))
  return startReader({
    port: port ?? 0,
    // A connection each, as desks on computers of their own have.
    link: createAmqpLink(),
    database: folder === undefined ? memoryDatabase() : fileDatabase(join(folder, `reader-${number}.sqlite`)),
    customers: followed,
    onStored: (customerId, { number: got, atMs }) => {
      const next = expected.get(customerId)
      if (got !== next) throw new Error(`reader ${number} got message ${got} of ${customerId}, and not ${next}`)
      expected.set(customerId, got + 1)
      latencies.add(nowMs() - atMs)
      missing -= 1
      if (missing === 0) done.resolve()
    },
  })
})
await Promise.all(readers.map(({ live }) => live))
process.stdout.write('ready\n')
const before = { readBytes: readBytes(), cpu: process.cpuUsage() }
const memory: number[] = []
const watching = new AbortController()
const isOver = done.promise.then(() => watching.abort())
while (!watching.signal.aborted) {
  memory.push(process.memoryUsage.rss())
  await pause(5_000, undefined, { signal: watching.signal }).catch(() => undefined)
}
await isOver
memory.push(process.memoryUsage.rss())
const { user, system } = process.cpuUsage(before.cpu)
const figures: ReadersFigures = {
  latencies: latencies.toPairs(),
  memory,
  readBytes: readBytes() - before.readBytes,
  cpuSeconds: (user + system) / 1e6,
}
process.stdout.write(`${JSON.stringify(figures)}\n`)
process.exit(0)

function memoryDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  for (const script of FEED_SCHEMA.migrations) database.exec(script)
  return database
}

function fileDatabase(file: string): DatabaseSync {
  return openDatabase(file, FEED_SCHEMA, () => undefined)
}

function readBytes(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
}
