import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { seededRandom } from '../exchange-service/seeded-random.ts'
import { borrowBroker, type BorrowedBroker } from '../support/borrow-broker.ts'
import { distinctData } from '../support/distinct-documents.ts'
import { statusMessage } from '../support/status-messages.ts'
import type { ArchiveDisk } from './archive-disk.ts'
import { type Actor, type ActorOptions, type Root, runProgram, startActor } from './programs.ts'
import { shiftedClock } from './shifted-clock.ts'

const execute = promisify(execFile)

/** How many of each a campaign has. */
export interface CompanySize {
  desks: number
  savers: number
}

/** With everything that another encoding would write differently, and told apart. */
export const SECRETS = {
  service: 'Campaign-Service/+ "1" ß%&=',
  queue: 'Campaign-Queue/+ "2" ß%&=',
  collector: 'Campaign-Collector/+ "3" ß%&=',
  desk: 'Campaign-Desk/+ "4" ß%&=',
}
const USERNAME = 'campaign@aurora.example'
const CUSTOMERS = 3
/** The state that makes the first desk save. */
const RULE_STATE = 'TITLE_HELD'
const SCHEDULER = 'scheduler'
const SCHEDULE = 'Every five minutes'
const STATES = ['DRAFTED', 'Signed', 'ISSUED', RULE_STATE]
const MOST_AT_ONCE = 30
const PUBLISH_EVERY_MS = 150
/** So that saves take a while, and faults come in the middle of them. */
const ANSWER_MS = 40

/** A firm at work: service, broker, two collectors, desks that read streams, savers, and messages that never end. */
export interface Company {
  root: Root
  service: ExchangeService
  broker: BorrowedBroker
  disk: ArchiveDisk
  archive: string
  actors: readonly Actor[]
  customers: readonly string[]
  /** Bodies that the broker has confirmed, by customer. */
  published: ReadonlyMap<string, string[]>
  /** The customer whose stream a desk reads. */
  customerOf(desk: string): string
  jumpClock(hours: number): void
  stopPublishing(): Promise<void>
}

export const actorNames = ({ desks, savers }: CompanySize): string[] => [
  ...numbered('collector', 2),
  ...numbered('desk', desks),
  ...numbered('saver', savers),
  SCHEDULER,
]

