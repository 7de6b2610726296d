import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { seededRandom } from '../../exchange-service/seeded-random.ts'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { statusMessages } from '../../support/status-messages.ts'
import { createProgram, type Program } from '../cli-program.ts'

const KILLS = 6
/** At least this many kills hit the middle: something was printed, and something still waits. */
const HITS = 4
const QUEUE = 'parcels'
/** Messages that wait at each start, so that there is a middle to hit. */
const BACKLOG = 600
/** More come while it runs: a number, not a rate, which a slow machine would never get through. */
const BATCH = 40
const BATCHES = 10
/** Early kills hit what the program does before it prints. */
const MAX_START_MS = 600
const printedEntry = z.object({ raw: z.string() })
const random = seededRandom(20261121)

let broker: BorrowedBroker
let program: Program
beforeAll(async () => {
  broker = await borrowBroker()
  await broker.declareQueue(QUEUE)
  program = await createProgram('http://127.0.0.1:9')
})
afterAll(async () => {
  await program.remove()
  await broker.stop()
})

const env = (): Record<string, string | undefined> => ({
  PARCEL_DESK_AMQP_PASSWORD: 'guest',
  PARCEL_DESK_BASE_URL: undefined,
  PARCEL_DESK_USERNAME: undefined,
})
const words = (...more: string[]): string[] => {
  const url = `amqp://guest@127.0.0.1:${broker.port}`
  return ['watch', '--amqp-url', url, '--queue', QUEUE, '--json', ...more]
}

/** The bodies that the broker has confirmed. */
const published: string[] = []

async function publish(count: number): Promise<void> {
  const bodies = statusMessages(count, published.length)
  published.push(...bodies)
  await broker.publish(QUEUE, bodies)
}

async function publishMore(): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) await publish(BATCH)
}

/** The bodies of whole lines; a kill may leave half of the last one. */
const printedIn = (stdout: string): string[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => printedEntry.parse(JSON.parse(line)).raw)

/** Resolves after `count` lines. */
async function linesOf(stdout: Readable, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let lines = 0
  stdout.on('data', (chunk: Buffer) => {
    lines += chunk.toString('latin1').split('\n').length - 1
    if (lines >= count) resolve()
  })
  await promise
}

function storedNow(): string[] {
  const file = join(program.folder, 'data/production/feed.sqlite')
  if (!existsSync(file)) return []
  const database = new DatabaseSync(file)
  try {
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    const hasTable = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'entries'").get() !== undefined
    if (!hasTable) return []
    const rows = database.prepare('SELECT CAST(raw AS TEXT) AS raw FROM entries').all()
    return rows.map(({ raw }) => String(raw))
  } finally {
    database.close()
  }
}

/** Kills mostly after some messages, sometimes before; returns whether that was in the middle of a batch. */
async function watchAndKill(): Promise<boolean> {
  await publish(BACKLOG)
  const { child, result } = program.start(words(), { env: env() })
  const publishing = publishMore()
  const isEarly = random() < 0.2
  if (isEarly) await delay(random() * MAX_START_MS)
  else await Promise.race([linesOf(child.stdout, Math.ceil(random() * (BACKLOG / 2))), result])
  child.kill('SIGKILL')
  const [{ code, stdout }] = await Promise.all([result, publishing])
  expect(code).toBeNull()
  const printed = printedIn(stdout)
  const stored = new Set(storedNow())
  expect(printed.filter((raw) => !stored.has(raw))).toEqual([])
  return printed.length > 0 && (await broker.count(QUEUE)) > 0
}

describe('watch that is killed again and again while messages are published', () => {
  it('prints only what is stored, and has every message exactly once after many kills', { tags: 'soak' }, async () => {
    let hits = 0
    for (let kill = 0; kill < KILLS || hits < HITS; kill += 1) hits += (await watchAndKill()) ? 1 : 0
    // Also where the last one killed had stored everything, there is something to come for.
    await publish(1)
    const missing = published.length - storedNow().length
    const rest = await program.runHere(words('--count', String(missing)), { env: env() })
    expect(rest.code).toBe(0)
    await expect.poll(() => broker.count(QUEUE)).toBe(0)
    const { stdout } = await program.run(['inbox', '--json'])
    const entries = z.array(printedEntry).parse(JSON.parse(stdout))
    expect(entries.map(({ raw }) => raw).toSorted()).toEqual(published.toSorted())
  })
})
