import { existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { type Firm, openFirm, QUEUE } from '../integration/feeds/firm.ts'
import type { RunningProgram } from '../integration/cli-program.ts'
import { seededRandom } from '../exchange-service/seeded-random.ts'
import type { RunningBroker } from './private-broker.ts'
import { statusMessage } from './status-messages.ts'

export interface KillPlan {
  broker: RunningBroker
  /** Ends the broker, and brings it back with its messages. */
  breakBroker: () => Promise<void>
  kills: number
  seed: number
  onKill?: (victim: string) => void
}

export interface KillResult {
  published: number
  /** Of each reader’s inbox, and of both collectors’ together; each by what is missing and what is there twice. */
  inboxes: { name: string; lost: number; doubled: number }[]
}

const READERS = ['reader-one', 'reader-two']
const COLLECTORS = ['collector-one', 'collector-two']
const BATCH = 20
/** Enough for each program to be in the middle of something, and little enough for two cores. */
const BATCH_EVERY_MS = 40
/** Messages between two kills: some come while the one before is still starting. */
const MAX_BETWEEN = 600

/**
 * A firm at work: messages are published one after another while its collector and standby and two readers are
 * killed at random and started again, and the broker breaks. Then whether every message is in every inbox, once.
 */
export async function killFirm(plan: KillPlan): Promise<KillResult> {
  const { broker, kills, seed, onKill } = plan
  const random = seededRandom(seed)
  const firm = await openFirm(broker)
  const programs = new Map<string, RunningProgram>()
  const start = (name: string): void => void programs.set(name, startProgram(firm, name))
  const publisher = startPublisher(broker)
  try {
    await firm.importTopology()
    for (const name of [...COLLECTORS, ...READERS]) start(name)
    for (let kill = 0; kill < kills; kill += 1) {
      await publisher.until(publisher.confirmed.length + Math.ceil(random() * MAX_BETWEEN))
      const names = [...programs.keys(), 'broker']
      const victim = names[Math.floor(random() * names.length)] ?? ''
      onKill?.(victim)
      if (victim === 'broker') await plan.breakBroker()
      else {
        programs.get(victim)?.child.kill('SIGKILL')
        await programs.get(victim)?.result
        start(victim)
      }
    }
    await publisher.stop()
    return await resultOf(firm, publisher.confirmed)
  } finally {
    await publisher.stop()
    await firm.close()
  }
}

function startProgram(firm: Firm, name: string): RunningProgram {
  const words = ['--data-dir', path.join(firm.program.folder, name)]
  return COLLECTORS.includes(name)
    ? firm.startCollector('--standby', ...words)
    : firm.startReader('--from', 'first', ...words)
}

interface Publisher {
  confirmed: string[]
  until(count: number): Promise<void>
  stop(): Promise<void>
}

/** Publishes again what was not confirmed, as a service does: such messages may come twice. */
function startPublisher(broker: RunningBroker): Publisher {
  const confirmed: string[] = []
  let isStopped = false
  const run = async (): Promise<void> => {
    while (!isStopped) {
      const batch = Array.from({ length: BATCH }, (_, index) => statusMessage(confirmed.length + index))
      const isTaken = await broker.publish(QUEUE, batch).then(
        () => true,
        () => false,
      )
      if (isTaken) confirmed.push(...batch)
      await pause(BATCH_EVERY_MS)
    }
  }
  const ended = run()
  return {
    confirmed,
    until: async (count) => {
      while (confirmed.length < count) await pause(BATCH_EVERY_MS)
    },
    stop: async () => {
      isStopped = true
      await ended
    },
  }
}

async function resultOf(firm: Firm, published: readonly string[]): Promise<KillResult> {
  const missingIn = (names: readonly string[]): string[] => {
    const stored = new Set(names.flatMap((name) => bodiesIn(firm, name)))
    return published.filter((body) => !stored.has(body))
  }
  const groups = [COLLECTORS, ...READERS.map((name) => [name])]
  // What is missing is on its way as long as it becomes less.
  let [before, patience] = [Infinity, PATIENCE]
  while (patience > 0) {
    const missing = groups.reduce((sum, names) => sum + missingIn(names).length, 0)
    if (missing === 0) break
    patience = missing < before ? PATIENCE : patience - 1
    before = missing
    await pause(LOOK_EVERY_MS)
  }
  const inboxes = groups.map((names) => ({
    name: names.join(' and '),
    lost: missingIn(names).length,
    doubled: names.reduce((sum, name) => sum + doubledIn(bodiesIn(firm, name)), 0),
  }))
  return { published: published.length, inboxes }
}

const LOOK_EVERY_MS = 500
/** A collector that waits for its queue, or a reader for its broker, is silent for half a minute. */
const PATIENCE = 180

const doubledIn = (bodies: readonly string[]): number => bodies.length - new Set(bodies).size

/** Read by another reader than the application’s. */
function bodiesIn(firm: Firm, name: string): string[] {
  const file = path.join(firm.program.folder, name, 'production/feed.sqlite')
  if (!existsSync(file)) return []
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    const rows = database.prepare('SELECT CAST(raw AS TEXT) AS raw FROM entries').all()
    return rows.map(({ raw }) => String(raw))
  } catch {
    // Killed before it had made its tables.
    return []
  } finally {
    database.close()
  }
}
