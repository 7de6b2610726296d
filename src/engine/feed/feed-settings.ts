import { join } from 'node:path'
import { z } from 'zod'
import { FEED_SOURCES } from '../../shared/model/feed-entry.ts'
import { CONFLICT_POLICIES } from '../../shared/model/job.ts'
import type { Environment } from '../../shared/model/connection.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { createJsonFile } from '../storage/json-file.ts'

/*
 * The form of `feed.json`. It shares nothing with the contract, so that a change to what the page sends does not make the files
 * of users unreadable: one that does not match is set aside.
 */

const path = z.string().nullable()
/** Text that a person has entered. */
const line = z.string().max(1_000)

const storedBroker = z.object({
  brokerId: z.string(),
  /** Whether `queue` names a queue of the service or a stream of the firm. */
  kind: z.enum(['queue', 'stream']),
  name: line,
  /** `host` or `host:port`, tried one after another. */
  hosts: z.array(line).min(1).max(10),
  usesTls: z.boolean(),
  virtualHost: line,
  queue: line,
  username: line,
  /** Never 0: nothing would notice a dead connection. */
  heartbeatSeconds: z.int().min(5).max(120),
  prefetch: z.int().min(1).max(2_000),
  /** Whether the keychain should have it. The password itself is nowhere in this file. */
  isPasswordKept: z.boolean(),
  caFile: path,
  certificateFile: path,
  keyFile: path,
})

const storedRule = z.object({
  ruleId: z.string(),
  name: line,
  isOn: z.boolean(),
  /** Ids; empty: every followed customer. */
  customers: z.array(line).max(1_000),
  states: z.array(line).min(1).max(100),
  /** Empty: every type. */
  docTypes: z.array(line).max(100),
  folderId: z.string().min(1).max(64),
  folder: z.string(),
  pattern: line,
  conflict: z.enum(CONFLICT_POLICIES),
  /** The rule acts on what came from then on. */
  since: z.string(),
})

const storedFollowed = z.object({
  customerId: z.string(),
  customerName: z.string(),
  brokerId: z.string().nullable(),
})

/** Whose session set the feed up: checks and rules sign in to the service as this user. */
const storedAccount = z.object({ profile: z.string().nullable(), baseUrl: z.string(), username: z.string() })

/** “22:00”, local time. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const storedAlertRule = z.object({
  customers: z.array(line).max(1_000),
  states: z.array(line).max(100),
  kinds: z.array(z.enum(FEED_SOURCES)).max(FEED_SOURCES.length),
  reference: line,
  isShown: z.boolean(),
})

/** How the firm’s streams are read; which broker has them is the one of that kind. */
const storedStreams = z.object({
  /** Where a stream begins of which nothing is stored: a day is one of this computer. */
  from: z.union([z.enum(['first', 'now']), z.iso.date()]),
  /** Streams beside those of the followed customers. */
  more: z.array(line).max(100),
})

const storedFeed = z.object({
  /** Of this installation, by which its checks have their place in an interval; empty until one is due. */
  deskId: z.string(),
  account: storedAccount.nullable(),
  isOn: z.boolean(),
  /** When the user accepted that messages taken here reach no other program (T36). */
  warningAcceptedAt: z.string().nullable(),
  mode: z.enum(['own', 'streams']),
  streams: storedStreams,
  brokers: z.array(storedBroker),
  followed: z.array(storedFollowed),
  checks: z.object({ isOn: z.boolean(), everyMinutes: z.int().min(1).max(1_440) }),
  alerts: z.object({
    isOn: z.boolean(),
    quiet: z.object({ from: timeOfDay, to: timeOfDay }).nullable(),
    /** The first that matches decides. */
    rules: z.array(storedAlertRule).max(100),
  }),
  pausedUntil: z.string().nullable(),
  rules: z.array(storedRule),
})

export type StoredFeed = z.output<typeof storedFeed>
export type StoredBroker = z.output<typeof storedBroker>
export type StoredRule = z.output<typeof storedRule>
export type StoredFollowed = z.output<typeof storedFollowed>
export type StoredAccount = z.output<typeof storedAccount>
export type StoredAlertRule = StoredFeed['alerts']['rules'][number]

export const EMPTY_FEED: StoredFeed = {
  deskId: '',
  account: null,
  isOn: false,
  warningAcceptedAt: null,
  mode: 'own',
  streams: { from: 'now', more: [] },
  brokers: [],
  followed: [],
  checks: { isOn: true, everyMinutes: 15 },
  alerts: { isOn: true, quiet: null, rules: [] },
  pausedUntil: null,
  rules: [],
}

/** The content of a `feed.json`; undefined where it is none. */
export function parseFeed(content: unknown): StoredFeed | undefined {
  return storedFeed.safeParse(content).data
}

/** How the user set up the feed of one environment. Fails with storage-failed. */
export interface FeedSettings {
  read(): StoredFeed
  change(changes: Partial<StoredFeed>): StoredFeed
}

/** One file for each environment, without any secret. */
export function createFeedSettings(
  dataDir: string,
  environment: Environment,
  onNotice: (notice: Problem) => void,
): FeedSettings {
  const file = createJsonFile({
    file: join(dataDir, environment, 'feed.json'),
    shape: storedFeed,
    empty: EMPTY_FEED,
    // Whatever another way to the messages is: this version must not take them in its own.
    joined: { mode: ['isOn'] },
    afterLoss: 'The feed is off and follows nobody; set it up again in Settings. The inbox is not touched.',
    onNotice,
  })
  // Read with every message; only this process writes the file.
  let current: StoredFeed | undefined
  const read = (): StoredFeed => (current ??= file.read())
  return {
    read,
    change: (changes) => {
      const changed = { ...read(), ...changes }
      file.write(changed)
      current = changed
      return changed
    },
  }
}

/** Where the firm’s streams are; undefined until it is entered. */
export function streamBrokerOf(brokers: readonly StoredBroker[]): StoredBroker | undefined {
  return brokers.find(({ kind }) => kind === 'stream')
}

export function brokerOf({ brokers }: StoredFeed, brokerId: string | null): StoredBroker | undefined {
  return brokerId === null ? undefined : brokers.find((broker) => broker.brokerId === brokerId)
}
