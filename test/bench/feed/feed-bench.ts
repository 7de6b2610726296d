import { DEFAULT_PREFETCH } from '../../../src/shared/model/queue-defaults.ts'
import { startBroker, type Broker } from '../../support/private-broker.ts'
import { statusMessages } from '../../support/status-messages.ts'
import { nowMs, type Consumed } from './order.ts'
import { publishEvenly } from './publish-evenly.ts'
import { runConsumer, type ConsumerRun } from './run-consumer.ts'

export interface FeedSizes {
  rounds: number
  /** Waiting when the consumer comes. */
  messages: number
  /** Of a latency round. */
  paced: number
  backlog: number
}

/** A consumer of the comparison. */
export interface Contender {
  kind: ConsumerRun['kind']
  prefetch: number
}

export interface Measured extends Contender {
  runs: Consumed[]
}

export interface FeedResult {
  sizes: FeedSizes
  throughput: Measured[]
  /** Milliseconds from published to acknowledged, one list a round. */
  latency: (Contender & { roundsMs: number[][] })[]
  backlog: Measured[]
}

const BARE: Contender = { kind: 'bare', prefetch: 100 }
export const OURS: Contender = { kind: 'ours', prefetch: DEFAULT_PREFETCH }
/** What the same prefetch as the bare consumer’s costs. */
const OURS_NARROWER: Contender = { kind: 'ours', prefetch: BARE.prefetch }

/** Bare amqplib and the feed in turns at one broker of their own. */
export async function benchFeed(sizes: FeedSizes, folder: string): Promise<FeedResult> {
  const broker = await startBroker()
  try {
    const bench: Bench = { broker, folder, sizes }
    const throughput = [BARE, OURS, OURS_NARROWER].map((contender) => ({ ...contender, runs: noRuns() }))
    const latency = [BARE, OURS].map((contender) => ({ ...contender, roundsMs: noRounds() }))
    for (let round = 0; round < sizes.rounds; round += 1) {
      for (const one of throughput) one.runs.push(await drain(bench, one, sizes.messages))
      for (const one of latency) one.roundsMs.push(await pace(bench, one))
    }
    const backlog = [{ ...OURS, runs: [await drain(bench, OURS, sizes.backlog)] }]
    return { sizes, throughput, latency, backlog }
  } finally {
    await broker.stop()
  }
}

interface Bench {
  broker: Broker
  folder: string
  sizes: FeedSizes
}

const noRuns = (): Consumed[] => []
const noRounds = (): number[][] => []

/** Lets one consumer take what waits. */
async function drain({ broker, folder }: Bench, { kind, prefetch }: Contender, count: number): Promise<Consumed> {
  await broker.declareQueue('bench')
  await broker.publish('bench', statusMessages(count))
  const run = { kind, prefetch, count, folder, url: broker.url, queue: 'bench', hasTimes: false }
  const figures = await runConsumer(run, () => Promise.resolve())
  await broker.deleteQueue('bench')
  return figures
}

/** Publishes to a consumer that is there already, evenly; the order of the queue joins both lists of times. */
async function pace({ broker, folder, sizes }: Bench, { kind, prefetch }: Contender): Promise<number[]> {
  await broker.declareQueue('bench')
  const publishedAtMs: number[] = []
  const run = { kind, prefetch, count: sizes.paced, folder, url: broker.url, queue: 'bench', hasTimes: true }
  const { acknowledgedAtMs } = await runConsumer(run, () =>
    publishEvenly(broker, { queue: 'bench', count: sizes.paced, publishedAtMs, now: nowMs }),
  )
  await broker.deleteQueue('bench')
  return acknowledgedAtMs.map((atMs, index) => atMs - (publishedAtMs[index] ?? Number.NaN))
}
