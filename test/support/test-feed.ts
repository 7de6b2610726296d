import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import type { Arrival } from '../../src/engine/feed/inbox/inbox-arrivals.ts'
import { createFeedStore, type FeedStore } from '../../src/engine/feed/inbox/inbox-store.ts'
import { FEED_SCHEMA } from '../../src/engine/storage/schema.ts'
import { openDatabase } from '../../src/engine/storage/database.ts'
import type { Environment } from '../../src/shared/model/connection.ts'

/** An inbox in memory. */
export function memoryFeed(environment: Environment = 'test'): FeedStore {
  const database = new DatabaseSync(':memory:')
  for (const script of FEED_SCHEMA.migrations) database.exec(script)
  return createFeedStore(database, environment)
}

/** An inbox in a file, closed when the test ends. */
export function fileFeed(file: string, environment: Environment = 'test'): FeedStore {
  const database = openDatabase(file, FEED_SCHEMA, () => undefined)
  onTestFinished(() => {
    database.close()
  })
  return createFeedStore(database, environment)
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
