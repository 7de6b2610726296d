import { parseArgs } from 'node:util'
import { writeBenchSection } from '../measuring/bench-section.ts'
import { busyWarning, describeMachine } from '../measuring/machine.ts'
import { runBench } from '../measuring/run-bench.ts'
import { benchCollector } from './collector-bench.ts'
import { collectorTable, firmMisses, readersTable } from './firm-tables.ts'
import { benchReaders, CUSTOMERS, MESSAGES_A_SECOND, type ReaderResult, WHOLE_DESKS } from './reader-bench.ts'
import { FOLLOWED } from './readers-figures.ts'

const USAGE =
  'Usage: npm run bench:firm -- [--rounds 5] [--messages 20000] [--seconds 600] [--readers 10,100,500] [--dry]'

const number = { type: 'string' } as const
const { values } = parseArgs({
  // --dry leaves docs/benchmarks.md as it is.
  options: { rounds: number, messages: number, seconds: number, readers: number, dry: { type: 'boolean' } },
})

function sizeOf(text: string | undefined, usual: number): number {
  const size = Number(text ?? usual)
  if (!Number.isInteger(size) || size < 1) throw new Error(USAGE)
  return size
}

const rounds = sizeOf(values.rounds, 5)
const messages = sizeOf(values.messages, 20_000)
const seconds = sizeOf(values.seconds, 600)
const counts = (values.readers ?? '10,100,500').split(',').map((count) => sizeOf(count, 0))

await runBench({ name: 'firm' }, async (folder) => {
  const warning = busyWarning()
  if (warning !== undefined) console.error(warning)
  const machine = describeMachine()
  const collector = await benchCollector({ rounds, messages }, folder)
  console.log(collectorTable(collector))
  const results: ReaderResult[] = []
  for (const [index, readers] of counts.entries()) {
    // The last is the one that counts; the others take a minute.
    results.push(
      await benchReaders({ readers, seconds: index === counts.length - 1 ? seconds : Math.min(60, seconds) }, folder),
    )
  }
  const tables = `${collectorTable(collector)}\n\n${readersTable(results)}`
  console.log(tables)
  const way = `from the service’s queue through \`parcel-desk collect\` and the exchange to ${CUSTOMERS} customers’ streams`
  const who = `each reader follows ${FOLLOWED}; ${WHOLE_DESKS} have their inbox on the disk and a process each, the others theirs in memory, in four processes`
  const text = `## One firm\n\nMessages of the documented shape (430 bytes) on a RabbitMQ of the bench’s own, which is the service’s and the firm’s. Above all, a collector: bare amqplib and the command in turns, medians of ${rounds} rounds (least–most), until the last is acknowledged; it makes entries of a backlog after that. Then ${MESSAGES_A_SECOND} messages a second ${way}; ${who}. Times are from published to stored. Every message was stored in the collector’s inbox and, complete and in order, by each reader; ${seconds} s with the most readers. Broker, collector, readers and publisher share the cores; the growth is that of the readers on the disk, from half time to the end.\n\n${tables}\n\n\`npm run bench:firm\`, ${new Date().toISOString().slice(0, 10)}: ${machine}.`
  if (values.dry !== true) await writeBenchSection({ id: 'firm', text })
  const misses = firmMisses(collector, results)
  for (const miss of misses) console.error(`Over its limit: ${miss}`)
  if (misses.length > 0) process.exitCode = 1
})
