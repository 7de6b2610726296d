import { setTimeout as delay } from 'node:timers/promises'
import { type ChangeKind, changeState } from '../exchange-service/change-state.ts'
import type { DemoData } from '../exchange-service/demo-data.ts'
import type { StoredSet } from '../exchange-service/exchange-data.ts'
import type { HostFacts } from '../../src/main/desk/desk-ports.ts'
import { freePorts } from '../support/free-ports.ts'
import { type Broker, startBroker } from '../support/private-broker.ts'
import { missingPackages } from '../support/system-packages.ts'

export const WITHOUT_QUEUE =
  'There are no status messages: they need RabbitMQ (Debian: apt-get install rabbitmq-server).'

/** One change after another, slow enough to be looked at. */
const CHANGE_EVERY_MS = 6_000
/** Every so often several at once, as when a vessel has sailed. */
const BURST_EVERY = 5
const BURST_SIZE = 6
/** For each customer, from before the demo began. */
const WAITING = 3
export const QUEUE = 'Parcels_Status_Queue_{customerId}'

const ACTORS = [
  { actor: 'ingrid.solheim@northsea-bulk.example', company: 'North Sea Bulk AS' },
  { actor: 'p.okafor@harbourline.example', company: 'Harbour Line Agencies' },
  { actor: 'wei.chen@huadong-grain.example', company: '华东粮油贸易有限公司' },
] as const
/** What comes after a state, so that a set goes on as it would. */
const NEXT: Readonly<Record<string, ChangeKind>> = {
  drafted: 'signed',
  signed: 'issued',
  issued: 'titleHeld',
  title_held: 'transferDrafted',
  transfer_drafted: 'titleHeld',
}

export interface DemoFeed {
  broker: NonNullable<HostFacts['demo']>['broker']
  /** Settles when it runs, some seconds later, or with why it does not. */
  started: Promise<void>
  stop(): Promise<void>
}

/**
 * A broker of its own, which a desk need not wait for, with a queue for every customer, on which the sets of the demo service change as they would in a
 * day's work. Undefined where no RabbitMQ is installed.
 */
export async function startDemoFeed(data: DemoData): Promise<DemoFeed | undefined> {
  if (process.platform !== 'linux' || missingPackages().includes('rabbitmq-server')) return undefined
  const [port = 0] = await freePorts(1)
  const ended = new AbortController()
  const starting = startBroker(port)
  const declaring = starting.then(async (broker) => {
    for (const { customerId } of data.counterparties) await broker.declareQueue(queueOf(customerId))
    return broker
  })
  const publishing = declaring.then((broker) => keepChanging(broker, data, ended.signal))
  // Told by `started`.
  publishing.catch(() => undefined)
  return {
    broker: {
      hosts: [`127.0.0.1:${port}`],
      usesTls: false,
      virtualHost: '/',
      queue: QUEUE,
      username: 'guest',
      password: 'guest',
    },
    started: declaring.then(() => undefined),
    stop: async () => {
      ended.abort()
      await publishing.catch(() => undefined)
      const broker = await starting.catch(() => undefined)
      await broker?.stop()
    },
  }
}

export function queueOf(customerId: string): string {
  return QUEUE.replace('{customerId}', customerId)
}

/** What waits in every queue before anybody listens, then one change after another, every other one of the first customer. */
export async function keepChanging(
  broker: Pick<Broker, 'publish'>,
  { counterparties, sets }: DemoData,
  signal: AbortSignal,
): Promise<void> {
  const ofCustomers = counterparties.map(({ customerId }) => openSets(sets, customerId))
  let turn = 0
  const change = async (customer: number, at: Date): Promise<void> => {
    const own = ofCustomers[customer % ofCustomers.length] ?? []
    const set = own[(turn * 11) % own.length]
    turn += 1
    if (set === undefined) return
    // A broker that is silent for a while must not end the demo. What it did not take is found by a check.
    await broker.publish(queueOf(set.customerId), [nextChange(set, turn, at)]).catch(() => undefined)
  }
  for (let minutes = 3 * WAITING; minutes > 0; minutes -= 3) {
    for (const customer of ofCustomers.keys()) await change(customer, new Date(Date.now() - minutes * 60_000))
  }
  for (let round = 1; !signal.aborted; round += 1) {
    const customer = round % 2 === 0 ? 0 : round
    const count = round % BURST_EVERY === 0 ? BURST_SIZE : 1
    for (let one = 0; one < count; one += 1) await change(customer, new Date())
    await delay(CHANGE_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

function openSets(sets: readonly StoredSet[], customerId: string): StoredSet[] {
  return sets.filter((set) => set.customerId === customerId && set.folder === 'inbox')
}

function nextChange(set: StoredSet, turn: number, at: Date): string {
  const acting = ACTORS[turn % ACTORS.length] ?? ACTORS[0]
  return changeState(set, { kind: NEXT[set.row.status.toLowerCase()] ?? 'signed', ...acting, at })
}
