import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { DatabaseSync } from 'node:sqlite'
import { type Broker, startBroker } from '../../support/private-broker.ts'
import { readStream } from '../../support/read-stream.ts'
import { statusMessages } from '../../support/status-messages.ts'
import { z } from 'zod'
import { consumed } from '../feed/order.ts'
import { customerIds, makeSite, QUEUE } from './firm-site.ts'

const collecting = consumed.extend({
  /** Until every message is an entry of the inbox too, where there is one. */
  listedSeconds: z.number(),
})

export type Collecting = z.output<typeof collecting>

export interface CollectorResult {
  messages: number
  bare: Collecting[]
  ours: Collecting[]
}

const PROGRAM = path.join(import.meta.dirname, 'collector.ts')

/** The bare loop and `collect` in turns at one broker, which is the service’s and the firm’s. */
export async function benchCollector(
  { rounds, messages }: { rounds: number; messages: number },
  folder: string,
): Promise<CollectorResult> {
  const broker = await startBroker()
  try {
    await makeSite(broker, customerIds(1))
    const result: CollectorResult = { messages, bare: [], ours: [] }
    const bodies = statusMessages(messages)
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of ['bare', 'ours'] as const) {
        await broker.publish(QUEUE, bodies)
        result[kind].push(await runCollector({ kind, broker, messages, folder }))
      }
    }
    const stream = `parcel.${customerIds(1)[0] ?? ''}`
    const published = await readStream(broker, stream, { count: 2 * rounds * messages })
    if (new Set(published).size !== messages) throw new Error('messages of the stream differ from those of the queue')
    return result
  } finally {
    await broker.stop()
  }
}

interface CollectorRun {
  kind: 'bare' | 'ours'
  broker: Broker
  messages: number
  folder: string
}

async function runCollector({ kind, broker, messages, folder }: CollectorRun): Promise<Collecting> {
  const own = await mkdtemp(path.join(folder, 'collector-'))
  const words = [`--kind=${kind}`, `--port=${broker.port}`, `--count=${messages}`, `--folder=${own}`]
  const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = await text(child.stdout)
  if (said === '') throw new Error(`The collector “${kind}” ended without figures.`)
  if ((await broker.count(QUEUE)) > 0) throw new Error(`The collector “${kind}” left messages in the queue.`)
  if (kind === 'ours') expectStored(path.join(own, 'production/feed.sqlite'), messages)
  await rm(own, { recursive: true })
  return collecting.parse(JSON.parse(said))
}

function expectStored(file: string, messages: number): void {
  const database = new DatabaseSync(file, { readOnly: true })
  const stored = Number(database.prepare('SELECT COUNT(*) AS count FROM entries').get()?.['count'])
  database.close()
  if (stored !== messages) throw new Error(`${stored} of ${messages} messages are in the inbox`)
}
