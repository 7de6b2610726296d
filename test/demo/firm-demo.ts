import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { startShell } from '../browser-shell/start-shell.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { COMMAND_LINE } from '../support/command-line.ts'
import type { RunningBroker } from '../support/private-broker.ts'
import { keepChanging, QUEUE, queueOf } from './demo-feed.ts'
import { type DemoDesk, openDemoDesk } from './demo-desk.ts'

const run = promisify(execFile)

/** Of the firm’s users, on a broker that is gone with the demo. */
const PASSWORD = 'demo'
const USERS = { collector: 'parcel-collector', desks: 'parcel-desk' } as const
const DESKS = 3

export interface FirmDemo {
  desks: DemoDesk[]
  /** Its process id. */
  collector: number
  /** Ends collector, desks and service; the broker is the caller’s. */
  stop(): Promise<void>
}

interface FirmDemoOptions {
  broker: RunningBroker
  /** Everything is kept here; made and removed by the caller. */
  folder: string
  /** What the desks save. */
  savedDir: string
  say: (line: string) => void
}

/**
 * One firm on this computer: a service whose sets change, its queues, a collector that takes them, the firm’s streams as
 * `feed topology` prints them, and three desks that read all of them. Says of each change how soon each desk had it.
 */
export async function startFirmDemo({ broker, folder, savedDir, say }: FirmDemoOptions): Promise<FirmDemo> {
  const data = demoData()
  const service = await startExchangeService({ data })
  const site: Site = { broker, folder, customers: data.counterparties.map(({ customerId }) => customerId) }
  await makeTopology(site)
  const collector = startCollector(site)
  const desks: DemoDesk[] = []
  for (let number = 1; number <= DESKS; number += 1) {
    const shell = await startShell({ dataDir: path.join(folder, `desk-${number}`), savedDir })
    desks.push(await openDemoDesk({ ...site, shell, service, login: { username: USERS.desks, password: PASSWORD } }))
  }
  const ended = new AbortController()
  const publishing = keepChanging(timed(broker, desks, say), data, ended.signal)
  return {
    desks,
    collector: collector.pid ?? Number.NaN,
    stop: async () => {
      ended.abort()
      await publishing
      await Promise.all(desks.map((desk) => desk.close()))
      await end(collector)
      await service.close()
    },
  }
}

interface Site {
  broker: RunningBroker
  folder: string
  customers: readonly string[]
}

/** The service’s queues, and what the firm’s administrator imports. */
async function makeTopology({ broker, folder, customers }: Site): Promise<void> {
  for (const customerId of customers) await broker.declareQueue(queueOf(customerId))
  const words = customers.flatMap((customerId) => ['--customer', customerId])
  const { stdout } = await run(process.execPath, [COMMAND_LINE, 'feed', 'topology', ...words])
  const file = path.join(folder, 'definitions.json')
  await writeFile(file, stdout)
  await broker.importDefinitions(file)
  for (const user of Object.values(USERS)) await broker.setPassword(user, PASSWORD)
}

function startCollector({ broker, folder, customers }: Site): ChildProcess {
  const at = `127.0.0.1:${broker.port}`
  const words = ['collect', '--amqp-url', `amqp://guest@${at}`, '--queue', QUEUE]
  const target = ['--publish-url', `amqp://${USERS.collector}@${at}`, '--standby', '--quiet']
  const named = customers.flatMap((customerId) => ['--customer', customerId])
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    PARCEL_DESK_DATA_DIR: path.join(folder, 'collector'),
    PARCEL_DESK_AMQP_PASSWORD: 'guest',
    PARCEL_DESK_PUBLISH_PASSWORD: PASSWORD,
  }
  return spawn(process.execPath, [COMMAND_LINE, ...words, ...target, ...named], { env, stdio: 'ignore' })
}

/** A broker that says of each message how soon every desk had it. */
function timed(
  broker: RunningBroker,
  desks: readonly DemoDesk[],
  say: (line: string) => void,
): Pick<RunningBroker, 'publish'> {
  let published = 0
  return {
    publish: async (queue, bodies) => {
      const atMs = performance.now()
      await broker.publish(queue, bodies)
      const number = (published += 1)
      const all = desks.map(async (desk) => Math.round((await desk.has(number)) - atMs))
      void Promise.all(all).then((times) => say(`Change ${number}: on the desks after ${times.join(', ')} ms.`))
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const isGone = once(child, 'exit')
  child.kill('SIGTERM')
  await isGone
}
