import { parseArgs } from 'node:util'
import { writeBenchSection } from '../measuring/bench-section.ts'
import { busyWarning, describeMachine } from '../measuring/machine.ts'
import { runBench } from '../measuring/run-bench.ts'
import { benchFeed, type FeedSizes } from './feed-bench.ts'
import { feedMisses, feedTables } from './feed-tables.ts'
import { benchScreen } from './screen-bench.ts'
import { screenMisses, screenTables } from './screen-tables.ts'

const USAGE = 'Usage: npm run bench:feed -- [--rounds 5] [--messages 20000] [--paced 2000] [--backlog 100000] [--dry]'

const number = { type: 'string' } as const
const { values } = parseArgs({
  // --dry leaves docs/benchmarks.md as it is.
  options: { rounds: number, messages: number, paced: number, backlog: number, dry: { type: 'boolean' } },
})

function sizeOf(text: string | undefined, usual: number): number {
  const size = Number(text ?? usual)
  if (!Number.isInteger(size) || size < 1) throw new Error(USAGE)
  return size
}

const sizes: FeedSizes = {
  rounds: sizeOf(values.rounds, 5),
  messages: sizeOf(values.messages, 20_000),
  paced: sizeOf(values.paced, 2_000),
  backlog: sizeOf(values.backlog, 100_000),
}

await runBench({ name: 'feed' }, async (folder) => {
  const warning = busyWarning()
  if (warning !== undefined) console.error(warning)
  const machine = describeMachine()
  const result = await benchFeed(sizes, folder)
  const screen = await benchScreen(sizes, folder)
  const tables = `${feedTables(result)}\n\n${screenTables(screen)}`
  console.log(tables)
  const text = `## The feed\n\nMessages of the documented shape (430 bytes) from a RabbitMQ of the bench’s own, in a durable queue, all persistent. Each consumer is a process of its own; they take turns. Parcel Desk stores each message in its inbox (SQLite, WAL, \`synchronous = FULL\`) before it acknowledges it. Medians of ${sizes.rounds} rounds (least–most); broker, consumer and publisher share the cores.\n\n${tables}\n\n\`npm run bench:feed\`, ${new Date().toISOString().slice(0, 10)}: ${machine}.`
  if (values.dry !== true) await writeBenchSection({ id: 'feed', text })
  const misses = [...feedMisses(result), ...screenMisses(screen)]
  for (const miss of misses) console.error(`Over its limit: ${miss}`)
  if (misses.length > 0) process.exitCode = 1
})