const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index + 1}`)

interface Premises extends Pick<Company, 'disk'> {
  folder: string
  program: string
  seed: number
  /** Ends what runs. */
  closing: AsyncDisposableStack
}

export async function openCompany(
  size: CompanySize,
  { folder, program, seed, disk, closing }: Premises,
): Promise<Company> {
  const data = distinctData({ sets: 60, documentsPerSet: 2, customers: CUSTOMERS })
  const users = [{ username: USERNAME, password: SECRETS.service }]
  const service = await startExchangeService({ data, users, seed, tokenLifetimeMs: 20_000, delayMs: ANSWER_MS })
  closing.defer(service.close)
  const broker = await borrowBroker()
  closing.defer(() => broker.stop())
  const clockFile = join(folder, 'clock.txt')
  const jumpClock = (hours: number): void => writeFileSync(clockFile, String(hours))
  jumpClock(0)
  const root: Root = {
    folder,
    program,
    env: () => ({
      PATH: process.env['PATH'],
      HOME: folder,
      PARCEL_DESK_BASE_URL: service.url,
      PARCEL_DESK_USERNAME: USERNAME,
      PARCEL_DESK_PASSWORD: SECRETS.service,
      PARCEL_DESK_AMQP_PASSWORD: SECRETS.queue,
      PARCEL_DESK_PUBLISH_PASSWORD: SECRETS.collector,
      ...shiftedClock(clockFile),
    }),
  }
  const customers = data.counterparties.map(({ customerId }) => customerId)
  await importTopology({ root, broker, customers })
  const archive = join(disk.folder, 'archive')
  mkdirSync(archive, { recursive: true })
  const customerOf = (desk: string): string => customers[Number(desk.split('-').at(-1)) % CUSTOMERS] ?? ''
  const [first = ''] = customers
  await addSchedule(root, ['--customer', first, ...intoArchive(archive)])
  const wordsOf = createWords({ broker, customers, customerOf, archive, seed })
  const actors = actorNames(size).map((name) => startActor({ name, root: rootOf(root, name), words: wordsOf(name) }))
  const published = new Map(customers.map((customerId): [string, string[]] => [customerId, []]))
  closing.defer(async () => void (await Promise.allSettled(actors.map((actor) => actor.stop()))))
  const publisher = startPublishing({ broker, service, published, seed })
  closing.defer(publisher.stop)
  return {
    root,
    service,
    broker,
    disk,
    archive,
    actors,
    customers,
    published,
    customerOf,
    jumpClock,
    stopPublishing: publisher.stop,
  }
}

/** Desks read with a user of their own. */
function rootOf(root: Root, name: string): Root {
  if (!name.startsWith('desk')) return root
  return { ...root, env: () => ({ ...root.env(), PARCEL_DESK_AMQP_PASSWORD: SECRETS.desk }) }
}

/** What an administrator does once. */
async function importTopology({
  root,
  broker,
  customers,
}: Pick<Company, 'root' | 'broker' | 'customers'>): Promise<void> {
  const named = customers.flatMap((customerId) => ['--customer', customerId])
  const { stdout } = await execute(process.execPath, [root.program, 'feed', 'topology', ...named], { env: root.env() })
  const said = join(root.folder, 'said')
  mkdirSync(said, { recursive: true })
  const file = join(said, 'topology.txt')
  writeFileSync(file, stdout)
  await broker.importDefinitions(file)
  await broker.setPassword('parcel-collector', SECRETS.collector)
  await broker.setPassword('parcel-desk', SECRETS.desk)
  await broker.addUser('service-queues', SECRETS.queue)
  for (const customerId of customers) await broker.declareQueue(queueOf(customerId))
}

async function addSchedule(root: Root, what: readonly string[]): Promise<void> {
  const code = await runProgram(root, SCHEDULER, ['schedule', 'add', SCHEDULE, '--at', '*/5 * * * *', ...what])
  if (code !== 0) throw new Error('schedule add failed')
}

/** All documents in a folder for each customer, under names that are theirs alone. */
export const intoArchive = (archive: string): string[] => ['--to', archive, '--name', '{customer}/{documentId}']

const queueOf = (customerId: string): string => `Parcels_${customerId}`

interface WordsOptions extends Pick<Company, 'broker' | 'customers' | 'customerOf' | 'archive'> {
  seed: number
}

/** What each program is started with; a saver does something else each time. */
function createWords({
  broker,
  customers,
  customerOf,
  archive,
  seed,
}: WordsOptions): (name: string) => ActorOptions['words'] {
  const at = (user: string): string => `amqp://${user}@127.0.0.1:${broker.port}`
  const collect = ['collect', '--amqp-url', at('service-queues'), '--queue', 'Parcels_{customerId}', '--standby']
  collect.push('--publish-url', at('parcel-collector'), ...customers.flatMap((id) => ['--customer', id]))
  const saveInto = [...intoArchive(archive), '--quiet', '--json']
  return (name) => {
    if (name.startsWith('collector')) return () => collect
    if (name.startsWith('desk')) {
      const read = [
        'watch',
        '--amqp-url',
        at('parcel-desk'),
        '--stream',
        `parcel.${customerOf(name)}`,
        '--from',
        'first',
      ]
      const rule = name === 'desk-1' ? ['--save-to', archive, '--on-state', RULE_STATE] : []
      return () => [...read, ...rule]
    }
    const random = seededRandom(Buffer.from(name).reduce((sum, byte) => sum * 31 + byte, seed))
    // Either stays for its minutes, or runs once at once.
    if (name === SCHEDULER) return () => ['schedule', 'run', ...(random() < 0.5 ? [] : [SCHEDULE])]
    let isResuming = false
    return () => {
      isResuming = !isResuming && random() < 0.5
      if (isResuming) return ['resume', '--quiet', '--json']
      const customer = customers[Math.floor(random() * customers.length)] ?? ''
      const only = random() < 0.5 ? ['--only-new'] : []
      return ['save', '--customer', customer, ...only, ...saveInto]
    }
  }
}

interface Publishing {
  broker: BorrowedBroker
  service: ExchangeService
  published: Map<string, string[]>
  seed: number
}

/** Messages about real sets, into the service's queues; each is published until the broker has confirmed it. */
function startPublishing({ broker, service, published, seed }: Publishing): { stop(): Promise<void> } {
  const random = seededRandom(seed ^ 0x5eed)
  const customers = [...published.keys()]
  const { total, slice } = service.data.search({ customerIds: customers })
  const sets = slice(0, total)
  let isStopped = false
  let number = 0
  const run = async (): Promise<void> => {
    while (!isStopped) {
      const customerId = customers[Math.floor(random() * customers.length)] ?? ''
      const own = sets.filter((set) => set.customerId === customerId)
      const bodies = Array.from({ length: 1 + Math.floor(random() * MOST_AT_ONCE) }, () => {
        const set = own[Math.floor(random() * own.length)]
        const newStatus = STATES[Math.floor(random() * STATES.length)]
        const message = z.record(z.string(), z.string()).parse(JSON.parse(statusMessage(number)))
        number += 1
        return JSON.stringify({
          ...message,
          customerId,
          newStatus,
          setId: set?.row.setId,
          parcelReference: set?.row.parcelRef,
        })
      })
      while (!(await isConfirmed(broker, queueOf(customerId), bodies))) await delay(300)
      published.get(customerId)?.push(...bodies)
      await delay(PUBLISH_EVERY_MS)
    }
  }
  const ended = run()
  return {
    stop: async () => {
      isStopped = true
      await ended
    },
  }
}

async function isConfirmed(broker: BorrowedBroker, queue: string, bodies: readonly string[]): Promise<boolean> {
  try {
    await broker.publish(queue, bodies)
    return true
  } catch {
    return false
  }
}
