import { AppError, badUsage } from '../../../shared/errors/app-error.ts'
import type { StoredBroker, StoredFollowed } from '../../../engine/feed/feed-settings.ts'
import type { QueueSource } from '../../../engine/feed/queue/queue-source.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { ChosenFiles } from '../chosen-paths.ts'
import type { EnvironmentFeed } from '../feed/environment-feed.ts'
import { type BrokerConnection, enteredBroker, findBefore } from '../feed/handlers/broker-handlers.ts'
import { accountOf, namesCustomer, sourceOf } from '../feed/sources/broker-source.ts'

interface QueueToTestDependencies {
  feed: Pick<EnvironmentFeed, 'environment' | 'settings' | 'sources'>
  queueFiles: ChosenFiles
  accounts: ParcelDesk['accounts']
}

type TypedQueue = BrokerConnection & { customerId: string | null }

/** The queue of a broker as it stands in its form. Fails with bad-usage. */
export function queueToTest(
  { feed, queueFiles, accounts }: QueueToTestDependencies,
  input: TypedQueue,
): { source: QueueSource; isStream: boolean; ownConsumers: number } {
  const before = findBefore(feed, input.brokerId)
  const broker = enteredBroker(queueFiles, input, before)
  const isPerCustomer = namesCustomer(broker)
  if (isPerCustomer && input.customerId === null) throw withoutCustomer()
  const customerId = input.customerId ?? ''
  const isKnown = before !== undefined && isSameAccount(before, broker, feed)
  const password = async (): Promise<string> => {
    if (input.password !== null) return input.password
    if (!isKnown) throw notTyped(broker)
    return await accounts.brokers.read(accountOf(broker, feed.environment))
  }
  const isUnchanged = isKnown && before.queue === broker.queue
  const takes = (one: StoredFollowed): boolean =>
    one.brokerId === input.brokerId && (!isPerCustomer || one.customerId === customerId) && isTaken(feed, one)
  return {
    source: sourceOf(broker, customerId, password),
    isStream: broker.kind === 'stream',
    ownConsumers: isUnchanged ? feed.settings.read().followed.filter(takes).length : 0,
  }
}

/** The known password belongs to its user, hosts, virtual host and encryption; to others it is never sent (W-M1). */
function isSameAccount(
  before: StoredBroker,
  entered: StoredBroker,
  { environment }: Pick<EnvironmentFeed, 'environment'>,
): boolean {
  return JSON.stringify(accountOf(before, environment)) === JSON.stringify(accountOf(entered, environment))
}

function isTaken({ sources }: QueueToTestDependencies['feed'], { customerId }: StoredFollowed): boolean {
  const { state } = sources.queueStatus(customerId)
  return state === 'live' || state === 'blocked'
}

function withoutCustomer(): AppError {
  const what = 'This connection has {customerId} in it, and no customer is followed yet whose queue could be tested.'
  return badUsage(what, 'Choose a customer under “Followed customers”, then test again.')
}

function notTyped({ username, hosts }: StoredBroker): AppError {
  const what = `The known password of ${username} is not sent to ${hosts.join(', ')}: it belongs to the connection as it was.`
  return new AppError({ tag: 'no-credentials', what, next: 'Type the password.' })
}
