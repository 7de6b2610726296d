import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import type { Arrival } from '../../src/engine/feed/inbox/inbox-arrivals.ts'
import { type Feed, openFeed } from '../../src/engine/feed/open-feed.ts'
import { FEED_SCHEMA } from '../../src/engine/storage/schema.ts'
import { openDatabase } from '../../src/engine/storage/database.ts'
import type { Environment } from '../../src/shared/model/connection.ts'

/** A feed with its database, in which a test stores what no program would. */
export interface TestFeed extends Feed {
  database: DatabaseSync
}

/** A feed in memory. */
export function memoryFeed(environment: Environment = 'test'): TestFeed {
  const database = new DatabaseSync(':memory:')
  for (const script of FEED_SCHEMA.migrations) database.exec(script)
  return { ...openFeed(database, environment), database }
}

/** A feed in a file, closed when the test ends. */
export function fileFeed(file: string, environment: Environment = 'test'): TestFeed {
  const database = openDatabase(file, FEED_SCHEMA, () => undefined)
  onTestFinished(() => {
    database.close()
  })
  return { ...openFeed(database, environment), database }
}

export const SEEN_AT = '2026-11-20T10:11:13.000Z'

/** A message as the queue delivers it. Text or bytes are used unchanged. */
export function arrival(body: Record<string, unknown> | string | Buffer, parts: Partial<Arrival> = {}): Arrival {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return { source: 'queue', isRedelivered: false, seenAt: SEEN_AT, ...parts, body: Buffer.from(text) }
}

/** The message of the reference. */
export const SIGNED = {
  instance: 'DocEx',
  newStatus: 'Signed',
  parcelReference: 'PR-1',
  customerId: 'c0000000-0000-4000-a000-000000000001',
  action: 'Sign',
  setId: '5e700000-0000-4000-a000-000000000001',
  updatedDate: 'Fri Nov 20 10:11:12 UTC 2026',
  message: 'The set status has been updated',
  transactionId: '70000000-0000-4000-a000-000000000001',
  actor: 'Marta Lind',
  actorCompany: 'Aurora Grain',
} as const
