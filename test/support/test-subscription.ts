import type { Failure } from '../../src/shared/errors/failure.ts'
import type { Delivery } from '../../src/engine/ports/link.ts'
import type { QueueSource } from '../../src/engine/feed/queue/queue-source.ts'
import type { QueueStatus } from '../../src/engine/feed/queue/queue-status.ts'
import { createSubscription, type Subscription } from '../../src/engine/feed/queue/subscription.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { createScriptedLink, settled, type ScriptedLink } from './scripted-link.ts'

export interface TestSubscription {
  subscription: Subscription
  link: ScriptedLink
  clock: ManualClock
  /** In order; a state that is reported twice in a row is there twice. */
  statuses: QueueStatus[]
  stored: Delivery[][]
  /** How often the password was read. */
  readonly passwordReads: number
}

interface Options {
  source?: Partial<QueueSource>
  clock?: ManualClock
  /** Called before a batch counts as stored; may throw. */
  beforeStore?: (subscription: Subscription) => void
  batchLimit?: () => number
  passOn?: (batch: readonly Delivery[]) => Promise<void>
  proveStorage?: () => void
  provePassing?: () => Promise<void>
}

/** A subscription at a scripted broker, with a manual clock; its waits are three quarters of the longest. */
export function createTestSubscription({
  source,
  clock = createManualClock(),
  beforeStore,
  batchLimit = () => Infinity,
  passOn,
  ...proofs
}: Options = {}): TestSubscription {
  const link = createScriptedLink()
  const [statuses, stored]: [QueueStatus[], Delivery[][]] = [[], []]
  let passwordReads = 0
  const password = (): Promise<string> => {
    passwordReads += 1
    return Promise.resolve('s3cret-w0rd')
  }
  const subscription = createSubscription({
    link,
    clock,
    batchLimit,
    ...proofs,
    random: () => 0.5,
    source: { ...SOURCE, password, ...source },
    store: (batch) => {
      beforeStore?.(subscription)
      stored.push([...batch])
      return passOn === undefined ? undefined : () => passOn(batch)
    },
    onStatus: (status) => statuses.push(status),
    toFailure: () => ({ tag: 'internal', reference: 'abc' }),
  })
  return {
    subscription,
    link,
    clock,
    statuses,
    stored,
    get passwordReads() {
      return passwordReads
    },
  }
}

export const BROKER = 'mq.example:5671'
export const UNREACHABLE: Failure = { tag: 'service-unreachable', origin: BROKER, reason: 'the connection was refused' }
export const CUT: Failure = {
  tag: 'connection-lost',
  endpoint: `the feed from ${BROKER}`,
  reason: 'the other side closed it',
}

/** A subscription that has started to connect. */
export async function startedSubscription(options?: Options): Promise<TestSubscription> {
  const test = createTestSubscription(options)
  test.subscription.start()
  await settled()
  return test
}

export function statesOf({ statuses }: TestSubscription): string[] {
  return statuses.map(({ state }) => state)
}

const SOURCE = {
  hosts: [{ host: 'mq.example', port: 5671 }],
  virtualHost: 'aurora',
  queue: 'parcels',
  username: 'desk',
  heartbeatSeconds: 15,
  prefetch: 100,
}

export function delivery(tag: number): Delivery {
  return { tag, body: Buffer.from(`message ${tag}`), isRedelivered: false }
}
