import { badUsage } from '../../../../shared/errors/app-error.ts'
import type { Counterparty } from '../../../../shared/model/parcel-set.ts'
import type { OpenSessions } from '../../sessions.ts'
import type { Handler, HandlersOf } from '../../handlers.ts'
import type { EnvironmentFeed } from '../environment-feed.ts'
import type { StoredFeed, StoredFollowed } from '../../../../engine/feed/feed-settings.ts'

interface Parts {
  sessions: Pick<OpenSessions, 'find'>
  feedOf: (sessionId: string) => EnvironmentFeed
  /** Makes the account of the session the one that the feed asks the service as. */
  feedOwnedBy: (sessionId: string) => EnvironmentFeed
}

type FollowMethod = `feeds.${'follow' | 'checkNow' | 'change'}`
type FollowInput = Parameters<Handler<'feeds.follow'>>[0]

/** Who is followed, how often they are checked, and what of it is shown on the desktop. */
export function createFollowHandlers({
  sessions,
  feedOf,
  feedOwnedBy,
}: Parts): Pick<HandlersOf<'feeds'>, FollowMethod> {
  return {
    'feeds.follow': async ({ sessionId, customers }, signal) => {
      const feed = feedOwnedBy(sessionId)
      const before = feed.settings.read()
      const list = (): Promise<Counterparty[]> => sessions.find(sessionId).session.counterparties(signal)
      const followed = await followedOf(before, customers, list)
      feed.settings.change({ followed })
      await feed.apply()
      const added = followed.filter((one) => !before.followed.some(({ customerId }) => customerId === one.customerId))
      feed.checks.keepTime()
      if (before.checks.isOn && added.length > 0) void feed.checks.run(added.map(({ customerId }) => customerId))
      return feed.view()
    },
    'feeds.checkNow': ({ sessionId }) => {
      const feed = feedOf(sessionId)
      void feed.checks.run()
      return feed.view()
    },
    'feeds.change': async ({ sessionId, checks, alerts }) => {
      const feed = feedOwnedBy(sessionId)
      const before = feed.settings.read()
      feed.settings.change({ checks: checks ?? before.checks, alerts: alerts ?? before.alerts })
      await feed.apply()
      if (checks !== undefined) feed.checks.keepTime()
      if (checks?.isOn === true && !before.checks.isOn) void feed.checks.run()
      return feed.view()
    },
  }
}

/** With their names: as they were known, or from the service. Fails with bad-usage, and like the list of counterparties. */
async function followedOf(
  { followed, brokers }: StoredFeed,
  wanted: FollowInput['customers'],
  list: () => Promise<Counterparty[]>,
): Promise<StoredFollowed[]> {
  const names = new Map(followed.map((one) => [one.customerId, one.customerName]))
  if (wanted.some(({ customerId }) => !names.has(customerId))) {
    for (const { customerId, customerName } of await list()) names.set(customerId, customerName)
  }
  const chosen = new Map(wanted.map((one) => [one.customerId, one.brokerId]))
  return Array.from(chosen, ([customerId, brokerId]) => {
    const customerName = names.get(customerId)
    if (customerName === undefined)
      throw badUsage('This customer is not in the list of the service.', 'Choose another.')
    if (brokerId !== null && !brokers.some((one) => one.brokerId === brokerId)) {
      throw badUsage('This broker is not there any more.', 'Choose another.')
    }
    return { customerId, customerName, brokerId }
  })
}
