import { join } from 'node:path'
import { z } from 'zod'
import { alerts, brokerFields, ruleFields } from '../../shared/contract/feeds-contract.ts'
import type { Environment } from '../../shared/model/connection.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { createJsonFile } from '../storage/json-file.ts'

const path = z.string().nullable()

const storedBroker = z.object({
  brokerId: z.string(),
  ...brokerFields,
  /** Whether the keychain should have it. The password itself is nowhere in here. */
  isPasswordKept: z.boolean(),
  caFile: path,
  certificateFile: path,
  keyFile: path,
})

const storedRule = z.object({
  ruleId: z.string(),
  ...ruleFields,
  folder: z.string(),
  /** It acts on what came from then on. */
  since: z.string(),
})

const storedFollowed = z.object({
  customerId: z.string(),
  customerName: z.string(),
  brokerId: z.string().nullable(),
})

/** Whose session set the feed up: checks and rules ask the service as this user. */
const storedAccount = z.object({ profile: z.string().nullable(), baseUrl: z.string(), username: z.string() })

const storedFeed = z.object({
  account: storedAccount.nullable(),
  isOn: z.boolean(),
  /** When the user accepted that messages taken here reach no other program (T36). */
  warningAcceptedAt: z.string().nullable(),
  mode: z.enum(['own', 'collector', 'follower']),
  journalFolder: path,
  brokers: z.array(storedBroker),
  followed: z.array(storedFollowed),
  checks: z.object({ isOn: z.boolean(), everyMinutes: z.int().min(1).max(1_440) }),
  alerts,
  pausedUntil: z.string().nullable(),
  rules: z.array(storedRule),
})

export type StoredFeed = z.output<typeof storedFeed>
export type StoredBroker = z.output<typeof storedBroker>
export type StoredRule = z.output<typeof storedRule>
export type StoredFollowed = z.output<typeof storedFollowed>
export type StoredAccount = z.output<typeof storedAccount>

export const EMPTY_FEED: StoredFeed = {
  account: null,
  isOn: false,
  warningAcceptedAt: null,
  mode: 'own',
  journalFolder: null,
  brokers: [],
  followed: [],
  checks: { isOn: true, everyMinutes: 15 },
  alerts: { isOn: true, quiet: null, rules: [] },
  pausedUntil: null,
  rules: [],
}

/** How the user set up the feed of one environment. Fails with storage-failed. */
export interface FeedSettings {
  read(): StoredFeed
  change(changes: Partial<StoredFeed>): StoredFeed
}

/** In a file of its own for each environment; without any secret. */
export function createFeedSettings(
  dataDir: string,
  environment: Environment,
  onNotice: (notice: Problem) => void,
): FeedSettings {
  const file = createJsonFile({
    file: join(dataDir, environment, 'feed.json'),
    shape: storedFeed,
    empty: EMPTY_FEED,
    afterLoss: 'The feed is off and follows nobody; set it up again in Settings. What is in the inbox is not touched.',
    onNotice,
  })
  // Asked for with every message; nobody else writes it.
  let known: StoredFeed | undefined
  const read = (): StoredFeed => (known ??= file.read())
  return {
    read,
    change: (changes) => {
      const changed = { ...read(), ...changes }
      file.write(changed)
      known = changed
      return changed
    },
  }
}

export function brokerOf({ brokers }: StoredFeed, brokerId: string | null): StoredBroker | undefined {
  return brokerId === null ? undefined : brokers.find((broker) => broker.brokerId === brokerId)
}
