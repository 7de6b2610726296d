import path from 'node:path'
import { onChannel } from '../../support/broker-channel.ts'
import type { RunningBroker } from '../../support/private-broker.ts'
import { statusMessages } from '../../support/status-messages.ts'
import { CUSTOMER, type Firm, openFirm, STREAM } from '../../integration/feeds/firm.ts'
import { until } from './until.ts'

export interface Rounds {
  broker: RunningBroker
  rounds: number
  random: () => number
}

/** How often a reader says that its stream was deleted and made anew, and then stores all that the new one has. */
export async function noticeRecreated({ broker, rounds, random }: Rounds): Promise<number> {
  return await noticedOf({ broker, rounds, sentence: 'was deleted and made anew' }, async (next) => {
    const bodies = next(1 + Math.floor(random() * 30))
    await makeStream(broker)
    await broker.publish(STREAM, bodies)
    return bodies
  })
}

/** Only whole segments are dropped, and the newest may be empty: the last ten messages fit beside it. */
const SHORT = { 'x-stream-max-segment-size-bytes': 10_000, 'x-max-length-bytes': 40_000 }

/** How often a reader says what is gone where retention has passed it, and then stores the rest. */
export async function noticeOverrun({ broker, rounds, random }: Rounds): Promise<number> {
  return await noticedOf(
    { broker, rounds, sentence: 'no longer keeps what came between', limits: SHORT },
    async (next) => {
      let last: string[] = []
      const batches = 40 + Math.floor(random() * 20)
      for (let batch = 0; batch < batches; batch += 1) await broker.publish(STREAM, (last = next(10)))
      return last
    },
  )
}

interface Noticing {
  broker: RunningBroker
  rounds: number
  sentence: string
  limits?: Record<string, unknown>
}

/** Each round with an inbox of its own: reads a few messages, lets something happen to the stream, and reads again. */
async function noticedOf(
  { broker, rounds, sentence, limits = {} }: Noticing,
  happen: (next: (count: number) => string[]) => Promise<string[]>,
): Promise<number> {
  const firm = await openFirm(broker)
  let [noticed, published] = [0, 0]
  const next = (count: number): string[] => {
    published += count
    return statusMessages(count, published - count)
  }
  try {
    await firm.importTopology()
    for (let round = 0; round < rounds; round += 1) {
      const folder = `inbox-${round}`
      const inbox = ['--data-dir', path.join(firm.program.folder, folder)]
      await makeStream(broker, limits)
      await broker.publish(STREAM, next(3))
      await firm.read(...inbox, '--from', 'first', '--count', '3')
      const expected = await happen(next)
      if (await saysAndStores(firm, { folder, inbox, sentence, expected })) noticed += 1
    }
    return noticed
  } finally {
    await firm.close()
  }
}

interface Expected {
  folder: string
  inbox: string[]
  sentence: string
  expected: readonly string[]
}

async function saysAndStores(firm: Firm, { folder, inbox, sentence, expected }: Expected): Promise<boolean> {
  const { said, child, result } = firm.startReader(...inbox)
  const isSaid = await until(() => said().includes(sentence))
  const isStored = await until(async () => {
    const stored = new Set(await firm.storedBodies(folder))
    return expected.every((body) => stored.has(body))
  })
  child.kill('SIGKILL')
  await result
  return isSaid && isStored
}

async function makeStream(broker: RunningBroker, limits: Record<string, unknown> = {}): Promise<void> {
  await broker.deleteQueue(STREAM)
  await broker.declareQueue(STREAM, { 'x-queue-type': 'stream', ...limits })
  await onChannel(broker.url, (channel) => channel.bindQueue(STREAM, 'parcel.status', CUSTOMER))
}
